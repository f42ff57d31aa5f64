package setting_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/internal/setting"
)

type group struct {
	Rate float64 `yaml:"rate" range:"(0,1]" default:"0.25" doc:"A rate."`
}

type settings struct {
	Seed   uint64        `yaml:"seed" default:"18446744073709551615" doc:"A seed."`
	Count  int           `yaml:"count" range:"[4,100]" default:"7" doc:"A count."`
	Error  float64       `yaml:"error" range:"(0,0.5)" default:"0.05" doc:"An error."`
	Word   string        `yaml:"word" words:"red,green" default:"green" doc:"A word."`
	Name   string        `yaml:"name" doc:"Any text."`
	Time   time.Duration `yaml:"time" default:"90s" doc:"A time."`
	List   []string      `yaml:"list" words:"a,b" default:"a,b" doc:"Words."`
	Group  group         `yaml:"group" doc:"A group."`
	Hidden int           `yaml:"-"`
	Bare   int
}

func TestSetDefaults(t *testing.T) {
	s := settings{Name: "x", Hidden: 3, Bare: 4}
	setting.SetDefaults(&s)
	want := settings{math.MaxUint64, 7, 0.05, "green", "", 90 * time.Second, []string{"a", "b"}, group{0.25}, 3, 4}
	if fmt.Sprint(s) != fmt.Sprint(want) {
		t.Errorf("have %v, want %v", s, want)
	}
	if e := setting.Check(&s); e != nil {
		t.Errorf("the defaults break rules: %v", e)
	}
}

func TestOf(t *testing.T) {
	var s settings
	var names []string
	for _, k := range setting.Of(&s) {
		names = append(names, k.Name)
		if p, ok := k.At.(*float64); ok && k.Name == "group.rate" {
			*p = 0.75
		}
	}
	if want := "seed count error word name time list group.rate"; strings.Join(names, " ") != want {
		t.Errorf("have %v, want %s", names, want)
	}
	if s.Group.Rate != 0.75 {
		t.Error("At is not the place of the value")
	}
	if got := setting.Groups(&s); !slices.Equal(got, []setting.Group{{Name: "group", Doc: "A group."}}) {
		t.Errorf("groups %v", got)
	}
}

// Every bound of every kind of range, from both sides.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		edit func(*settings)
		want string
	}{
		{func(s *settings) { s.Count = 4 }, ""},
		{func(s *settings) { s.Count = 100 }, ""},
		{func(s *settings) { s.Count = 3 }, "count: must be in [4, 100], have 3"},
		{func(s *settings) { s.Count = 101 }, "count: must be in [4, 100], have 101"},
		{func(s *settings) { s.Error = 0 }, "error: must be in (0, 0.5), have 0"},
		{func(s *settings) { s.Error = 0.5 }, "error: must be in (0, 0.5), have 0.5"},
		{func(s *settings) { s.Error = math.Nextafter(0.5, 0) }, ""},
		{func(s *settings) { s.Error = math.NaN() }, "error: must be in (0, 0.5), have NaN"},
		{func(s *settings) { s.Error = math.Inf(1) }, "error: must be in (0, 0.5), have +Inf"},
		{func(s *settings) { s.Group.Rate = 1 }, ""},
		{func(s *settings) { s.Group.Rate = 1.7 }, "group.rate: must be in (0, 1], have 1.7"},
		{func(s *settings) { s.Group.Rate = math.SmallestNonzeroFloat64 }, ""},
		{func(s *settings) { s.Word = "blue" }, `word: must be one of red, green, have "blue"`},
		{func(s *settings) { s.Word = "" }, `word: must be one of red, green, have ""`},
		{func(s *settings) { s.List = []string{"b", "c"} }, `list[1]: must be one of a, b, have "c"`},
		{func(s *settings) { s.List = nil }, ""},
		{func(s *settings) { s.Name = "anything" }, ""},
		{func(s *settings) { s.Time = 0 }, ""},
		{func(s *settings) { s.Time = -1 }, "time: " + setting.RuleDuration + ", have -1ns"},
	} {
		var s settings
		setting.SetDefaults(&s)
		tt.edit(&s)
		var have []string
		for _, e := range setting.Check(&s) {
			have = append(have, e.Error())
		}
		if strings.Join(have, "\n") != tt.want {
			t.Errorf("have %q, want %q", have, tt.want)
		}
	}
}

// A tag that makes no sense is found when the settings are first read.
func TestOf_panics(t *testing.T) {
	for name, s := range map[string]any{
		"no end": &struct {
			A int `yaml:"a" range:"[0,1"`
		}{},
		"reversed": &struct {
			A int `yaml:"a" range:"[1,0]"`
		}{},
		"words": &struct {
			A int `yaml:"a" range:"[x,1]"`
		}{},
		"default": &struct {
			A int `yaml:"a" default:"1.5"`
		}{},
		"type": &struct {
			A int8 `yaml:"a" default:"1"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			setting.SetDefaults(s)
		}()
	}
}
