package fitness

import (
	"go/ast"
	goconstant "go/constant"
	"go/token"
	"go/types"
	"unsafe"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// machine runs a graph of a random program block by block. It knows the
// constructs that writer draws and no more.
type machine struct {
	info   *types.Info
	pkg    *types.Package
	vars   map[*types.Var]any
	global map[string]*types.Var
	turns  map[*ast.RangeStmt]int
	limits map[*ast.RangeStmt][]int
	ranges *ranges
	failed bool // the run ended in a panic
}

type pairObj struct{ a, b int }

// sliceObj is a slice: a shared array and a window.
type sliceObj struct{ data []int }

type runtimePanic struct{}

func fail() { panic(runtimePanic{}) }

// visit is a condition evaluated by a run, with the live values before it.
type visit struct {
	cond    *cfg.Cond
	slots   []probe.Slot
	outcome bool
	decided bool // the condition did not panic
}

// run executes f and returns the conditions that it meets, at most limit.
func (m *machine) run(f *cfg.Func, layout *Layout, limit int) (visits []visit) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(runtimePanic); !ok {
				panic(r)
			}
			m.failed = true
		}
	}()
	b := f.Graphs[0].Blocks[0]
	for range 2000 { // a loop may have a constant condition
		for _, n := range b.Nodes {
			m.exec(n)
		}
		switch len(b.Succs) {
		case 0:
			return visits
		case 1:
			b = b.Succs[0].To
			continue
		}
		if len(visits) == limit {
			return nil
		}
		v := visit{cond: b.Cond, slots: m.slots(layout, b.Cond)}
		visits = append(visits, v) // also if the condition panics
		outcome := m.decide(b.Cond)
		visits[len(visits)-1].outcome, visits[len(visits)-1].decided = outcome, true
		for _, e := range b.Succs {
			if e.Outcome == outcome {
				b = e.To
				break
			}
		}
	}
	return nil
}

func (m *machine) slots(layout *Layout, c *cfg.Cond) []probe.Slot {
	out := make([]probe.Slot, len(layout.Slots))
	for _, s := range layout.At(c) {
		out[s.Index] = m.slot(s)
	}
	return out
}

// slot reads what a path holds, as the hook of a node does.
func (m *machine) slot(s Slot) (out probe.Slot) {
	v := m.vars[s.Path.Root]
	for _, st := range s.Path.Steps {
		if p, ok := v.(*pairObj); ok {
			if p == nil {
				return out
			}
			v = *p
		}
		if st.Field != nil {
			v = field(v.(pairObj), st.Field.Name())
		}
	}
	switch s.Class {
	case Nil:
		p, ok := v.(*pairObj)
		return slot(ok && p == nil)
	case Cap:
		return out
	}
	switch v := v.(type) {
	case *sliceObj:
		if v == nil {
			return probe.Slot{Defined: true}
		}
		return slot(append([]int{}, v.data...))
	case [3]int:
		data := append([]int{}, v[:]...)
		return probe.Slot{Bits: 3, Ptr: unsafe.Pointer(unsafe.SliceData(data)), Defined: true}
	}
	return slot(v)
}

func field(p pairObj, name string) int {
	if name == "a" {
		return p.a
	}
	return p.b
}

func (m *machine) decide(c *cfg.Cond) bool {
	switch c.Kind {
	case cfg.Range:
		s := rangeStmt(c)
		m.turns[s]++
		return m.turns[s] < len(m.limits[s])
	case cfg.Case:
		return m.eval(c.Stmt.(*ast.SwitchStmt).Tag) == m.eval(c.Expr)
	}
	return m.eval(c.Expr).(bool)
}

func (m *machine) exec(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		m.assign(n)
	case *ast.IncDecStmt:
		d := 1
		if n.Tok == token.DEC {
			d = -1
		}
		m.set(n.X, m.eval(n.X).(int)+d)
	case *ast.ValueSpec:
		for _, name := range n.Names {
			m.set(name, [3]int{})
		}
	case *ast.DeclStmt:
		for _, s := range n.Decl.(*ast.GenDecl).Specs {
			m.exec(s)
		}
	case *ast.ExprStmt:
		m.eval(n.X)
	case ast.Expr:
		if s := m.ranges.byX[n]; s != nil {
			m.turns[s] = -1
			m.limits[s] = nil
			switch v := m.eval(n).(type) {
			case int:
				m.limits[s] = make([]int, max(0, min(v, 100)))
			case *sliceObj:
				if v != nil {
					m.limits[s] = v.data
				}
			case [3]int:
				m.limits[s] = v[:]
			}
		}
	}
}

func (m *machine) assign(n *ast.AssignStmt) {
	if len(n.Rhs) == 0 {
		s := m.ranges.byTok[n.TokPos]
		m.set(n.Lhs[0], m.turns[s])
		if len(n.Lhs) > 1 {
			m.set(n.Lhs[1], m.limits[s][m.turns[s]])
		}
		return
	}
	if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
		op := n.Tok - token.ADD_ASSIGN + token.ADD
		m.set(n.Lhs[0], arithmetic(op, m.eval(n.Lhs[0]).(int), m.eval(n.Rhs[0]).(int)))
		return
	}
	var values []any
	for _, e := range n.Rhs {
		values = append(values, m.eval(e))
	}
	for i, e := range n.Lhs {
		m.set(e, values[i])
	}
}

// set assigns; small integers wrap.
func (m *machine) set(e ast.Expr, v any) {
	if n, ok := v.(int); ok && m.isSmall(e) {
		v = int(int8(n))
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return
		}
		o := m.info.ObjectOf(e).(*types.Var)
		m.vars[o] = v
	case *ast.SelectorExpr:
		p := m.pointer(e.X)
		if e.Sel.Name == "a" {
			p.a = v.(int)
		} else {
			p.b = v.(int)
		}
	case *ast.StarExpr:
		*m.pointer(e.X) = v.(pairObj)
	case *ast.IndexExpr:
		i := m.eval(e.Index).(int)
		switch c := m.eval(e.X).(type) {
		case *sliceObj:
			*at(c, i) = v.(int)
		case [3]int:
			if i < 0 || i > 2 {
				fail()
			}
			c[i] = v.(int)
			m.set(e.X, c)
		}
	}
}

func (m *machine) isSmall(e ast.Expr) bool {
	t := m.info.TypeOf(e)
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Int8
}

func at(s *sliceObj, i int) *int {
	if s == nil || i < 0 || i >= len(s.data) {
		fail()
	}
	return &s.data[i]
}

func (m *machine) pointer(e ast.Expr) *pairObj {
	p := m.eval(e).(*pairObj)
	if p == nil {
		fail()
	}
	return p
}

func (m *machine) eval(e ast.Expr) any {
	tv := m.info.Types[e]
	if tv.Value != nil {
		switch tv.Value.Kind() {
		case goconstant.Bool:
			return goconstant.BoolVal(tv.Value)
		case goconstant.String:
			return goconstant.StringVal(tv.Value)
		}
		n, _ := goconstant.Int64Val(tv.Value)
		return int(n)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.eval(e.X)
	case *ast.Ident:
		return m.vars[m.info.ObjectOf(e).(*types.Var)]
	case *ast.SelectorExpr:
		if v, ok := m.eval(e.X).(pairObj); ok {
			return field(v, e.Sel.Name)
		}
		return field(*m.pointer(e.X), e.Sel.Name)
	case *ast.StarExpr:
		return *m.pointer(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			c := ast.Unparen(e.X).(*ast.CompositeLit)
			return &pairObj{m.eval(c.Elts[0]).(int), m.eval(c.Elts[1]).(int)}
		}
		return !m.eval(e.X).(bool)
	case *ast.IndexExpr:
		return m.index(e)
	case *ast.SliceExpr:
		s, _ := m.eval(e.X).(*sliceObj)
		lo := m.eval(e.Low).(int)
		if s == nil || lo > len(s.data) {
			fail()
		}
		return &sliceObj{s.data[lo:]}
	case *ast.CallExpr:
		return m.call(e)
	case *ast.BinaryExpr:
		return m.binary(e)
	}
	panic("no such expression")
}

func (m *machine) index(e *ast.IndexExpr) any {
	i := m.eval(e.Index).(int)
	switch c := m.eval(e.X).(type) {
	case *sliceObj:
		return *at(c, i)
	case [3]int:
		if i < 0 || i > 2 {
			fail()
		}
		return c[i]
	case string:
		if i < 0 || i >= len(c) {
			fail()
		}
		return int(c[i])
	}
	panic("no such container")
}

func (m *machine) call(e *ast.CallExpr) any {
	name := ast.Unparen(e.Fun).(*ast.Ident).Name
	g := m.global["global"]
	switch name {
	case "touch":
		m.pointer(e.Args[0]).a++
		m.vars[g] = m.vars[g].(int) + 1
		return nil
	case "pick":
		m.vars[g] = m.vars[g].(int) + 1
		return m.vars[g]
	case "int":
		return m.eval(e.Args[0])
	case "int8":
		return int(int8(m.eval(e.Args[0]).(int)))
	case "min":
		return min(m.eval(e.Args[0]).(int), m.eval(e.Args[1]).(int))
	case "len":
		switch v := m.eval(e.Args[0]).(type) {
		case string:
			return len(v)
		case *sliceObj:
			if v == nil {
				return 0
			}
			return len(v.data)
		}
	}
	panic("no such function")
}

func (m *machine) binary(e *ast.BinaryExpr) any {
	x := m.eval(e.X)
	switch e.Op {
	case token.LAND:
		return x.(bool) && m.eval(e.Y).(bool)
	case token.LOR:
		return x.(bool) || m.eval(e.Y).(bool)
	}
	if id, ok := e.Y.(*ast.Ident); ok && id.Name == "nil" {
		p, _ := x.(*pairObj)
		s, _ := x.(*sliceObj)
		return (p == nil && s == nil) == (e.Op == token.EQL)
	}
	y := m.eval(e.Y)
	rel, isRel := term.RelOf(e.Op)
	if a, ok := x.(string); ok {
		return holds(rel, compareStrings(a, y.(string)))
	}
	a, b := x.(int), y.(int)
	if isRel {
		c := 0
		if a < b {
			c = -1
		} else if a > b {
			c = 1
		}
		return holds(rel, c)
	}
	v := arithmetic(e.Op, a, b)
	if m.isSmall(e) {
		v = int(int8(v))
	}
	return v
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func holds(r term.Rel, c int) bool {
	return probe.DistI(probe.Rel(r), int64(c), 0) == 0
}

func arithmetic(op token.Token, a, b int) int {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.AND:
		return a & b
	case token.OR:
		return a | b
	case token.XOR:
		return a ^ b
	}
	if b == 0 {
		fail()
	}
	if op == token.QUO {
		return a / b
	}
	return a % b
}

// arguments draws the inputs of a run; pointers and slices may be shared.
func (m *machine) arguments(t *rapid.T, f *cfg.Func) {
	small := rapid.IntRange(-2, 4)
	var lastPair *pairObj
	var lastSlice *sliceObj
	sig := f.Obj.Signature()
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		share := rapid.Bool().Draw(t, "share")
		switch v.Name() {
		case "x", "y":
			m.vars[v] = int(rapid.Int8().Draw(t, v.Name()))
		case "n", "m":
			m.vars[v] = small.Draw(t, v.Name())
		case "ok":
			m.vars[v] = rapid.Bool().Draw(t, v.Name())
		case "str":
			m.vars[v] = rapid.SampledFrom([]string{"", "a", "ab", "b"}).Draw(t, v.Name())
		case "p", "q":
			p := &pairObj{small.Draw(t, "a"), small.Draw(t, "b")}
			if rapid.IntRange(0, 9).Draw(t, "nil") == 0 {
				p = nil
			}
			if share && lastPair != nil {
				p = lastPair
			}
			m.vars[v], lastPair = p, p
		default:
			s := &sliceObj{rapid.SliceOfN(small, 0, 3).Draw(t, v.Name())}
			if len(s.data) == 0 && rapid.Bool().Draw(t, "nil") {
				s = nil
			}
			if share && lastSlice != nil {
				s = lastSlice
			}
			m.vars[v], lastSlice = s, s
		}
	}
	m.vars[m.global["global"]] = small.Draw(t, "global")
}

func newMachine(p *cfg.Package, f *cfg.Func) *machine {
	return &machine{
		info: p.Info, pkg: p.Types, vars: make(map[*types.Var]any),
		global: map[string]*types.Var{"global": p.Types.Scope().Lookup("global").(*types.Var)},
		turns:  make(map[*ast.RangeStmt]int), limits: make(map[*ast.RangeStmt][]int),
		ranges: rangesOf(f.Decl.Body),
	}
}
