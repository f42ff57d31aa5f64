package cmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bloodline/arena/command"
	"bloodline/arena/record"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

func (x *cloning) writeGames(path string, games []*record.Record) error {
	if !x.add {
		var all bytes.Buffer
		for _, g := range games {
			if err := json.NewEncoder(&all).Encode(g); err != nil {
				return err
			}
		}
		return disk.Write(path, all.Bytes(), nil)
	}
	f, err := disk.Append(path)
	if err != nil {
		return err
	}
	w := record.Writer{File: f}
	for _, g := range games {
		if err := w.Record(g); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return f.Close()
}

func (x *cloning) isInput(path string) bool {
	info, err := os.Stat(path)
	return err == nil && slices.ContainsFunc(x.from, func(from string) bool {
		other, err := os.Stat(from)
		return err == nil && os.SameFile(info, other)
	})
}

// fileNames returns the names of the players' files, and takes them for this process alone. With --add a player keeps
// the file that names it, of NAME.json, NAME-2.json and so on.
func (x *cloning) fileNames(players []string) (names []string, err error) {
	x.cloneGames = map[string]string{}
	for _, p := range players {
		own, name := plainName(p), ""
		var other error // the first file is another player's
		for try, n := own, 2; name == ""; try, n = fmt.Sprintf("%s-%d", own, n), n+1 {
			// Names that differ in case only are one file on Windows.
			if slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, try) }) {
				continue
			}
			of, err := x.lockName(try)
			switch path := filepath.Join(x.dir, try+".json"); {
			case err != nil:
				return nil, err
			case of == p && !x.add:
				return nil, usage("%s is there already: --add adds games to it, --out names another folder", path)
			case of == p, of == "" && other == nil:
				name = try
			case of == "":
				return nil, other
			default:
				if other = cmp.Or(other, usage("%s is the clone of %s, not of %s: --out names another folder", path, of, p)); !x.add {
					return nil, other
				}
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// lockName takes a name for this process alone. It returns the player whose clone has the name; none if it is free.
func (x *cloning) lockName(name string) (of string, err error) {
	if err := os.MkdirAll(x.dir, 0o755); err != nil {
		return "", err
	}
	base := filepath.Join(x.dir, name)
	unlock, err := disk.Lock(filepath.Join(x.dir, "."+name+".lock"))
	if errors.Is(err, system.ErrHeld) {
		return "", fmt.Errorf("clone: another clone writes %s.json: wait until it has ended, or name another folder by --out", base)
	} else if err != nil {
		return "", err
	}
	x.unlock = append(x.unlock, unlock)
	var games bool
	if x.add || !x.isInput(base+".jsonl") {
		games, err = existsWritable(base + ".jsonl")
	}
	there, failed := existsWritable(base + ".json")
	switch err = cmp.Or(failed, err); {
	case err != nil:
		return "", usage("%w: --out names another folder", err)
	case !there && games && !x.add:
		return "", usage("%s.jsonl is there already: --add adds games to it, --out names another folder", base)
	case !there:
		return "", nil
	}
	data, err := disk.Read(base+".json", champion.MaxSize)
	if err != nil {
		return "", err
	}
	f, err := champion.Decode(data)
	if err != nil || f.Clone == nil {
		return "", usage("%s.json is not a clone: --out names another folder", base)
	}
	x.cloneGames[name] = f.Game
	return f.Clone.Of, nil
}

// existsWritable reports whether a file exists; an error says that it does but cannot be written.
func existsWritable(path string) (bool, error) {
	f, err := disk.Own(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return true, f.Close()
}

// A script is a word with a folder or an extension; an ordinary name tells no player from another.
var (
	scriptPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[^-].*([/\\]|\.[A-Za-z]\w*$)`) })
	genericNames  = strings.Fields("agent app bin bot build debug dist game index main out play player program " +
		"release run src start target")
)

// plainName makes the name of a player's files: for a program that of its script, or of its folder.
func plainName(player string) string {
	name, line, program := command.Program(player)
	if !program || name != player {
		return champion.PlainRunName(cmp.Or(name, player))
	}
	words, err := system.Words(line)
	if err != nil || len(words) == 0 {
		return champion.PlainRunName(line)
	}
	at := filepath.ToSlash(words[0])
	if !strings.Contains(at, "/") || path.Base(path.Dir(at)) == "bin" { // a command of the system, such as python3
		if i := slices.IndexFunc(words[1:], scriptPattern().MatchString); i >= 0 {
			at = filepath.ToSlash(words[1+i])
		}
	}
	base := strings.TrimSuffix(path.Base(at), path.Ext(at))
	for name = base; slices.Contains(genericNames, strings.ToLower(name)); name = path.Base(at) {
		if at = path.Dir(at); strings.Trim(at, "./") == "" {
			return champion.PlainRunName(base)
		}
	}
	return champion.PlainRunName(name)
}
