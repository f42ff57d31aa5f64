package command

import "bloodline/genome"

func (s Settings) schema() *genome.Schema {
	_, out, _ := s.readGenes()
	return out
}

// parametersOf is the file that the bot gets.
func (s Settings) parametersOf(v genome.Vector) string {
	all, schema, _ := s.readGenes()
	return string((&contest{parameters: all, Schema: schema}).Parameters(v))
}
