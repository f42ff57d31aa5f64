package seat

// Protocol tells, in Markdown, how the contest calls an exported bot; %s stands for the program.
const Protocol = "The referee starts the program once for a run of deals, without arguments:\n\n" +
	"    ./%s\n\n" +
	"It reads commands from standard input, a line each, and answers on standard output with `=` or `?`, " +
	"the text and an empty line. `help` lists the commands; `quit` or the end of input ends it."
