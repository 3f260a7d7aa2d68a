package harness

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// A Setting is state of the standard library that one function sets and another tells, so that a
// test can put it back.
type Setting struct {
	Path string // import path of its package
	Name string // in lower camel case, for the variable that holds the old value
	get  string // expression for the value; %[1]s is the package
	put  string // statement that puts a value back; %[2]s is the value
	anew string // statement that sets the value with which a run begins, "" if it begins with the old one
}

// Get returns the expression for the value, in a file that knows the package as pkg.
func (s Setting) Get(pkg string) string { return fmt.Sprintf(s.get, pkg) }

// Put returns the statement that puts the value old back.
func (s Setting) Put(pkg, old string) string { return fmt.Sprintf(s.put, pkg, old) }

// Anew returns the statement that sets the value with which a run begins, "" if there is none.
func (s Setting) Anew(pkg string) string {
	if s.anew == "" {
		return ""
	}
	return fmt.Sprintf(s.anew, pkg)
}

var (
	logFlags   = Setting{"log", "flags", "%s.Flags()", "%s.SetFlags(%s)", ""}
	logPrefix  = Setting{"log", "prefix", "%s.Prefix()", "%s.SetPrefix(%s)", ""}
	logOutput  = Setting{"log", "output", "%s.Writer()", "%s.SetOutput(%s)", ""}
	slogLogger = Setting{"log/slog", "logger", "%s.Default()", "%s.SetDefault(%s)", ""}
	maxProcs   = Setting{"runtime", "maxProcs", "%s.GOMAXPROCS(0)", "%s.GOMAXPROCS(%s)", ""}
	serveMux   = Setting{"net/http", "serveMux", "%s.DefaultServeMux", "%s.DefaultServeMux = %s", "%[1]s.DefaultServeMux = %[1]s.NewServeMux()"}
)

// settings maps a function of the standard library to the state that it changes, in the order in
// which the state is put back: a logger of package slog takes over the output of package log.
var settings = map[string][]Setting{
	"log.SetFlags":                    {logFlags},
	"log.SetPrefix":                   {logPrefix},
	"log.SetOutput":                   {logOutput},
	"(*log.Logger).SetFlags":          {logFlags},
	"(*log.Logger).SetPrefix":         {logPrefix},
	"(*log.Logger).SetOutput":         {logOutput},
	"log/slog.SetDefault":             {slogLogger, logFlags, logOutput},
	"runtime.GOMAXPROCS":              {maxProcs},
	"net/http.Handle":                 {serveMux},
	"net/http.HandleFunc":             {serveMux},
	"(*net/http.ServeMux).Handle":     {serveMux},
	"(*net/http.ServeMux).HandleFunc": {serveMux},
}

// valueOf names, for the methods among the functions of settings, the default value: code that does
// not name it calls the method on another value.
var valueOf = map[string]string{
	"(*log.Logger).SetFlags":          "log.Default",
	"(*log.Logger).SetPrefix":         "log.Default",
	"(*log.Logger).SetOutput":         "log.Default",
	"(*net/http.ServeMux).Handle":     "net/http.DefaultServeMux",
	"(*net/http.ServeMux).HandleFunc": "net/http.DefaultServeMux",
}

// Settings returns the settings that a call of fn may change, by package and name.
func (c *Coder) Settings(fn *types.Func) []Setting { return c.settingsOf(c.run(fn.Origin())) }

// settingsOf returns the settings that functions of the package may change themselves.
func (c *Coder) settingsOf(funcs []types.Object) (list []Setting) {
	named := map[string]bool{}
	for _, f := range funcs {
		for _, o := range c.vars().mentions.Of(f) {
			if !c.onlyAsks(f, o) {
				named[fullName(o)] = true
			}
		}
	}
	for name := range named {
		if value := valueOf[name]; value != "" && !named[value] {
			continue
		}
		for _, s := range settings[name] {
			if !slices.Contains(list, s) && s.Path != c.pkg.ImportPath && (!c.pkg.Std || c.importsPath(s.Path)) {
				list = append(list, s)
			}
		}
	}
	slices.SortFunc(list, func(a, b Setting) int {
		return cmp.Or(-strings.Compare(a.Path, b.Path), strings.Compare(a.Name, b.Name))
	})
	return list
}

// onlyAsks reports whether a declaration calls the function with zeros only, which is how
// runtime.GOMAXPROCS is asked and not set.
func (c *Coder) onlyAsks(from, called types.Object) bool {
	if fullName(called) != "runtime.GOMAXPROCS" {
		return false
	}
	for n := range ast.Preorder(c.vars().mentions.Declared[from]) {
		call, ok := n.(*ast.CallExpr)
		if !ok || typeutil.Callee(c.pkg.Info, call) != called {
			continue
		}
		if v := c.pkg.Info.Types[call.Args[0]].Value; v == nil || constant.Sign(v) != 0 {
			return false
		}
	}
	return true
}

// fullName returns the name of a function or package variable with the import path of its package.
func fullName(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		return f.FullName()
	}
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// writeSettings returns the statements that save and restore settings in generated code, and the
// declaration of the variable that they share.
func (g *generator) writeSettings(list []Setting) (decl, save, restore string) {
	if len(list) == 0 {
		return "", "", ""
	}
	var saves, puts strings.Builder
	for i, s := range list {
		name := g.qualifier(s.Path)
		old := fmt.Sprintf("zznmOld%d", i)
		fmt.Fprintf(&saves, "%s := %s\n", old, s.Get(name))
		fmt.Fprintf(&puts, "%s\n%s\n", s.Put(name, old), s.Anew(name))
	}
	return "var zznmPutBack func()\n", saves.String() + "zznmPutBack = func() {\n" + puts.String() + "}\nzznmPutBack()\n", "zznmPutBack()\n"
}

// Leaves returns a package variable that a call of fn may change and that is not put back, nil if
// there is none. A variable that a sync.Once sets, and that a fresh run has as in a new process, does not count.
func (c *Coder) Leaves(fn *types.Func) *types.Var {
	s := c.vars()
	fresh := s.fresh()
	for _, f := range c.run(fn.Origin()) {
		for _, at := range s.changedBy[f] {
			if slices.ContainsFunc(s.kept, func(k Unrestored) bool { return k.Var == at.v }) && !slices.Contains(fresh, at.v) {
				return at.v
			}
		}
	}
	return nil
}
