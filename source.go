// Package bloodline holds the sources that leave the house: what is written out,
// byte for byte, with every exported bot. The patterns name rooms, not games, so
// a new game needs no line here. It is a leaf and must not import anything of
// ours.
package bloodline

import "embed"

// Source is the tree of the packages that an exported bot may consist of, under
// their paths in this module, test files included, and the LICENSE.
//
//go:embed LICENSE
//go:embed engine/roll/*.go engine/*/seat/*.go
//go:embed genome/*/*.go arena/baseline/*/*.go
var Source embed.FS
