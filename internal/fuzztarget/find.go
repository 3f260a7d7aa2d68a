package fuzztarget

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// A Target is a fuzz target of a package, or a law.
type Target struct {
	Name     string // such as FuzzParse
	Package  string // import path of the package under test
	Dir      string // of its files
	Position string // file and line
	Reason   string // why it cannot be searched; empty if it can

	Entry string            // name of the function to search
	Files map[string][]byte // the files to add to the package, by absolute path

	Signature *types.Signature // of a law, else nil
}

// LawComment marks a function of a test file, which returns a bool, as a law: it returns true for all arguments.
const LawComment = "//nearmiss:law"

// FindLaws lists the functions with a LawComment in the tests of a package. Their entries are the functions themselves.
func FindLaws(ctx context.Context, dir string, env []string, overlay map[string][]byte, path string) ([]*Target, error) {
	return find(ctx, dir, env, overlay, []string{path}, isLaw)
}

// Find lists the fuzz targets of the packages that match the patterns, by package and position: those whose names match
// only, if it is not nil. overlay holds contents that replace files, by absolute path.
func Find(ctx context.Context, dir string, env []string, overlay map[string][]byte, patterns []string, only *regexp.Regexp) ([]*Target, error) {
	paths, err := withTargets(ctx, dir, env, overlay, patterns)
	if err != nil || len(paths) == 0 {
		return nil, err
	}
	return find(ctx, dir, env, overlay, paths, func(fn *ast.FuncDecl) bool { return isTarget(fn) && (only == nil || only.MatchString(fn.Name.Name)) })
}

// find lists the functions in the tests of packages that are targets.
func find(ctx context.Context, dir string, env []string, overlay map[string][]byte, paths []string, is func(*ast.FuncDecl) bool) ([]*Target, error) {
	conf := &packages.Config{
		Context: ctx, Mode: cfg.LoadMode, Dir: dir, Env: load.ForCompiler(env), Overlay: overlay, Fset: token.NewFileSet(), Tests: true,
	}
	roots, err := packages.Load(conf, paths...)
	if err != nil {
		return nil, err
	}
	var list []*Target
	for _, path := range paths {
		s := &source{path: path, overlay: overlay, fset: conf.Fset, decls: map[string]*decl{}}
		for _, p := range roots {
			switch id, _, _ := strings.Cut(p.ID, " "); id {
			case path:
				if s.in == nil || p.ID != path { // the package with its test files is better than the package alone
					s.in = p
				}
			case path + "_test":
				s.out = p
			}
		}
		found, err := s.targets(is)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// withTargets lists the import paths of packages with test files that seem to declare a fuzz target.
func withTargets(ctx context.Context, dir string, env []string, overlay map[string][]byte, patterns []string) (paths []string, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-f", "{{$d := .Dir}}{{.ImportPath}}\t{{range .TestGoFiles}}{{$d}}/{{.}}\t{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}}\t{{end}}", "--"}, patterns...)...)
	cmd.Dir, cmd.Env = dir, load.ForCompiler(env)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%s", strings.TrimSpace(stderr.String()))
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for _, file := range fields[1:] {
			if file == "" {
				continue
			}
			text, err := read(overlay, filepath.FromSlash(file))
			if err != nil {
				return nil, err
			}
			if strings.Contains(string(text), "func Fuzz") {
				paths = append(paths, fields[0])
				break
			}
		}
	}
	return paths, nil
}

func read(overlay map[string][]byte, path string) ([]byte, error) {
	if text, ok := overlay[path]; ok {
		return text, nil
	}
	return os.ReadFile(path)
}

// A source is a package under test with its test files.
type source struct {
	path    string
	overlay map[string][]byte
	fset    *token.FileSet
	in      *packages.Package // the package with its own test files; nil if it has neither
	out     *packages.Package // the package of its external test files; nil if there are none
	files   []*file
	decls   map[string]*decl // declarations in test files, by key
}

// A file is a test file.
type file struct {
	path   string
	text   []byte
	syntax *ast.File
	info   *types.Info
	out    bool // it belongs to the external test package
}

// A decl is a top-level declaration of a test file.
type decl struct {
	file *file
	node ast.Decl
}

// targets lists the targets of the package.
func (s *source) targets(is func(*ast.FuncDecl) bool) (list []*Target, err error) {
	broken := ""
	var laws []*Target
	var decls []*decl
	for _, p := range []*packages.Package{s.in, s.out} {
		if p == nil {
			continue
		}
		if len(p.Errors) > 0 && broken == "" {
			first := p.Errors[max(0, slices.IndexFunc(p.Errors, func(e packages.Error) bool { return e.Kind == packages.TypeError }))]
			broken = "the tests of its package do not compile: " + first.Error()
		}
		for _, f := range p.Syntax {
			if err := s.add(p, f); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range s.files {
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !is(fn) {
				continue
			}
			at := s.fset.Position(fn.Pos())
			t := &Target{Name: fn.Name.Name, Package: s.path, Dir: filepath.Dir(at.Filename), Reason: broken, Entry: entryPrefix + fn.Name.Name}
			t.Position = fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
			switch d := (&decl{f, fn}); {
			case t.Reason != "":
			case isLaw(fn):
				laws, decls = append(laws, t), append(decls, d)
			default:
				t.Reason = s.extract(t, d)
			}
			list = append(list, t)
		}
	}
	s.extractLaws(laws, decls)
	return list, nil
}

// add adds a file of a package, if it is a test file.
func (s *source) add(p *packages.Package, f *ast.File) error {
	path := s.fset.File(f.FileStart).Name()
	if !strings.HasSuffix(path, "_test.go") {
		return nil
	}
	text, err := read(s.overlay, path)
	if err != nil {
		return err
	}
	one := &file{path, text, f, p.TypesInfo, p == s.out}
	s.files = append(s.files, one)
	for _, d := range f.Decls {
		for _, name := range declared(d) {
			s.decls[key(one.out, name)] = &decl{one, d}
		}
	}
	return nil
}

// key identifies a declaration in the test files of a package. The name of a method has that of its type before it.
func key(out bool, name string) string { return fmt.Sprint(out, " ", name) }

// declared lists the names that a declaration declares.
func declared(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []string{d.Name.Name}
		}
		for n := range ast.Preorder(d.Recv.List[0].Type) {
			if id, ok := n.(*ast.Ident); ok {
				return []string{id.Name + "." + d.Name.Name}
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// isTarget reports whether a function has the name and the form of a fuzz target, by the rule of the go command.
func isTarget(fn *ast.FuncDecl) bool {
	rest, ok := strings.CutPrefix(fn.Name.Name, "Fuzz")
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && fn.Recv == nil && fn.Body != nil && !(rest != "" && unicode.IsLower(first)) &&
		len(fn.Type.Params.List) == 1 && len(fn.Type.Params.List[0].Names) == 1 && strings.HasSuffix(types.ExprString(fn.Type.Params.List[0].Type), ".F")
}

// isLaw reports whether a function has the comment and the form of a law.
func isLaw(fn *ast.FuncDecl) bool {
	marked := fn.Doc != nil && slices.ContainsFunc(fn.Doc.List, func(c *ast.Comment) bool { return strings.TrimSpace(c.Text) == LawComment })
	return marked && fn.Recv == nil && fn.Body != nil && fn.Type.TypeParams == nil && fn.Type.Params.NumFields() > 0 && fn.Type.Results.NumFields() == 1 &&
		types.ExprString(fn.Type.Results.List[0].Type) == "bool"
}

// fuzzCall returns the statement of a target that calls f.Fuzz, and the call.
func fuzzCall(fn *ast.FuncDecl, info *types.Info) (stmt int, call *ast.CallExpr) {
	for i, s := range fn.Body.List {
		if x, ok := s.(*ast.ExprStmt); ok {
			if call, ok := x.X.(*ast.CallExpr); ok && isMethodOf(call, fn, info, "Fuzz") && len(call.Args) == 1 {
				return i, call
			}
		}
	}
	return 0, nil
}

// isMethodOf reports whether a call is of a method of the parameter of a target.
func isMethodOf(call *ast.CallExpr, fn *ast.FuncDecl, info *types.Info, method string) bool {
	x, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || x.Sel.Name != method {
		return false
	}
	id, ok := x.X.(*ast.Ident)
	return ok && info.Uses[id] == info.Defs[fn.Type.Params.List[0].Names[0]]
}

// adds reports whether a node calls f.Add.
func adds(n ast.Node, fn *ast.FuncDecl, info *types.Info) bool {
	return slices.ContainsFunc(slices.Collect(ast.Preorder(n)), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		return ok && isMethodOf(call, fn, info, "Add")
	})
}
