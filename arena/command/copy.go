package command

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"bloodline/engine"
	"bloodline/internal/disk"
	"bloodline/internal/system"
)

// Copy is a bot with the files that its command names, so that the bot can be kept as it is.
type Copy struct {
	Command string // a line, with {bot} for the folder of the copied files
	Digest  string // of the command and the files
	From    string // folder that all copied files are in or below; empty without files

	files      map[string]string // paths, by their paths in the copy
	parameters []byte            // of the file of parameters; nil without one
}

// folderWord stands for the folder of a copy in its command.
const folderWord = "{bot}"

// runtimes matches programs that run others and need files of their own, so they are not copied.
var runtimes = regexp.MustCompile(`^(env|` + interpreterNames + `|(pypy|luajit)[0-9.]*|deno|bun|java|julia|dotnet|mono|wine|` +
	`Rscript)(\.exe)?$`)

// isInstalled reports whether a program belongs to the system: one of [runtimes], or in the path but not in the home.
func isInstalled(path string) bool {
	if runtimes.MatchString(filepath.Base(path)) {
		return true
	}
	home, err := os.UserHomeDir()
	below, outside := filepath.Rel(home, path)
	if err == nil && outside == nil && filepath.IsLocal(below) && home != filepath.Dir(home) {
		return false
	}
	return slices.Contains(filepath.SplitList(os.Getenv("PATH")), filepath.Dir(path))
}

// CopyOf returns the copy of a bot with the files that its command names, and more files or folders. A folder that the
// command names is copied unless it holds the run file. It reads all of these files.
func (g *Game) CopyOf(p engine.Player, more []string) (*Copy, error) {
	b := p.(*Bot)
	c, words := &Copy{files: map[string]string{}, parameters: b.parameters}, slices.Clone(b.words)
	var named []string
	for i, w := range words {
		info, err := os.Stat(w)
		if g.Plain || err != nil || !filepath.IsAbs(w) {
			continue
		}
		if isInstalled(w) {
			if found, err := system.LookPath(filepath.Base(w)); err == nil && found == w {
				words[i] = filepath.Base(w) // the same bot on another machine
			}
			continue
		}
		if inside, err := filepath.Rel(w, g.folder); err == nil && info.IsDir() && filepath.IsLocal(inside) {
			continue
		}
		named, words[i] = append(named, w), folderWord+w
	}
	for _, path := range more {
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		named = append(named, full)
	}
	if len(named) > 0 {
		c.From = filepath.Dir(named[0])
	}
	for _, path := range named {
		for {
			if below, err := filepath.Rel(c.From, path); err == nil && filepath.IsLocal(below) {
				break
			}
			if c.From == filepath.Dir(c.From) {
				return nil, fmt.Errorf("%s and %s are on different drives", named[0], path)
			}
			c.From = filepath.Dir(c.From)
		}
	}
	for i, w := range words {
		if path, ok := strings.CutPrefix(w, folderWord); ok && slices.Contains(named, path) {
			near, _ := filepath.Rel(c.From, path) // which is below it
			words[i] = folderWord + "/" + filepath.ToSlash(near)
		}
		words[i] = strings.ReplaceAll(words[i], "{parameters}", folderWord+"/"+ParametersFile)
	}
	c.Command = system.Line(words)
	for _, path := range named {
		if err := c.list(path); err != nil {
			return nil, err
		}
	}
	var err error
	c.Digest, err = digestOfFiles(c.Command, c.Files(), c.open)
	return c, err
}

// list adds a file, or those below a folder.
func (c *Copy) list(path string) error {
	const mostFiles = 10_000
	return filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			return err // a link to a folder
		}
		near, err := filepath.Rel(c.From, file)
		if c.files[filepath.ToSlash(near)] = file; len(c.files) > mostFiles {
			return fmt.Errorf("%s has more than %d files: a bot's folder must have its own files alone", path, mostFiles)
		}
		return err
	})
}

func (c *Copy) open(name string) (content io.ReadCloser, mode fs.FileMode, err error) {
	if name == ParametersFile && c.parameters != nil {
		return io.NopCloser(bytes.NewReader(c.parameters)), 0o644, nil
	}
	return opened(c.files[name])
}

func opened(path string) (io.ReadCloser, fs.FileMode, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, 0o644 | info.Mode()&0o111, nil
}

// DigestOfCopy returns the digest of a copy by its command, its folder and the names of its files.
func DigestOfCopy(command, dir string, names []string) (string, error) {
	return digestOfFiles(command, names, func(name string) (io.ReadCloser, fs.FileMode, error) {
		return opened(filepath.Join(dir, filepath.FromSlash(name)))
	})
}

type opener = func(name string) (content io.ReadCloser, mode fs.FileMode, err error)

func digestOfFiles(command string, names []string, open opener) (string, error) {
	all := sha256.New()
	fmt.Fprintf(all, "%q\n", command)
	for _, name := range names {
		f, mode, err := open(name)
		if err != nil {
			return "", err
		}
		one := sha256.New()
		_, err = io.Copy(one, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%q %v %x\n", name, mode&0o100 != 0, one.Sum(nil))
	}
	return hex.EncodeToString(all.Sum(nil)[:16]), nil
}

func (c *Copy) Files() []string {
	names := slices.Collect(maps.Keys(c.files))
	if c.parameters != nil {
		names = append(names, ParametersFile)
	}
	slices.Sort(names)
	return names
}

// Write writes the files into a folder that is the program's own.
func (c *Copy) Write(dir string) error {
	for _, name := range c.Files() {
		f, mode, err := c.open(name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		var t *os.File
		if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
			t, err = disk.Own(disk.Part(to), os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
		}
		if err == nil {
			_, err = io.Copy(t, f)
			err = disk.Finish(t, to, mode, err)
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	if now, err := DigestOfCopy(c.Command, dir, c.Files()); err != nil || now != c.Digest {
		return cmp.Or(err, errors.New("its files changed while they were copied"))
	}
	return nil
}

// LineOfCopy returns the command of a copy whose files are in a folder.
func LineOfCopy(command, dir string) (string, error) {
	words, err := system.Words(command)
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, folderWord, dir)
	}
	return system.Line(words), err
}

// Copied returns the bot of a copy's command, whose files are in a folder.
func (g *Game) Copied(line, dir string) (engine.Player, error) {
	line, err := LineOfCopy(line, dir)
	if err != nil {
		return nil, err
	}
	b, err := g.Program(line, dir)
	if err != nil {
		return nil, err
	}
	b.readable = []string{dir}
	return b, g.CheckProgram(b)
}
