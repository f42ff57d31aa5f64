package export

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
)

// single merges main.go and the packages that it uses into one file, for contests that accept only one. Unused
// declarations are left out. A declaration whose name is taken is renamed: View of package seat becomes seatView.
//
// The type checker lacks the standard library, but resolves the names of the merged packages in spite of its errors.
func (b *Bot) single(files []File) (File, error) {
	s := &merger{bot: b, set: token.NewFileSet(), text: map[string][]byte{}, folders: map[string][]*ast.File{}, packages: map[string]*types.Package{}}
	s.info = types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}}
	for _, f := range files {
		tree, err := parser.ParseFile(s.set, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return File{}, fmt.Errorf("read source: %w", err)
		}
		folder := path.Dir(f.Path)
		if bytes.Contains(f.Text, []byte("//go:build")) {
			return File{}, fmt.Errorf("%s has a build constraint, which does not hold for a part of a file", f.Path)
		}
		s.text[f.Path], s.folders[folder] = f.Text, append(s.folders[folder], tree)
	}
	s.check(".")
	for _, folder := range s.order {
		for _, f := range s.folders[folder] {
			for _, d := range f.Decls {
				s.decls = append(s.decls, s.declare(folder, f, d))
			}
		}
	}
	s.reached = map[types.Object]bool{} // by main, directly or through other declarations, with all methods of types
	for more := true; more; {
		more = false
		for i := range s.decls {
			d := &s.decls[i]
			if !d.keep && slices.ContainsFunc(d.declares, func(o types.Object) bool { return s.reached[o] }) {
				d.keep, more = true, true
				s.each(d.node, func(_ *ast.Ident, o types.Object) { s.reached[o] = true })
			}
		}
		if len(s.reached) == 0 { // main begins
			s.reached[s.packages["."].Scope().Lookup("main")], more = true, true
		}
	}
	s.chooseNames()
	text, err := format.Source([]byte(s.write()))
	if err != nil {
		return File{}, fmt.Errorf("format main.go: %w", err)
	}
	return File{"main.go", text}, nil
}

type merger struct {
	bot      *Bot
	set      *token.FileSet
	text     map[string][]byte // of a file, by its path
	folders  map[string][]*ast.File
	order    []string // folders, each behind those that it imports
	packages map[string]*types.Package
	info     types.Info

	decls   []decl
	reached map[types.Object]bool
	names   map[types.Object]string // new ones
	imports map[string]string       // names in the file, by import path
}

type decl struct {
	folder   string
	node     ast.Decl
	doc      *ast.CommentGroup
	file     *ast.File
	declares []types.Object // the objects that it declares; of a method, the type of its receiver
	method   bool
	keep     bool
}

func (s *merger) Import(target string) (*types.Package, error) {
	if _, ours := s.bot.sources(target); ours {
		return s.check(s.bot.pathInModule(target)), nil
	}
	p := types.NewPackage(target, baseOf(target))
	p.MarkComplete()
	return p, nil
}

// baseOf is the name of a package of the standard library: rand of math/rand/v2.
func baseOf(target string) string {
	base := path.Base(target)
	if _, err := strconv.Atoi(strings.TrimPrefix(base, "v")); err == nil && strings.HasPrefix(base, "v") {
		return path.Base(path.Dir(target))
	}
	return base
}

// check resolves the names of a folder and, before them, those of the folders that it imports.
func (s *merger) check(folder string) *types.Package {
	if p, ok := s.packages[folder]; ok {
		return p
	}
	conf := types.Config{Importer: s, Error: func(error) {}}
	p, _ := conf.Check(folder, s.set, s.folders[folder], &s.info)
	for _, f := range s.folders[folder] {
		delete(s.info.Defs, f.Name) // the name of the package, which the merged file does not have
	}
	s.packages[folder] = p
	s.order = append(s.order, folder)
	return p
}

func (s *merger) isTopLevel(o types.Object) bool {
	return o != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() && s.packages[o.Pkg().Path()] == o.Pkg()
}

// embedded returns the type that an embedded field is named for, nil for other objects.
func embedded(o types.Object) types.Object {
	v, ok := o.(*types.Var)
	if !ok || !v.Embedded() {
		return nil
	}
	t := v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case *types.Named:
		return t.Origin().Obj()
	case *types.Alias:
		return t.Obj()
	}
	return nil
}

func (s *merger) declare(folder string, f *ast.File, node ast.Decl) decl {
	d := decl{folder: folder, node: node, file: f}
	add := func(id *ast.Ident) {
		if o := s.info.Defs[id]; o != nil && id.Name != "_" {
			d.declares = append(d.declares, o)
		}
	}
	switch n := node.(type) {
	case *ast.FuncDecl:
		d.doc = n.Doc
		switch {
		case n.Recv != nil:
			d.method = true
			ast.Inspect(n.Recv.List[0].Type, func(x ast.Node) bool {
				if id, ok := x.(*ast.Ident); ok && len(d.declares) == 0 {
					d.declares = append(d.declares, s.info.Uses[id])
				}
				return true
			})
		case n.Name.Name == "init":
			d.declares = []types.Object{s.packages["."].Scope().Lookup("main")}
		default:
			add(n.Name)
		}
	case *ast.GenDecl:
		d.doc = n.Doc
		for _, spec := range n.Specs {
			switch x := spec.(type) {
			case *ast.TypeSpec:
				add(x.Name)
			case *ast.ValueSpec:
				for _, id := range x.Names {
					add(id)
				}
			}
		}
	}
	return d
}

// each calls f for every identifier of a node that denotes a package, or a top-level object of a merged package.
func (s *merger) each(n ast.Node, f func(*ast.Ident, types.Object)) {
	ast.Inspect(n, func(x ast.Node) bool {
		id, ok := x.(*ast.Ident)
		if !ok {
			return true
		}
		o := s.info.Uses[id]
		if o == nil {
			o = s.info.Defs[id]
		}
		if t := embedded(o); t != nil {
			o = t
		}
		if _, imported := o.(*types.PkgName); imported || s.isTopLevel(o) {
			f(id, o)
		}
		return true
	})
}

// chooseNames gives kept declarations and imports names that differ from predeclared ones and those inside functions.
func (s *merger) chooseNames() {
	used := map[string]bool{}
	for _, name := range types.Universe.Names() {
		used[name] = true
	}
	for id, o := range s.info.Defs {
		if o == nil || o.Parent() != nil && !s.isTopLevel(o) {
			used[id.Name] = true
		}
	}
	s.imports, s.names = map[string]string{}, map[types.Object]string{}
	free := func(name, prefix string) string {
		if used[name] {
			name = prefix + strings.ToUpper(name[:1]) + name[1:]
		}
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	for _, d := range s.decls {
		if d.keep {
			s.each(d.node, func(_ *ast.Ident, o types.Object) {
				p, ok := o.(*types.PkgName)
				if !ok || s.packages[p.Imported().Path()] == p.Imported() {
					return
				}
				if target := p.Imported().Path(); s.imports[target] == "" {
					s.imports[target] = free(baseOf(target), strings.ReplaceAll(path.Dir(target), "/", ""))
				}
			})
		}
	}
	for _, d := range slices.Backward(s.decls) { // those of main first
		for _, o := range d.declares {
			if d.keep && !d.method && s.names[o] == "" {
				s.names[o] = free(o.Name(), o.Pkg().Name())
			}
		}
	}
}

// write returns the kept declarations: main first, for the reader, then each package behind those that it imports. Go
// initialises packages in that order, and within a file it sees no dependency of a variable through an interface.
func (s *merger) write() string {
	var out strings.Builder
	main := s.folders["."][0]
	fmt.Fprintf(&out, "%spackage main\n\nimport (\n", s.source(main, main.Doc.Pos(), main.Package))
	for target, name := range s.imports {
		if name == baseOf(target) {
			name = ""
		}
		fmt.Fprintf(&out, "%s %q\n", name, target)
	}
	out.WriteString(")\n")
	for _, folder := range append([]string{"."}, s.order[:len(s.order)-1]...) { // main was last
		if folder != "." {
			fmt.Fprintf(&out, "\n// From %s:\n", folder)
		}
		for _, d := range s.decls {
			if d.keep && d.folder == folder {
				out.WriteString("\n" + s.renamedText(d) + "\n")
			}
		}
	}
	return out.String()
}

// renamedText returns the text of a declaration with its comment, by the new names.
func (s *merger) renamedText(d decl) string {
	var out strings.Builder
	at, end := d.node.Pos(), d.node.End()
	if d.doc != nil {
		at = d.doc.Pos()
	}
	s.each(d.node, func(id *ast.Ident, o types.Object) {
		out.WriteString(s.source(d.file, at, id.Pos()))
		at = id.End()
		p, imported := o.(*types.PkgName)
		switch {
		case imported && s.packages[p.Imported().Path()] == p.Imported():
			at++ // its dot
		case imported:
			out.WriteString(s.imports[p.Imported().Path()])
		default:
			out.WriteString(cmp.Or(s.names[o], id.Name)) // init has no object
		}
	})
	rest, _, _ := strings.Cut(string(s.text[s.path(d.file)][s.set.Position(end).Offset:]), "\n")
	if !strings.HasPrefix(strings.TrimSpace(rest), "//") {
		rest = ""
	}
	return out.String() + s.source(d.file, at, end) + rest
}

func (s *merger) path(f *ast.File) string { return s.set.Position(f.Package).Filename }

func (s *merger) source(f *ast.File, from, to token.Pos) string {
	return string(s.text[s.path(f)][s.set.Position(from).Offset:s.set.Position(to).Offset])
}
