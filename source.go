package bloodline

import "embed"

// sources are the packages of the framework that an exported bot may consist of, under
// their paths in this module, and the LICENSE that goes with them. Each game embeds its
// own.
//
//go:embed LICENSE
//go:embed engine/*.go engine/entry/*.go engine/roll/*.go genome/gene/*.go small/*.go
var sources embed.FS
