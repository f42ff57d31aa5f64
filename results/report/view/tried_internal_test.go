package view

import "testing"

// What is tried is shown by its parameters.
func TestSetting(t *testing.T) {
	for _, c := range [][3]string{
		{"env W_BASE={W_BASE} W_KICK={W_KICK} ./bot", "env W_BASE=0.658632 W_KICK=12 /home/me/bot", "W_BASE=0.659 W_KICK=12"},
		{"sh bot.py --share {share} --last {last}", "sh /home/me/bot.py --share 1.5 --last all", "--share 1.5 --last all"},
		{"sh bot.sh {parameters}", `sh /home/me/bot.sh '{"share":1.23456}'`, `'{"share":1.23}'`},
		{"sh bot.sh {cash}", "sh bot.sh 12345.678", "12346"},
		{"sh bot.sh {level}", "sh /opt/other.sh --level 3", "sh other.sh --level 3"},
	} {
		if have := parameterWords(c[0], c[1]); have != c[2] {
			t.Errorf("%s: have %s, want %s", c[1], have, c[2])
		}
	}
}
