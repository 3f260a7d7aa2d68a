package effects

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Lasting returns, for functions of a package, state of other packages that a call may change and
// that no test can put back: a variable that is changed by the code of its own package, or what a
// function of the standard library registers. It follows static calls only, so that a function that
// is not in the result may change such state through an interface.
func (s *Study) Lasting(p *load.Package) map[*types.Func]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	root := s.roots[p.ImportPath]
	if root == nil {
		return nil
	}
	funcs := s.analysis.matchFuncs(p)
	l := &lasting{z: s.analysis.summarizer, root: root.Pkg, changes: map[*ssa.Parameter]bool{}}
	callers := map[*ssa.Function][]*ssa.Function{}
	callees := func(f *ssa.Function) (list []*ssa.Function) {
		if l.z.trusted(f) {
			return nil
		}
		once := passedTo(f, once)
		for _, ref := range l.z.function(f).references {
			if slices.Contains(once, ref.to) {
				continue
			}
			callers[ref.to] = append(callers[ref.to], f)
			list = append(list, ref.to)
		}
		return list
	}
	var from []*ssa.Function
	for _, f := range funcs {
		from = append(from, f.fn)
	}
	changes := map[*ssa.Function]string{}
	for _, f := range syntax.Reach(callees, from...) {
		if what := l.change(f); what != "" {
			changes[f] = what
		}
	}
	known := maps.Clone(changes)
	order := slices.SortedFunc(maps.Keys(changes), func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	for _, f := range order {
		for _, caller := range syntax.Reach(func(f *ssa.Function) []*ssa.Function { return callers[f] }, f) {
			if known[caller] == "" {
				known[caller] = changes[f]
			}
		}
	}
	found := map[*types.Func]string{}
	for _, f := range funcs {
		if what := known[f.fn]; what != "" {
			found[f.obj] = what
		}
	}
	return found
}

// lasting finds the functions that change state of other packages themselves.
type lasting struct {
	z       *summarizer
	root    *types.Package          // the package under test
	changes map[*ssa.Parameter]bool // memo of changesArgument
}

// once lists the function that runs a function once. What that sets has the same value whoever calls
// first.
var once = map[string]map[string]bool{"sync": nameSet(`Once.Do`)}

// registering lists functions of the standard library that change unexported state of its packages
// for good. A test restores by itself what the functions of package log, and a few others, set.
var registering = map[string]map[string]bool{
	"archive/zip":   nameSet(`RegisterCompressor RegisterDecompressor`),
	"crypto":        nameSet(`RegisterHash`),
	"database/sql":  nameSet(`Register`),
	"encoding/gob":  nameSet(`Register RegisterName`),
	"expvar":        nameSet(`Publish NewInt NewFloat NewMap NewString`),
	"flag":          nameSet(`Bool BoolFunc BoolVar Duration DurationVar Float64 Float64Var Func Int Int64 Int64Var IntVar Parse Set String StringVar TextVar Uint Uint64 Uint64Var UintVar Var`),
	"image":         nameSet(`RegisterFormat`),
	"log/slog":      nameSet(`SetLogLoggerLevel`),
	"math/rand":     nameSet(`Seed`),
	"mime":          nameSet(`AddExtensionType`),
	"net/http":      nameSet(`RegisterProtocol`),
	"net/rpc":       nameSet(`Register RegisterName HandleHTTP`),
	"runtime":       nameSet(`SetBlockProfileRate SetMutexProfileFraction`),
	"runtime/pprof": nameSet(`NewProfile`),
}

// set lists functions whose effect a test puts back if the package under test calls them, but not
// if another package does.
var set = map[string]map[string]bool{
	"log":      nameSet(`SetFlags SetPrefix SetOutput`),
	"log/slog": nameSet(`SetDefault`),
	"net/http": nameSet(`Handle HandleFunc`),
	"runtime":  nameSet(`GOMAXPROCS`),
}

// change returns the state of another package that f changes itself, "" if there is none. A test
// puts back what the package under test assigns to, and methods of the standard library keep what
// its variables refer to as it is.
func (l *lasting) change(f *ssa.Function) string {
	path, name := nameOf(f)
	switch {
	case registering[path][name]:
		return path + "." + name
	case l.z.trusted(f):
		return ""
	}
	own := path == l.root.Path()
	for instr := range instructions(f) {
		call, isCall := instr.(ssa.CallInstruction)
		for place := range l.changed(instr) {
			g, ok := rootOf(place).(*ssa.Global)
			if ok && g.Pkg.Pkg != l.root && !(own && !isCall) && !(isCall && l.z.prog.std[g.Pkg.Pkg.Path()]) {
				return g.Pkg.Pkg.Path() + "." + g.Name()
			}
		}
		if isCall && !own && call.Common().StaticCallee() != nil {
			if path, name := nameOf(call.Common().StaticCallee()); set[path][name] {
				return path + "." + name
			}
		}
	}
	return ""
}

// changed yields the places that an instruction may change.
func (l *lasting) changed(instr ssa.Instruction) func(yield func(ssa.Value) bool) {
	return func(yield func(ssa.Value) bool) {
		switch instr := instr.(type) {
		case *ssa.Store:
			yield(instr.Addr)
		case *ssa.MapUpdate:
			yield(instr.Map)
		case ssa.CallInstruction:
			c := instr.Common()
			for i, arg := range c.Args {
				if l.changesArgument(c, i) && !yield(arg) {
					return
				}
			}
		}
	}
}

// changesArgument reports whether a call may change the memory to which argument i refers.
func (l *lasting) changesArgument(c *ssa.CallCommon, i int) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return i == 0 && slices.Contains([]string{"copy", "delete", "clear"}, b.Name())
	}
	f := c.StaticCallee()
	if f == nil || i >= len(f.Params) {
		return false
	}
	if l.z.trusted(f) {
		return i == 0 && f.Signature.Recv() != nil && changingName(f.Name())
	}
	param := f.Params[i]
	if known, ok := l.changes[param]; ok {
		return known
	}
	l.changes[param] = false // ends the recursion
	for instr := range instructions(f) {
		for place := range l.changed(instr) {
			l.changes[param] = l.changes[param] || rootOf(place) == param
		}
	}
	return l.changes[param]
}

// changingName reports whether a method of the standard library, by its name, changes what its
// receiver refers to. Locks and pools are in the same state afterwards, and a
// sync.Once runs what the next call would have run.
func changingName(name string) bool {
	return slices.ContainsFunc([]string{"Add", "CompareAndSwap", "Delete", "Init", "LoadAnd", "LoadOr", "Push", "Remove", "Reset", "Set", "Store", "Swap", "Write"},
		func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// rootOf follows a place or a reference back to the variable, parameter or call that it comes from.
func rootOf(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}
