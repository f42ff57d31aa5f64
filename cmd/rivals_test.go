package cmd

import "testing"

// The files of a player are named after what tells it from others: the script of a program behind an interpreter, or
// its folder; never a device of Windows.
func TestPlainName(t *testing.T) {
	for player, want := range map[string]string{
		"Lawyer":                                "Lawyer",
		"exec:./rival":                          "rival",
		"exec:./bot/lawyer":                     "lawyer",
		"exec:python3 a.py":                     "a",
		"exec:python3 -u b.py --level 3":        "b",
		"exec:/usr/bin/python3.12 bots/c.py":    "c",
		"exec:venv/bin/python bots/d.py":        "d",
		"exec:java -jar bots/Foo.jar":           "Foo",
		"exec:java -cp bots/ben Main":           "ben",
		"exec:sh mute.sh":                       "mute",
		"exec:nice -n 5 ./rivals/carl/main":     "carl",
		"exec:./rivals/anna/run.sh":             "anna",
		"exec:./rivals/ben/run.sh":              "ben",
		"exec:./rivals/dora/target/release/ai":  "ai",
		"exec:./rivals/dora/target/release/bot": "dora",
		`exec:"my bots/eva.sh"`:                 "eva",
		"exec:./run.sh":                         "run",
		"exec:../../main":                       "main",
		"exec:./bot-1.2":                        "bot-1",
		"exec:./rival --book book.txt":          "rival",
		"exec:python3.12":                       "python3",
		"exec:'":                                "run",
		"exec:":                                 "run",
		"anna: python3 bot.py":                  "anna",
		"con":                                   "run-con",
		"exec:./Aux.sh":                         "run-Aux",
		"exec:./com1.v.py":                      "run-com1.v",
		"../../etc/passwd":                      "etc-passwd",
		"Żółw":                                  "Żółw",
	} {
		if have := plainName(player); have != want {
			t.Errorf("%s: have %s, want %s", player, have, want)
		}
	}
}
