package instrument_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes random programs that compile and end.
type generator struct {
	rng    *rand.Rand
	out    strings.Builder
	indent int
	names  int      // variables and labels so far
	ints   []string // int variables in scope
	loops  []string // labels of the loops around
	kinds  []string // of what a plain break leaves: loop, switch, or nothing
	depth  int
	budget int // statements left for the function at hand
}

func (g *generator) program(funcs int) string {
	g.out.WriteString(programHead)
	for i := 0; i < funcs; i++ {
		g.function(i)
	}
	g.line("func main() {")
	g.indent++
	g.line("p := &node{n: 3, s: \"ab\", xs: [3]uint8{1, 2, 3}}")
	g.line("p.next = &node{n: -1}")
	for i := 0; i < funcs; i++ {
		for _, args := range []string{
			`0, 0, 0, 0, "", nil, nil, nil, nil`,
			`1, 2, 3, 0.5, "ab", []int{1, 2, 3}, p, errOne, 7`,
			`5, -5, 255, -2.5, "b", []int{}, p.next, errTwo, "x"`,
			`2, 2, 1, 1, "abc", []int{5}, p, nil, errOne`,
		} {
			g.line("call(\"f%d\", func() int { return f%d(%s) })", i, i, args)
		}
	}
	g.indent--
	g.line("}")
	return g.out.String()
}

func (g *generator) function(i int) {
	g.ints, g.loops, g.kinds, g.depth, g.budget = []string{"a", "b", "r"}, nil, nil, 0, 20
	g.line("func f%d(a, b int, u uint8, x float64, s string, xs []int, p *node, e error, i any) (r int) {", i)
	g.indent++
	g.line("var c flag")
	g.line("_ = c")
	if g.one(3) {
		g.line("defer func() { r += note(%d, 1); if %s { r++ } }()", g.name(), g.cond(2))
	}
	g.block(6)
	g.line("return %s", g.int(2))
	g.indent--
	g.line("}\n")
}

func (g *generator) one(n int) bool { return g.rng.IntN(n) == 0 }

func (g *generator) pick(s ...string) string { return s[g.rng.IntN(len(s))] }

func (g *generator) name() int { g.names++; return g.names }

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

// block writes up to n statements in a scope of their own.
func (g *generator) block(n int) {
	scope := len(g.ints)
	g.depth++
	g.stmt()
	for range g.rng.IntN(n) {
		if g.budget > 0 {
			g.stmt()
		}
	}
	g.depth--
	g.ints = g.ints[:scope]
}

func (g *generator) body(n int) {
	g.indent++
	g.block(n)
	g.indent--
}

func (g *generator) stmt() {
	g.budget--
	if g.depth > 4 || g.budget < 0 {
		g.simple()
		return
	}
	switch g.rng.IntN(16) {
	case 0, 1, 2:
		g.ifStmt()
	case 3:
		g.forStmt()
	case 4, 5:
		g.rangeStmt()
	case 6:
		g.tagSwitch()
	case 7:
		g.flatSwitch()
	case 8:
		g.typeSwitch()
	case 9:
		g.plainSwitch()
	case 10:
		g.selectStmt()
	case 11:
		g.leave()
	default:
		g.simple()
	}
}

func (g *generator) simple() {
	switch g.rng.IntN(9) {
	case 0:
		v := fmt.Sprintf("v%d", g.name())
		g.line("%s := %s", v, g.int(2))
		g.line("_ = %s", v)
		g.ints = append(g.ints, v)
	case 1:
		g.line("say(%d, %s)", g.name(), g.cond(3))
	case 2:
		g.line("c = %s", g.cond(2))
		g.line("say(%d, bool(c || !c && %s))", g.name(), g.cond(1))
	case 3:
		g.line("func(k int) { if k > %s { r += k } }(%s)", g.int(1), g.int(1))
	case 4:
		n := g.name()
		g.line("l%d:", n)
		g.line("tick()")
		g.line("if %s { goto l%d }", g.cond(1), n)
	case 5:
		g.line("p.n += %s", g.int(1))
	default:
		g.line("%s = %s", g.ints[g.rng.IntN(len(g.ints))], g.int(2))
	}
}

func (g *generator) ifStmt() {
	head := g.cond(3)
	if g.one(3) {
		n := g.name()
		head = fmt.Sprintf("y%d := %s; y%d > %s || %s", n, g.int(2), n, g.int(1), head)
	}
	g.line("if %s {", head)
	g.body(3)
	for g.one(3) {
		g.line("} else if %s {", g.cond(2))
		g.body(2)
	}
	if g.one(2) {
		g.line("} else {")
		g.body(2)
	}
	g.line("}")
}

// loop writes a loop with the given head, perhaps with a label.
func (g *generator) loop(head string) {
	label := ""
	if g.one(2) {
		label = fmt.Sprintf("loop%d", g.name())
		g.line("%s:", label)
	}
	g.line("for %s {", head)
	g.loops, g.kinds = append(g.loops, label), append(g.kinds, "loop")
	g.indent++
	g.line("tick()")
	if label != "" {
		g.line("if %s { %s %s }", g.cond(1), g.pick("break", "continue"), label)
	}
	g.indent--
	g.body(3)
	g.loops, g.kinds = g.loops[:len(g.loops)-1], g.kinds[:len(g.kinds)-1]
	g.line("}")
}

func (g *generator) forStmt() {
	n := g.name()
	g.loop(g.pick(
		fmt.Sprintf("j%d := 0; j%d < %s; j%d++", n, n, g.int(1), n),
		g.cond(2),
		"",
	))
}

func (g *generator) rangeStmt() {
	n := g.name()
	g.loop(g.pick(
		"range xs",
		fmt.Sprintf("_, e%d := range xs[:min(len(xs), 2)]", n),
		"range 3",
		"range s",
		"range p.xs",
		fmt.Sprintf("k%d := range map[int]bool{%s: %s}", n, g.int(1), g.cond(1)),
		"range func(yield func(int) bool) { if yield(1) { yield(2) } }",
	))
	g.fixUnused(n)
}

// fixUnused makes use of the variables that a range head may have declared.
func (g *generator) fixUnused(n int) {
	text := g.out.String()
	for _, v := range []string{fmt.Sprintf("e%d", n), fmt.Sprintf("k%d", n)} {
		for _, head := range []string{"_, " + v + " := range", v + " := range"} {
			at := strings.LastIndex(text, head)
			if at < 0 {
				continue
			}
			brace := at + strings.Index(text[at:], "{\n") + 2
			text = text[:brace] + "_ = " + v + "\n" + text[brace:]
			break
		}
	}
	g.out.Reset()
	g.out.WriteString(text)
}

// clause writes the body of a clause.
func (g *generator) clause(head string) {
	g.line("%s", head)
	g.kinds = append(g.kinds, "switch")
	g.body(2)
	g.kinds = g.kinds[:len(g.kinds)-1]
}

func (g *generator) tagSwitch() {
	g.line("switch %s {", g.int(2))
	if g.one(3) {
		g.clause("default:")
	}
	g.clause("case 1, 2:")
	if g.one(2) {
		g.line("\tfallthrough")
	}
	g.clause(fmt.Sprintf("case %s:", g.pick("-3", "a + 100", "note(1, 70)")))
	g.line("}")
	g.line("switch %s {", g.pick("s", "text(2, s)", "s + \"b\""))
	g.clause("case \"ab\", \"bb\":")
	g.clause("case \"\":")
	g.line("}")
	g.line("switch %s {", g.pick("u", "u + 1", "uint8(a)"))
	g.clause("case 1, 255:")
	g.clause("case 3, u / 2:")
	g.clause("default:")
	g.line("}")
}

func (g *generator) flatSwitch() {
	g.line("switch %s {", g.pick("e", "error(nil)", "func() error { return e }()"))
	g.clause("case nil:")
	if g.one(2) {
		g.line("\tfallthrough")
	}
	g.clause("case errOne, errTwo:")
	if g.one(2) {
		g.clause("default:")
	}
	g.line("}")
	g.line("switch %s {", g.cond(1))
	g.clause("case a < b:")
	g.clause("case say(3, true):")
	g.line("}")
}

func (g *generator) typeSwitch() {
	g.line("switch z := i.(type) {")
	g.clause("case int:")
	g.line("\tr += z")
	if g.one(2) {
		g.clause("default:")
	}
	g.clause("case string, error:")
	g.clause("case nil:")
	g.line("}")
}

func (g *generator) plainSwitch() {
	g.line("switch {")
	for range 1 + g.rng.IntN(3) {
		g.clause(fmt.Sprintf("case %s, %s:", g.cond(2), g.cond(1)))
		if g.one(4) {
			g.line("\tfallthrough")
			g.clause(fmt.Sprintf("case %s:", g.cond(1)))
		}
	}
	g.line("}")
}

func (g *generator) selectStmt() {
	n := g.name()
	g.line("ch%d := make(chan int, 1)", n)
	if g.one(2) {
		g.line("ch%d <- %s", n, g.int(1))
	}
	g.line("select {")
	g.clause(fmt.Sprintf("case w := <-ch%d: r += w", n))
	g.clause("default:")
	g.line("}")
}

// leave writes a return, panic, break or continue.
func (g *generator) leave() {
	g.line("if %s {", g.cond(1))
	g.indent++
	label := ""
	if len(g.loops) > 0 {
		label = g.loops[g.rng.IntN(len(g.loops))]
	}
	switch {
	case len(g.kinds) > 0 && g.one(2):
		g.line("break")
	case label != "":
		g.line("%s %s", g.pick("break", "continue"), label)
	case len(g.loops) > 0 && g.one(2):
		g.line("continue")
	case g.one(4):
		g.line("panic(%s)", g.int(1))
	default:
		g.line("return %s", g.int(1))
	}
	g.indent--
	g.line("}")
}

// int is an int expression.
func (g *generator) int(depth int) string {
	if depth == 0 || g.one(3) {
		return g.pick(g.ints[g.rng.IntN(len(g.ints))], fmt.Sprint(g.rng.IntN(9)-4), "a", "len(s)", "global")
	}
	x, y := g.int(depth-1), g.int(depth-1)
	switch g.rng.IntN(8) {
	case 0:
		return fmt.Sprintf("note(%d, %s)", g.name(), x)
	case 1:
		return fmt.Sprintf("(%s - %s)", x, y)
	case 2:
		return fmt.Sprintf("(%s * 3 & %s)", x, y)
	case 3:
		return fmt.Sprintf("(%s / max(1, %s))", x, y)
	case 4:
		return fmt.Sprintf("xs[%s&3]", x)
	case 5:
		return "p.n"
	case 6:
		return fmt.Sprintf("map[bool]int{true: %s}[%s]", x, g.cond(1))
	}
	return fmt.Sprintf("(%s + %s)", x, y)
}

// cond is a condition, an untyped bool if it has a relation on top.
func (g *generator) cond(depth int) string {
	if depth > 1 && g.one(2) {
		x, y := g.cond(depth-1), g.cond(depth-1)
		return g.pick(
			fmt.Sprintf("(%s && %s)", x, y),
			fmt.Sprintf("(%s || %s)", x, y),
			fmt.Sprintf("!(%s)", x),
			fmt.Sprintf("((%s) == (%s))", x, y),
		)
	}
	rel := g.pick("==", "!=", "<", "<=", ">", ">=")
	eq := g.pick("==", "!=")
	x, y := g.int(depth), g.int(depth-1)
	return g.pick(
		fmt.Sprintf("%s %s %s", x, rel, y),
		fmt.Sprintf("%s %s %s", x, rel, y),
		fmt.Sprintf("u %s 2", rel),
		fmt.Sprintf("x %s 0.5", rel),
		fmt.Sprintf("s %s \"ab\"", rel),
		fmt.Sprintf("text(%d, s) %s \"b\"", g.name(), rel),
		fmt.Sprintf("p %s nil", eq),
		fmt.Sprintf("e %s errOne", eq),
		fmt.Sprintf("i %s any(%s)", eq, x),
		fmt.Sprintf("p.next.n %s %s", rel, y),
		fmt.Sprintf("float32(x) %s 0.1", rel),
		fmt.Sprintf("complex(x, 1) %s 1+1i", eq),
		fmt.Sprintf("string([]byte(s)) %s \"abc\"", eq),
		fmt.Sprintf("1<<u %s %s", rel, y),
		fmt.Sprintf("p.xs %s [3]uint8{1}", eq),
	)
}
