package fitness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/cfg"
)

// Class is the representation of the value of a slot.
type Class uint8

const (
	Int    Class = iota // sign-extended to 64 bits
	Uint                // zero-extended to 64 bits
	Float               // as float64 bits
	Bool                // 0 or 1
	String              // bytes and length
	Slice               // elements (if Elem is known) and length; the pointer is nil for a nil slice
	Array               // as Slice
	Len                 // the length of a map or channel
	Cap                 // the capacity of a slice
	Nil                 // 1 for nil, 0 otherwise: pointers, maps, functions, interfaces, channels
)

var classNames = [...]string{"int", "uint", "float", "bool", "string", "slice", "array", "len", "cap", "nil"}

// String names the class.
func (c Class) String() string { return classNames[c] }

// Slot is one value that the probes of a function read.
type Slot struct {
	Index int // in Layout.Slots
	Path  Path
	Class Class
	// Elem is the basic kind of the elements of a Slice or Array with readable content, types.Uint8
	// for String, else types.Invalid.
	Elem types.BasicKind
	// Type is the type of the value at the end of the path.
	Type types.Type
}

// Layout holds the slots of one function, including its literals.
type Layout struct {
	Func  *cfg.Func
	Slots []Slot // Slots[i].Index == i

	info     *types.Info
	pkg      *types.Package
	known    map[slotKey]bool
	mentions map[*ast.FuncLit]map[*types.Var]bool
	live     map[*cfg.Cond]set // by condition: the slots that its fitness can depend on
	tooLarge bool
}

// maxReads bounds the reads of slots in the probes of one function together. The largest function of
// the standard library has two thirds of it. Functions beyond it are generated code, for which the
// probes would be expensive to compile.
const maxReads = 1 << 14

type slotKey struct {
	path  key
	class Class
}

// Of finds the slots of f, in the order in which the source first mentions their paths.
func Of(f *cfg.Func, info *types.Info, pkg *types.Package) *Layout {
	l := &Layout{
		Func:     f,
		info:     info,
		pkg:      pkg,
		known:    map[slotKey]bool{},
		mentions: map[*ast.FuncLit]map[*types.Var]bool{},
	}
	c := collector{l}
	c.declared(f.Decl)
	c.stmts(f.Decl.Body)
	for _, cond := range f.Conds {
		c.value(cond.Expr)
	}
	l.recordMentions(f.Decl.Body)
	l.live = l.liveSlots(info, pkg)
	reads := 0
	for _, cond := range f.Conds {
		reads += len(l.At(cond))
		if reads > maxReads {
			l.tooLarge = true
			break
		}
	}
	return l
}

// TooLarge reports whether the function has so many conditions and variables that its probes read
// no values.
func (l *Layout) TooLarge() bool { return l.tooLarge }

// At returns the slots that are read before conditions of one statement, in order: the fitness at
// one of them can depend on the value, the root of the path is in scope at the first, and a function
// literal reads only variables that it mentions itself. A layout that is too large has none.
func (l *Layout) At(conds ...*cfg.Cond) []Slot {
	return slices.DeleteFunc(l.readableAt(conds[0]), func(s Slot) bool {
		return !slices.ContainsFunc(conds, func(c *cfg.Cond) bool { return l.isLive(s, c) })
	})
}

// Evaluates reports whether the probe of c evaluates the fitness at c, also where it depends on no
// value: a value can be read there.
func (l *Layout) Evaluates(c *cfg.Cond) bool { return len(l.readableAt(c)) > 0 }

// readableAt returns the slots that can be read at c, in order.
func (l *Layout) readableAt(c *cfg.Cond) []Slot {
	if l.tooLarge {
		return nil
	}
	pos := hookPos(c)
	scope := l.pkg.Scope().Innermost(pos)
	if scope == nil || !predeclaredVisible(scope, pos) {
		return nil
	}
	var slots []Slot
	for _, s := range l.Slots {
		if s.Path.inScope(scope, pos) && l.readableIn(s.Path.Root, c.Lit) {
			slots = append(slots, s)
		}
	}
	return slots
}

// isLive reports whether the fitness at c can depend on a slot. All slots are live at a condition
// that is in no block of the function's graphs.
func (l *Layout) isLive(s Slot, c *cfg.Cond) bool {
	live, known := l.live[c]
	return !known || live.has(s.Index)
}

// hookPos is the position at which a probe reads the live values of c: before the condition, or
// before the tag of its switch.
func hookPos(c *cfg.Cond) token.Pos {
	if c.Kind == cfg.Case {
		if s, ok := c.Stmt.(*ast.SwitchStmt); ok && s.Tag != nil {
			return s.Tag.Pos()
		}
	}
	if c.Expr != nil {
		return c.Expr.Pos()
	}
	return c.Pos
}

// predeclaredVisible reports whether the predeclared names that a read uses are not shadowed.
func predeclaredVisible(scope *types.Scope, pos token.Pos) bool {
	for _, name := range []string{"nil", "len", "cap"} {
		if s, _ := scope.LookupParent(name, pos); s != types.Universe {
			return false
		}
	}
	return true
}

// readableIn reports whether the literal lit (nil: the function itself) may read v without
// capturing an additional variable.
func (l *Layout) readableIn(v *types.Var, lit *ast.FuncLit) bool {
	if lit == nil || v.Parent() == l.pkg.Scope() {
		return true
	}
	if lit.Pos() <= v.Pos() && v.Pos() < lit.End() {
		return true
	}
	return l.mentions[lit][v]
}

// recordMentions records which variables each function literal mentions.
func (l *Layout) recordMentions(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			return true
		}
		seen := map[*types.Var]bool{}
		for n := range ast.Preorder(lit.Body) {
			if id, ok := n.(*ast.Ident); ok {
				if v, ok := l.info.Uses[id].(*types.Var); ok {
					seen[v] = true
				}
			}
		}
		l.mentions[lit] = seen
		return true
	})
}

// addPath adds the slots of the value at the end of p, once.
func (l *Layout) addPath(p Path) {
	t := p.Type()
	d, ok := valueTypeOf(t)
	if !ok {
		return
	}
	l.addSlot(p, d.class, d.elem)
	switch t.Underlying().(type) {
	case *types.Map, *types.Chan:
		l.addSlot(p, Len, types.Invalid)
	}
}

func (l *Layout) addSlot(p Path, c Class, elem types.BasicKind) {
	k := slotKey{p.key(), c}
	if l.known[k] {
		return
	}
	l.known[k] = true
	l.Slots = append(l.Slots, Slot{Index: len(l.Slots), Path: p, Class: c, Elem: elem, Type: p.Type()})
}
