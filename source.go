package bloodline

import "embed"

// sources are the packages that an exported bot may consist of, under their paths in
// this module, and the LICENSE that goes with them. The patterns name rooms, not
// games, so a new game needs no line here.
//
//go:embed LICENSE
//go:embed engine/entry/*.go engine/roll/*.go engine/*/seat/*.go
//go:embed genome/*/*.go arena/baseline/*.go arena/baseline/*/*.go
var sources embed.FS
