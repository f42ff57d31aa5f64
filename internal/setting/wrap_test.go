package setting_test

import (
	"testing"

	"bloodline/internal/setting"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one", 2, "  one"}, // a word is never broken
		{"one two  three\nfour", 9, "  one two\n  three\n  four"},
		{"one two", 8, "  one\n  two"},
	} {
		if got := setting.Wrap(tt.text, "  ", tt.width); got != tt.want {
			t.Errorf("%q in %d columns: got %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}
