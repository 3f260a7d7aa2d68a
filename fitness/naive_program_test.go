package fitness

import (
	"fmt"
	"math/big"
	"strings"

	"pgregory.net/rapid"
)

// This file and naive_test.go hold a second implementation of Definition 4
// that shares nothing with the first but the source text. It draws programs with a graph of its
// own, walks every path of the approximated sub-graph, and executes each from
// the values at the node, with integers of any size that it wraps itself.
// What a path destroys has no value, and a condition on it costs 1.

// An nVal is an integer; of a bool num is nil and d is the raw distance to
// false and to true. A nil *nVal is destroyed or undefined.
type nVal struct {
	num  *big.Int
	d    [2]float64
	lost bool // undefined by a division, not destroyed
}

type nState map[string]*nVal

// nExpr is an expression with its text and its meaning.
type nExpr struct {
	text string
	eval func(nState) *nVal
}

// nNode is a node of the graph: statements, then perhaps a condition.
type nNode struct {
	do    []nStmt
	cond  *nExpr
	succ  [2]int // by outcome; without a condition the first; -1 is none
	index int    // of the condition in the source
}

// nStmt changes the state; defs names all that it may change.
type nStmt struct {
	defs []string
	run  func(nState)
}

// nLoop is a loop of the source: its head and its nodes.
type nLoop struct {
	head  int
	nodes map[int]bool
}

// nGen draws a program and makes its graph at the same time.
type nGen struct {
	t     *rapid.T
	text  strings.Builder
	depth int
	nodes []*nNode
	cur   int
	conds int
	loops []nLoop
	open  []int    // loops around, innermost last
	exits [][2]int // of the loops around: where break and continue go
	vars  int
}

func (g *nGen) n(k int) int             { return rapid.IntRange(0, k-1).Draw(g.t, "n") }
func (g *nGen) one(of ...string) string { return of[g.n(len(of))] }

func (g *nGen) line(format string, args ...any) {
	fmt.Fprintf(&g.text, strings.Repeat("\t", g.depth+1)+format+"\n", args...)
}

func (g *nGen) node() int {
	g.nodes = append(g.nodes, &nNode{succ: [2]int{-1, -1}})
	for _, l := range g.open {
		g.loops[l].nodes[len(g.nodes)-1] = true
	}
	return len(g.nodes) - 1
}

// jump ends the current node.
func (g *nGen) jump(to int) {
	if g.cur >= 0 {
		g.nodes[g.cur].succ[0] = to
	}
	g.cur = -1
}

func (g *nGen) do(s nStmt) { g.nodes[g.cur].do = append(g.nodes[g.cur].do, s) }

// branch ends the current node by a condition.
func (g *nGen) branch(c nExpr, no, yes int) {
	x := g.nodes[g.cur]
	x.cond, x.succ, x.index = &c, [2]int{no, yes}, g.conds
	g.conds++
}

func nInt(v int64) *nVal { return &nVal{num: big.NewInt(v)} }

// wrap brings an integer into the range of its type.
func wrap(v *big.Int, typ string) *big.Int {
	bits, signed := uint(64), true
	switch typ {
	case "int8":
		bits = 8
	case "uint8":
		bits, signed = 8, false
	}
	size := new(big.Int).Lsh(big.NewInt(1), bits)
	v = new(big.Int).Mod(v, size)
	if signed && v.Bit(int(bits)-1) == 1 {
		v.Sub(v, size)
	}
	return v
}

func nVar(name string) nExpr {
	return nExpr{name, func(s nState) *nVal { return s[name] }}
}

func nConst(v int64) nExpr {
	return nExpr{fmt.Sprint(v), func(nState) *nVal { return nInt(v) }}
}

func nBinary(op string, x, y nExpr, typ string) nExpr {
	return nExpr{"(" + x.text + " " + op + " " + y.text + ")", func(s nState) *nVal {
		a, b := x.eval(s), y.eval(s)
		if !known(a) || !known(b) {
			return unknown(a, b)
		}
		v := new(big.Int)
		switch op {
		case "+":
			v.Add(a.num, b.num)
		case "-":
			v.Sub(a.num, b.num)
		case "*":
			v.Mul(a.num, b.num)
		default:
			if b.num.Sign() == 0 {
				return &nVal{lost: true}
			}
			if op == "/" {
				v.Quo(a.num, b.num)
			} else {
				v.Rem(a.num, b.num)
			}
		}
		return &nVal{num: wrap(v, typ)}
	}}
}

func known(v *nVal) bool { return v != nil && !v.lost }

// unknown is destroyed rather than undefined: what is destroyed has no value
// in any run.
func unknown(a, b *nVal) *nVal {
	if a == nil || b == nil {
		return nil
	}
	return &nVal{lost: true}
}

func nConvert(typ string, x nExpr) nExpr {
	return nExpr{typ + "(" + x.text + ")", func(s nState) *nVal {
		v := x.eval(s)
		if !known(v) {
			return v
		}
		return &nVal{num: wrap(v.num, typ)}
	}}
}

// nCompare has the distances of section II, K = 1 included.
func nCompare(op string, x, y nExpr) nExpr {
	return nExpr{x.text + " " + op + " " + y.text, func(s nState) *nVal {
		a, b := x.eval(s), y.eval(s)
		if !known(a) || !known(b) {
			return unknown(a, b)
		}
		gap := new(big.Float).SetInt(new(big.Int).Abs(new(big.Int).Sub(a.num, b.num)))
		far, _ := gap.Float64()
		far++
		c := a.num.Cmp(b.num)
		holds := map[string]bool{"==": c == 0, "!=": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[op]
		v := &nVal{}
		switch {
		case holds && op == "==":
			v.d[0] = 1 // to !=
		case !holds && op == "!=":
			v.d[1] = 1
		case holds:
			v.d[0] = far
		default:
			v.d[1] = far
		}
		return v
	}}
}

func (g *nGen) integer(depth int) nExpr {
	if depth > 0 && g.n(2) == 0 {
		if g.n(4) == 0 {
			return nBinary(g.one("/", "%"), nVar("i"), nVar(g.one("j", "k")), "int")
		}
		return nBinary(g.one("+", "-", "*"), nVar(g.one("i", "j", "p.a")), g.integer(depth-1), "int")
	}
	switch g.n(6) {
	case 0:
		return nConst(int64(g.n(5)) - 1)
	case 1:
		return nConvert("int", nVar(g.one("x", "u")))
	case 2:
		return nVar(g.one("p.a", "q.a", "q.b", "glob"))
	}
	return nVar(g.one("i", "j", "i", "j", "k"))
}

func (g *nGen) small(typ string) nExpr {
	v := map[string]string{"int8": "x", "uint8": "u"}[typ]
	switch g.n(4) {
	case 0:
		return nConvert(typ, nVar(g.one("i", "j")))
	case 1:
		return nBinary(g.one("+", "-", "*"), nVar(v), nConst(int64(g.n(90))), typ)
	case 2:
		return nConst(int64(g.n(100)))
	}
	return nVar(v)
}

func (g *nGen) atom() nExpr {
	op := g.one("==", "!=", "<", "<=", ">", ">=")
	switch g.n(6) {
	case 0:
		return nVar("ok")
	case 1:
		return nCompare(op, nVar("x"), g.small("int8"))
	case 2:
		return nCompare(op, nVar("u"), g.small("uint8"))
	}
	x := g.integer(0)
	if !strings.ContainsAny(x.text, "ijkpqgux") {
		x = nVar("i")
	}
	return nCompare(op, x, g.integer(1))
}

// condition draws what an if tests and ends the current node by it.
func (g *nGen) condition(yes, no int) string {
	switch g.n(6) {
	case 0:
		a, mid := g.atom(), g.node()
		g.branch(a, no, mid)
		g.cur = mid
		b := g.atom()
		g.branch(b, no, yes)
		return a.text + " && " + b.text
	case 1:
		a, mid := g.atom(), g.node()
		g.branch(a, mid, yes)
		g.cur = mid
		b := g.atom()
		g.branch(b, no, yes)
		return a.text + " || " + b.text
	case 2:
		a := g.atom()
		g.branch(a, yes, no)
		return "!(" + a.text + ")"
	}
	a := g.atom()
	g.branch(a, no, yes)
	return a.text
}

func (g *nGen) block(n int) {
	for range n {
		if g.cur < 0 {
			return
		}
		g.statement()
	}
}

// body draws the inside of a brace from a node on, and goes on at after.
func (g *nGen) body(from, after int) {
	g.cur = from
	g.depth++
	g.block(1 + g.n(2))
	g.depth--
	g.jump(after)
}

func (g *nGen) assign(name string, e nExpr, clobbers ...string) {
	g.line("%s = %s", name, e.text)
	g.do(nStmt{append(clobbers, name), func(s nState) {
		v := e.eval(s)
		for _, c := range clobbers {
			s[c] = nil
		}
		s[name] = v
	}})
}

func (g *nGen) destroy(text string, names ...string) {
	g.line("%s", text)
	g.do(nStmt{names, func(s nState) {
		for _, n := range names {
			s[n] = nil
		}
	}})
}

func (g *nGen) statement() {
	deep := g.depth >= 2
	switch k := g.n(14); {
	case k < 4 && !deep:
		g.ifElse()
	case k < 6 && !deep && len(g.loops) < 3:
		g.loop()
	case k == 6 && !deep:
		g.tagged()
	case k == 7 && len(g.exits) > 0:
		exit, yes, no := g.n(2), g.node(), g.node()
		text := g.condition(yes, no)
		g.line("if %s { %s }", text, [2]string{"break", "continue"}[exit])
		g.cur = yes
		g.jump(g.exits[len(g.exits)-1][exit])
		g.cur = no
	case k == 8:
		g.assign(g.one("i", "k"), g.integer(1))
	case k == 9:
		e := g.atom()
		if e.text == "ok" {
			return
		}
		join := g.node()
		g.branch(e, join, join)
		g.cur = join
		g.assign("ok", e)
	case k == 10:
		switch g.n(5) {
		case 0:
			g.destroy("touch(p)", "p.a", "p.b", "q.a", "q.b", "glob")
		case 1:
			g.destroy("j = pick()", "j", "p.a", "p.b", "q.a", "q.b", "glob")
		case 2:
			g.assign("p.a", g.integer(1), "q.a")
		case 3:
			g.assign("q.b", g.integer(1), "p.b")
		default:
			g.assign("glob", g.integer(1))
		}
	case k == 11:
		g.assign("x", g.small("int8"))
	case k == 12:
		g.assign("u", g.small("uint8"))
	default:
		g.assign(g.one("i", "j"), g.integer(1))
	}
}

func (g *nGen) ifElse() {
	yes, no, after := g.node(), g.node(), g.node()
	g.line("if %s {", g.condition(yes, no))
	g.body(yes, after)
	if g.n(3) == 0 {
		g.line("} else {")
		g.body(no, after)
	}
	g.line("}")
	if g.nodes[no].cond == nil && g.nodes[no].succ[0] < 0 {
		g.nodes[no].succ[0] = after // there is no else
	}
	g.cur = after
}

// tagged is a switch over a variable, without a default.
func (g *nGen) tagged() {
	tag := nVar(g.one("i", "p.a", "k"))
	g.line("switch %s {", tag.text)
	after := g.node()
	if n := len(g.exits); n > 0 {
		g.exits = append(g.exits, [2]int{after, g.exits[n-1][1]})
		defer func() { g.exits = g.exits[:n] }()
	}
	for c := range 2 {
		e := nConst(int64(10*c + g.n(3)))
		yes, no := g.node(), g.node()
		cmp := nCompare("==", tag, e)
		g.branch(cmp, no, yes)
		g.line("case %s:", e.text)
		g.body(yes, after)
		g.cur = no
	}
	g.line("}")
	g.jump(after)
	g.cur = after
}

// loop is a for with a condition, or a range over an integer.
func (g *nGen) loop() {
	after := g.node()
	g.loops = append(g.loops, nLoop{nodes: map[int]bool{}})
	g.open = append(g.open, len(g.loops)-1)
	pre := g.cur
	head, body := g.node(), g.node()
	g.loops[len(g.loops)-1].head = head
	g.cur = pre
	back := head
	if g.n(2) == 0 {
		a := g.atom()
		g.jump(head)
		g.cur = head
		g.branch(a, after, body)
		g.line("for %s {", a.text)
	} else {
		g.vars++
		v, turns := fmt.Sprintf("v%d", g.vars), nVar(g.one("i", "j"))
		at, end := "at "+v, "end "+v
		g.line("for %s := range %s {", v, turns.text)
		g.line("\tj += %s", v)
		g.do(nStmt{[]string{at, end}, func(s nState) { s[at], s[end] = nInt(-1), turns.eval(s) }})
		g.jump(head)
		g.cur = head
		next := nBinary("+", nVar(at), nConst(1), "int")
		g.branch(nCompare("<", next, nVar(end)), after, body)
		sum := nBinary("+", nVar("j"), nVar(v), "int")
		g.nodes[body].do = append(g.nodes[body].do, nStmt{[]string{at, v, "j"}, func(s nState) {
			s[at] = next.eval(s)
			s[v] = s[at]
			s["j"] = sum.eval(s)
		}})
	}
	g.exits = append(g.exits, [2]int{after, back})
	g.body(body, back)
	g.exits = g.exits[:len(g.exits)-1]
	g.open = g.open[:len(g.open)-1]
	g.line("}")
	g.cur = after
}

const nHead = `package x

type pair struct{ a, b int }

var glob int

func touch(p *pair) { p.a++; glob++ }
func pick() int { return glob }

func f(i, j, k int, x int8, u uint8, ok bool, p, q *pair) int {
`

// nMention makes every variable a live value.
const nMention = "\tif i+j+k+p.a+p.b+q.a+q.b+glob+int(x)+int(u) == 1 && ok {\n\t\ti++\n\t}\n"

func (g *nGen) program() string {
	g.cur = g.node()
	g.text.WriteString(nHead)
	g.block(2 + g.n(2))
	end := g.node()
	g.jump(end)
	// nMention comes last, behind all that is measured
	g.text.WriteString(nMention + "\treturn 0\n}\n")
	return g.text.String()
}
