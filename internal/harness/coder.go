package harness

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	goversion "go/version"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/since"
	"nearmiss/internal/syntax"
)

// Coder makes signatures, and the generated file, for the functions of one package.
type Coder struct {
	pkg            *load.Package
	sourcePaths    map[string]string       // type checker's path of an imported package → path as the source writes it
	fileNames      map[string]string       // path as written → name in generated files
	usedNames      map[string]string       // name in generated files → import path of its package
	standIns       map[string]*types.Named // stand-ins for types that are not loaded, by import path and name
	isHarmlessFunc func(*types.Func) bool
	repeats        bool           // objects have repetitions among their steps
	symbols        *since.Symbols // of the standard library that the module may use

	// What the code of the package says, found on first use.
	vars             func() *packageVars             // package variables and their uses
	typeMentions     func() *mentionsByFunc          // types that the code mentions
	interfaceResults func() []types.Type             // dynamic types of results that are interfaces
	usedFields       func() map[*types.Var]bool      // fields behind a dot
	combined         func() map[*types.TypeName]bool // types whose constants are flags
	tagWords         func() *tagWords                // struct tags that the package reads
	fieldCustoms     func() *fieldCustoms            // which code sets which fields
	poolGetters      func() map[types.Object]bool    // functions that make no inputs, for what they return depends on earlier calls
	changesReceiver  map[*types.Func]bool            // whether a method changes its receiver
	getters          []getter                        // nil until they are asked for
	returningFuncs   typeutil.Map                    // *types.Named → []*types.Func, the results of returners
	implementations  map[implementation][]types.Type

	inputTypes    [2]typeutil.Map             // types.Type → *input.Type of inputs, by altContext
	outcomeTypes  typeutil.Map                // types.Type → *input.Type of outcomes
	objects       typeutil.Map                // types.Type → *madeObject
	literalTypes  typeutil.Map                // *types.Named → *input.Type of a struct literal
	variableTypes typeutil.Map                // types.Type → *input.Type of a parameter with Options.Variables
	numCutAlts    map[*input.Type]int         // number of alternatives left out
	nonNilTypes   map[*input.Type]*input.Type // type → copy without the nil alternative
	ownWriters    map[*input.Type]*input.Type // type → copy whose writer is no record
	errorType     *input.Type                 // input type of errors other than nil; filled on first use
	coderTypes    map[string][]*input.Type    // decoder or encoder of the last generated file → its types

	// The state of a call.
	context        *mentionedTypes // of the function being signed; nil if it mentions no types
	checkingMakers bool            // parameters of functions that make inputs are being checked
	literalsOnly   bool            // inputs make objects as literals only: see asLiterals
}

// symbols returns the symbols of the standard library that tests of a package may use.
func symbols(pkg *load.Package) *since.Symbols {
	directive := ""
	if pkg.Module != nil {
		directive = pkg.Module.GoVersion
	}
	return since.New(directive, pkg.Std)
}

// New returns a coder for pkg, which has syntax and type information.
func New(pkg *load.Package) *Coder {
	c := &Coder{
		pkg: pkg, symbols: symbols(pkg), sourcePaths: map[string]string{}, fileNames: map[string]string{}, standIns: map[string]*types.Named{},
		changesReceiver: map[*types.Func]bool{}, implementations: map[implementation][]types.Type{},
		nonNilTypes: map[*input.Type]*input.Type{}, ownWriters: map[*input.Type]*input.Type{}, numCutAlts: map[*input.Type]int{},
	}
	c.vars = sync.OnceValue(c.findVars)
	c.typeMentions = sync.OnceValue(c.findTypeMentions)
	c.interfaceResults = sync.OnceValue(c.findInterfaceResults)
	c.usedFields = sync.OnceValue(c.findUsedFields)
	c.combined = sync.OnceValue(c.findCombined)
	c.tagWords = sync.OnceValue(c.findTagWords)
	c.fieldCustoms = sync.OnceValue(c.findFieldCustoms)
	c.poolGetters = sync.OnceValue(func() map[types.Object]bool { return syntax.PoolGetters(pkg.Info, pkg.FuncDecls()) })
	c.usedNames = map[string]string{"unsafe": "unsafe", "testing": "testing", "reflect": "reflect", "math": "math", "strings": "strings"}
	for _, at := range slices.Sorted(maps.Keys(pkg.Imports)) {
		q := pkg.Imports[at]
		if at == "C" || at == "unsafe" || q.Types == nil {
			continue
		}
		c.sourcePaths[q.Types.Path()] = at
		c.fileNames[at] = c.freeName(q.Types.Name(), at, c.usedNames)
	}
	return c
}

// nodes yields the syntax of the package.
func (c *Coder) nodes(yield func(ast.Node) bool) {
	for _, f := range c.pkg.Files {
		for n := range ast.Preorder(f) {
			if !yield(n) {
				return
			}
		}
	}
}

// freeName returns a name for the package with import path at: name, with a number appended if the
// package under test or Go declares name, or if used has it for another package. freeName adds the
// result to used.
func (c *Coder) freeName(name, at string, used map[string]string) string {
	free := syntax.Free(name, func(free string) bool { return c.isNameTaken(free) || used[free] != "" && used[free] != at })
	used[free] = at
	return free
}

func (c *Coder) isNameTaken(name string) bool {
	return c.pkg.Types.Scope().Lookup(name) != nil || types.Universe.Lookup(name) != nil
}

// qualify returns the name by which a file of the package refers to the package with import path
// at: "" for the package itself. It reports false if the import could close a cycle.
func (c *Coder) qualify(at string) (name string, ok bool) {
	if at == c.pkg.Types.Path() {
		return "", true
	}
	if name, ok := c.fileNames[at]; ok {
		return name, true
	}
	if name = identifier(path.Base(at)); !token.IsIdentifier(name) { // a keyword, as in client_model/go
		name = "pkg" + name
	}
	name = c.freeName(name, at, map[string]string{})
	return name, !c.pkg.Std || c.importsPath(at) || c.isFoundation(at)
}

// foundations maps the import path of a package that literals need to the public packages it
// depends on.
var foundations = map[string][]string{
	"math":    {"math/bits", "unsafe"},
	"strings": {"errors", "io", "iter", "math/bits", "runtime", "sync", "sync/atomic", "unicode", "unicode/utf8", "unsafe"},
}

// isFoundation reports whether the package with import path at is known not to import the package
// under test, itself a part of the standard library.
func (c *Coder) isFoundation(at string) bool {
	list, known := foundations[at]
	self := c.pkg.ImportPath
	return known && !slices.Contains(list, self) && !strings.Contains("/"+self+"/", "/internal/") && !strings.HasPrefix(self, "runtime/")
}

// importsPath reports whether the package under test imports the package with path at, directly or
// not.
func (c *Coder) importsPath(at string) bool {
	all := syntax.Reach((*types.Package).Imports, c.pkg.Types.Imports()...)
	return slices.ContainsFunc(all, func(p *types.Package) bool { return p.Path() == at })
}

// nameable returns the reason that a file of the package cannot name the type, or "".
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
	case c.sourcePaths[p.Path()] == "" && !(c.checkingMakers && c.importStandard(p)):
		return "type " + p.Name() + "." + obj.Name() + " is of a package that this one does not import"
	}
	return ""
}

// importStandard makes generated files import p, a package of the standard library that the package
// under test does not import, but one of its imports takes a value of. That import depends on p, so
// that no cycle can close. It reports whether p can be imported.
func (c *Coder) importStandard(p *types.Package) bool {
	at := p.Path()
	first, _, _ := strings.Cut(at, "/")
	hidden := strings.Contains("/"+at+"/", "/internal/") || first == "vendor"
	if c.pkg.Std || hidden || strings.Contains(first, ".") {
		return false
	}
	c.sourcePaths[at] = at
	c.fileNames[at] = c.freeName(p.Name(), at, c.usedNames)
	return true
}

// newType returns an input type without a kind for t.
func (c *Coder) newType(t types.Type) *input.Type { return &input.Type{Go: c.goText(t), Origin: t} }

// goText returns the text of t in the package under test.
func (c *Coder) goText(t types.Type) string {
	return c.spell(t, func(p *types.Package) string {
		if p == c.pkg.Types {
			return ""
		}
		return cmp.Or(c.fileNames[c.sourcePath(p)], p.Name())
	})
}

var anyType = regexp.MustCompile(`(^|[^\pL\pN_.]|[.]{3})any\b`)

// anyAsInterface replaces any by interface{} in the text of a type if the package is written for a
// version of Go without any.
func (c *Coder) anyAsInterface(text string) string {
	if c.hasGenerics() || c.pkg.Types.Scope().Lookup("any") != nil {
		return text
	}
	return anyType.ReplaceAllString(text, "${1}interface{}")
}

// hasGenerics reports whether the package is written for a version of Go with type
// parameters.
func (c *Coder) hasGenerics() bool {
	m := c.pkg.Module
	return m == nil || goversion.Compare("go"+cmp.Or(m.GoVersion, "1.16"), "go1.18") >= 0
}
