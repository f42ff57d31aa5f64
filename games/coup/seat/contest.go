package seat

// Protocol tells, in Markdown, how the contest calls an exported bot; %s stands for the program.
const Protocol = "The contest's arbiter starts the program once for each move:\n\n" +
	"    ./%s FILE OPPONENT-COINS OWN-COINS CARDS MOVE...\n\n" +
	"for example `./%s file.txt 1 7 '~!' a c p q`. It appends one of the moves to FILE, and " +
	"when it ends an Exchange it prints the cards that it keeps. It needs no other file and keeps no state."
