package setting

import "strings"

// Wrap breaks text into lines of at most width columns behind an indent.
func Wrap(text, indent string, width int) string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines) - 1; n >= 0 && len(lines[n])+1+len(word) <= width {
			lines[n] += " " + word
		} else {
			lines = append(lines, indent+word)
		}
	}
	return strings.Join(lines, "\n")
}

// Clip cuts a text behind so many characters.
func Clip(text string, most int) string {
	if all := []rune(text); len(all) > most {
		return string(all[:most]) + "..."
	}
	return text
}
