// Package games ties the rooms of each shipped game together: one bloodline.Game
// each, as a game in a module of its own would be. Only main and tests name them.
package games
