package fitness

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// writer draws a random function. Its variables are
//
//	x, y int8; n, m int; ok bool; p, q *pair; s, u []int; str string; arr [3]int
//
// with x, y and so on parameters, and loop variables of their own.
type writer struct {
	t     *rapid.T
	b     strings.Builder
	depth int
	loops int  // loop variables made
	in    int  // loops around
	plain bool // no loops and no calls
}

const prelude = `package x

type pair struct{ a, b int }

var global int

func touch(p *pair) { p.a++; global++ }
func pick() int { global++; return global }
`

func randomProgram(t *rapid.T, plain bool) string {
	w := &writer{t: t, plain: plain}
	w.b.WriteString(prelude)
	w.b.WriteString("func f(x, y int8, n, m int, ok bool, p, q *pair, s, u []int, str string) int {\n\tvar arr [3]int\n\tarr[0] = n\n")
	w.block(rapid.IntRange(2, 5).Draw(t, "statements"))
	w.b.WriteString("\treturn 0\n}\n")
	return w.b.String()
}

func (w *writer) n(name string, n int) int { return rapid.IntRange(0, n-1).Draw(w.t, name) }

func (w *writer) one(of ...string) string { return of[w.n("of", len(of))] }

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("\t", w.depth+1))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteString("\n")
}

func (w *writer) block(n int) {
	for range n {
		w.statement()
	}
}

func (w *writer) body() {
	w.depth++
	w.block(1 + w.n("body", 2))
	w.depth--
}

func (w *writer) statement() {
	deep := w.depth >= 3
	switch k := w.n("statement", 14); {
	case k < 4 && !deep:
		w.line("if %s {", w.cond(1))
		w.body()
		if w.n("else", 3) == 0 {
			w.line("} else {")
			w.body()
		}
		w.line("}")
	case k == 4 && !deep && !w.plain:
		w.loop()
	case k == 5 && !deep:
		w.line("switch %s {", w.one("n", "m", "p.a"))
		w.line("case %d, %d:", w.n("case", 3), 3+w.n("case", 3))
		w.body()
		if w.n("fall", 4) == 0 {
			w.line("\tfallthrough")
		}
		w.line("case %s:", w.integer(0))
		w.body()
		w.line("}")
	case k == 6 && !w.plain:
		w.line("%s", w.one("touch(p)", "touch(q)", "n = pick()", "m += pick()", "pick()"))
	case k == 7 && w.in > 0:
		w.line("if %s {\n%s\t%s\n%s}", w.cond(0), strings.Repeat("\t", w.depth+1), w.one("break", "continue"), strings.Repeat("\t", w.depth+1))
	case k == 8:
		w.line("ok = %s", w.cond(1))
	case k == 9:
		w.line("%s", w.one("s, u = u, s", "p, q = q, p", "p = q", "s = u", "n, m = m, n", "x, y = y, x", "u = s[1:]", "p = &pair{n, 1}", "*p = *q", "s[0] = n", "arr[1] = m", "u[1]++", "global = n", "c := *p; n = c.b"))
	case k == 10 && deep:
		w.line("return 1")
	default:
		if w.n("small", 3) == 0 {
			w.line("%s %s %s", w.one("x", "y"), w.one("=", "+=", "-=", "*="), w.small(1))
			return
		}
		w.line("%s %s %s", w.one("n", "m", "p.a", "q.a", "p.b", "global", "arr[0]", "s[n&1]"), w.one("=", "+=", "-=", "*=", "|="), w.integer(1))
	}
}

func (w *writer) loop() {
	w.loops++
	i := fmt.Sprintf("i%d", w.loops)
	switch w.n("loop", 4) {
	case 0:
		w.line("for %s := 0; %s < %s; %s++ {", i, i, w.one("n", "3", "m"), i)
	case 1:
		w.line("for %s := range %s {", i, w.one("s", "n", "arr"))
	case 2:
		w.line("for _, %s := range %s {", i, w.one("s", "u"))
	default:
		w.line("for %s := 0; %s; %s++ {", i, w.cond(0), i)
	}
	w.in++
	w.depth++
	w.line("n += %s", i)
	w.depth--
	w.body()
	w.in--
	w.line("}")
}

func (w *writer) integer(depth int) string {
	if depth > 0 && w.n("compound", 3) > 0 {
		return fmt.Sprintf("(%s %s %s)", w.integer(depth-1), w.one("+", "-", "*", "&", "|", "/", "%"), w.integer(depth-1))
	}
	switch w.n("int", 6) {
	case 0:
		return w.one("0", "1", "2", "-1")
	case 1:
		return w.one("p.a", "q.a", "q.b", "global")
	case 2:
		return w.one("s[0]", "s[n&1]", "u[0]", "arr[0]", "arr[1]", "len(s)", "len(str)", "len(u[1:])")
	case 3:
		return w.one("int(x)", "int(y)", "int(str[0])", "min(n, m)")
	}
	return w.one("n", "m")
}

func (w *writer) small(depth int) string {
	if depth > 0 && w.n("compound", 3) > 0 {
		return fmt.Sprintf("(%s %s %s)", w.small(0), w.one("+", "-", "*", "^"), w.small(0))
	}
	return w.one("x", "y", "3", "-100", "int8(n)")
}

func (w *writer) cond(depth int) string {
	rel := func() string { return w.one("==", "!=", "<", "<=", ">", ">=") }
	if depth > 0 {
		switch w.n("connective", 6) {
		case 0:
			return w.cond(0) + " && " + w.cond(0)
		case 1:
			return "(" + w.cond(0) + " || " + w.cond(0) + ")"
		case 2:
			return "!(" + w.cond(0) + ")"
		}
	}
	switch w.n("cond", 7) {
	case 0:
		return w.small(0) + " " + rel() + " " + w.small(1)
	case 1:
		return w.one("ok", "!ok")
	case 2:
		return w.one("p == nil", "s != nil", "q != nil", `str == "ab"`, `str < "b"`)
	case 3:
		return w.one("n", "m", "p.a", "s[0]") + " " + rel() + " " + w.one("0", "1", "2")
	}
	return w.integer(0) + " " + rel() + " " + w.integer(1)
}
