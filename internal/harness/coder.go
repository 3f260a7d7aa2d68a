package harness

import (
	"cmp"
	"go/types"
	goversion "go/version"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Coder makes signatures and code for the functions of one package.
type Coder struct {
	pkg     *load.Package
	written map[string]string           // type checker's path of an imported package → path as the source writes it
	names   map[string]string           // path as written → name in generated files
	used    map[string]bool             // names that are given away
	calling bool                        // the parameters of what makes inputs are looked at
	ins     [2]typeutil.Map             // types.Type → *input.Type, as inputs, by place
	outs    typeutil.Map                // *types.Named, *types.Interface → *input.Type, as outcomes
	state   *state                      // filled on first use
	cut     map[*input.Type]int         // ways to make a value that were left out
	context *usage                      // of the function that is being signed; nil: none
	solids  map[*input.Type]*input.Type // the same without nil
	told    *told                       // filled on first use
	returns []types.Type                // filled on first use
	end     *input.Type                 // an error that is not nil; filled on first use

	objects  typeutil.Map // types.Type → *object
	plain    typeutil.Map // *types.Named → *input.Type, as fields
	judge    func(*types.Func) bool
	standing map[string]*types.Named // types that stand in for others, by import path and name
	changers map[*types.Func]bool    // methods that were looked at
	sizes    map[*types.Var]bool     // filled on first use
	dotted   *mentioned              // filled on first use
	wrote    map[string]*input.Type  // what the decoders and encoders of the last generated file are for
	tagged   *tagWords               // of the package; nil: it was not looked through
	habits   *customs                // filled on first use
	asked    []string                // for which kinds of package reflect; filled on first use
	literals bool                    // objects are plain data

	returning typeutil.Map // *types.Named → []*types.Func, methods that return a pointer to it
	sharing   *sharing
}

// New returns a coder for pkg, which has syntax and type information.
func New(pkg *load.Package) *Coder {
	c := &Coder{pkg: pkg, written: map[string]string{}, names: map[string]string{}, sharing: newSharing(), cut: map[*input.Type]int{}, solids: map[*input.Type]*input.Type{}}
	c.used = map[string]bool{"unsafe": true, "testing": true, "reflect": true, "math": true, "strings": true}
	for _, at := range slices.Sorted(maps.Keys(pkg.Imports)) {
		q := pkg.Imports[at]
		if at == "C" || at == "unsafe" || q.Types == nil {
			continue
		}
		c.written[q.Types.Path()] = at
		c.names[at] = c.freeName(q.Types.Name(), at, c.used)
	}
	return c
}

// freeName returns name, or name with a number if it means something else in
// the package or in a test file of it.
func (c *Coder) freeName(name, at string, used map[string]bool) string {
	free := name
	for n := 2; c.taken(free) || used[free] && free != at; n++ {
		free = name + strconv.Itoa(n)
	}
	used[free] = true
	return free
}

func (c *Coder) taken(name string) bool {
	return c.pkg.Types.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil
}

// Qualify returns the name by which a file of the package can refer to the
// package with the given import path: "" for the package itself. It is false
// where an import of it could close a cycle.
func (c *Coder) Qualify(at string) (name string, ok bool) {
	if at == c.pkg.Types.Path() {
		return "", true
	}
	if name, ok := c.names[at]; ok {
		return name, true
	}
	name = c.freeName(path.Base(at), at, map[string]bool{})
	return name, !c.pkg.Std || c.reaches(at) || c.below(at)
}

// foundations are the public packages that the packages which literals need
// stand on.
var foundations = map[string][]string{
	"math":    {"math/bits", "unsafe"},
	"strings": {"errors", "io", "iter", "math/bits", "runtime", "sync", "sync/atomic", "unicode", "unicode/utf8", "unsafe"},
}

// below reports whether at is known not to import the package, itself a part
// of the standard library.
func (c *Coder) below(at string) bool {
	list, known := foundations[at]
	self := c.pkg.ImportPath
	return known && !slices.Contains(list, self) && !strings.Contains("/"+self+"/", "/internal/") && !strings.HasPrefix(self, "runtime/")
}

// reaches reports whether the package imports at, directly or not.
func (c *Coder) reaches(at string) bool {
	all := syntax.Reach((*types.Package).Imports, c.pkg.Types.Imports()...)
	return slices.ContainsFunc(all, func(p *types.Package) bool { return p.Path() == at })
}

// nameable returns why a file of the package cannot write down the named
// type, or "".
func (c *Coder) nameable(obj *types.TypeName) string {
	switch p := obj.Pkg(); {
	case p == nil:
		return ""
	case p == c.pkg.Types:
		if obj.Parent() != nil && obj.Parent() != p.Scope() {
			return "type " + obj.Name() + " is local to a function"
		}
		return ""
	case !obj.Exported():
		return "type " + p.Name() + "." + obj.Name() + " is not exported"
	case p.Path() == "unsafe":
		return ""
	case c.written[p.Path()] == "" && !(c.calling && c.adopt(p)):
		return "type " + p.Name() + "." + obj.Name() + " is of a package that this one does not import"
	}
	return ""
}

// adopt has generated files import a package of the standard library that the
// package under test does not import itself, but of which one of its imports wants
// a value: it stands below that, so that no cycle can close.
func (c *Coder) adopt(p *types.Package) bool {
	at := p.Path()
	first, _, _ := strings.Cut(at, "/")
	hidden := strings.Contains("/"+at+"/", "/internal/") || first == "vendor"
	if c.pkg.Std || hidden || strings.Contains(first, ".") {
		return false
	}
	c.written[at] = at
	c.names[at] = c.freeName(p.Name(), at, c.used)
	return true
}

// goText is how a type is written, and what must be imported for that.
type goText struct {
	text    string
	imports []input.Import
}

// write returns the text of t in the package under test. Named types are
// known to be nameable.
func (c *Coder) write(t types.Type) goText {
	var g goText
	g.text = types.TypeString(substitute(t, nil), func(p *types.Package) string {
		if p == c.pkg.Types {
			return ""
		}
		at := c.written[p.Path()]
		name := c.names[at]
		if p.Path() == "unsafe" {
			at, name = "unsafe", "unsafe"
		}
		if at == "" {
			name = p.Name()
		} else if imp := (input.Import{Name: name, Path: at}); !slices.Contains(g.imports, imp) {
			g.imports = append(g.imports, imp)
		}
		return name
	})
	if g.text = c.dated(g.text); strings.HasPrefix(g.text, "<-chan") {
		g.text = "(" + g.text + ")"
	}
	return g
}

var anyType = regexp.MustCompile(`(^|[^\pL\pN_.]|[.]{3})any\b`)

// dated writes any in the text of a type as a package does that is written for
// a version of Go without it.
func (c *Coder) dated(text string) string {
	if c.generics() || c.pkg.Types.Scope().Lookup("any") != nil {
		return text
	}
	return anyType.ReplaceAllString(text, "${1}interface{}")
}

// generics reports whether the package is written for a version of Go with type
// parameters.
func (c *Coder) generics() bool {
	m := c.pkg.Module
	return m == nil || goversion.Compare("go"+cmp.Or(m.GoVersion, "1.16"), "go1.18") >= 0
}
