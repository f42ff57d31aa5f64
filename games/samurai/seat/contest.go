package seat

// Protocol tells, in Markdown, how the contest calls an exported bot; %s stands for the program.
const Protocol = "The contest's server starts the program once for a game, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It prints `READY`, reads the settings and then each turn from standard input, and answers each turn with " +
	"one line of lords on standard output. It ends after its ninth answer or at the end of input."
