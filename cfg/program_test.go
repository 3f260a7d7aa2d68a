package cfg_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// program writes random Go functions that report every call they make. All
// decisions hang on reported values, so that a run can be followed in the
// graph. The calls are
//
//	p(id, args...) bool     a condition
//	n(id, args...) int      a number below 4
//	y(id) any               an int, a string, a bool or nil
//	c(id, ready) chan int   a closed channel or, if ready is false or by chance, nil
//	s(id, args...)          a statement
type program struct {
	rng    *rand.Rand
	b      strings.Builder
	ids    int
	labels int
	loops  []string // labels of the loops around, empty for none
	breaks int      // constructs around that break leaves
}

func (g *program) id() int { g.ids++; return g.ids }

func (g *program) printf(format string, args ...any) { fmt.Fprintf(&g.b, format, args...) }

// function writes one function.
func (g *program) function(name string) {
	g.printf("func %s() bool {\n", name)
	g.list(3)
	g.printf("return %s\n}\n\n", g.boolean(2))
}

// list writes a statement list, now and then with a goto in it.
func (g *program) list(depth int) {
	n := 1 + g.rng.IntN(2)
	from, to := -1, -1
	if g.rng.IntN(6) == 0 {
		from, to = g.rng.IntN(n), g.rng.IntN(n)
		g.labels++
	}
	label := fmt.Sprintf("G%d", g.labels)
	for i := range n {
		if i == to {
			g.printf("%s:\ns(%d)\n", label, g.id())
		}
		if i == from {
			g.printf("if %s { goto %s }\n", g.boolean(1), label)
		}
		g.stmt(depth)
	}
}

func (g *program) stmt(depth int) {
	if depth == 0 {
		g.simple()
		return
	}
	switch g.rng.IntN(14) {
	case 0, 1:
		g.ifStmt(depth)
	case 2, 3:
		g.forStmt(depth)
	case 4:
		g.rangeStmt(depth)
	case 5, 6:
		g.switchStmt(depth)
	case 7:
		g.typeSwitch(depth)
	case 8:
		g.selectStmt(depth)
	case 9:
		g.literal(depth)
	case 10:
		g.leave()
	default:
		g.simple()
	}
}

func (g *program) simple() {
	switch g.rng.IntN(5) {
	case 0:
		g.printf("_ = %s\n", g.boolean(2))
	case 1:
		g.printf("s(%d, n(%d), %s, %s)\n", g.id(), g.id(), g.boolean(2), g.number())
	case 2:
		g.printf("m[%s] = n(%d, %s)\n", g.boolean(2), g.id(), g.boolean(1))
	case 3:
		g.printf("{ x := %s; _ = x }\n", g.boolean(2))
	default:
		g.printf("s(%d)\n", g.id())
	}
}

// leave writes a jump, behind a condition so that what follows is reached.
func (g *program) leave() {
	g.printf("if %s { ", g.boolean(1))
	defer g.printf(" }\n")
	switch k := g.rng.IntN(5); {
	case k == 0:
		g.printf("return %s", g.boolean(1))
	case k == 1:
		g.printf("panic(%d)", g.id())
	case k == 2 && g.breaks > 0:
		g.printf("break")
	case k == 3 && len(g.loops) > 0:
		g.printf("continue")
	default:
		g.printf("s(%d)", g.id())
	}
}

func (g *program) ifStmt(depth int) {
	g.printf("if %s {\n", g.boolean(3))
	g.list(depth - 1)
	switch g.rng.IntN(3) {
	case 0:
		g.printf("} else {\n")
		g.list(depth - 1)
	case 1:
		g.printf("} else if s(%d); %s {\n", g.id(), g.boolean(2))
		g.list(depth - 1)
	}
	g.printf("}\n")
}

// loop writes the body of a loop, which may be left by its label.
func (g *program) loop(depth int, head string) {
	label := ""
	if g.rng.IntN(3) == 0 {
		g.labels++
		label = fmt.Sprintf("L%d", g.labels)
		g.printf("%s:\n", label)
	}
	g.printf("%s {\n", head)
	g.loops = append(g.loops, label)
	g.breaks++
	g.printf("s(%d)\n", g.id())
	g.list(depth - 1)
	for _, l := range g.loops {
		if l != "" && (l == label || g.rng.IntN(2) == 0) {
			g.printf("if %s { %s %s }\n", g.boolean(1), []string{"break", "continue"}[g.rng.IntN(2)], l)
		}
	}
	g.breaks--
	g.loops = g.loops[:len(g.loops)-1]
	g.printf("}\n")
}

func (g *program) forStmt(depth int) {
	switch g.rng.IntN(3) {
	case 0:
		g.loop(depth, fmt.Sprintf("for s(%d); %s; s(%d, %s)", g.id(), g.boolean(2), g.id(), g.boolean(1)))
	case 1:
		g.loop(depth, "for "+g.boolean(2))
	default:
		g.loop(depth, "for")
	}
}

func (g *program) rangeStmt(depth int) {
	head := []string{"for range", "for i = range", "for _ = range"}[g.rng.IntN(3)]
	g.loop(depth, fmt.Sprintf("%s n(%d, %s)", head, g.id(), g.boolean(1)))
}

func (g *program) switchStmt(depth int) {
	tagged := g.rng.IntN(2) == 0
	item := func() string { return g.boolean(2) }
	if tagged {
		g.printf("switch %s {\n", g.number())
		item = g.number
	} else {
		g.printf("switch {\n")
	}
	g.clauses(depth, 1+g.rng.IntN(3), func(int) string {
		if g.rng.IntN(2) == 0 {
			return "case " + item()
		}
		return "case " + item() + ", " + item()
	}, true)
}

// clauses writes the clauses of a switch and the end of it, with a default
// at a random place or none.
func (g *program) clauses(depth, n int, head func(i int) string, through bool) {
	def := g.rng.IntN(2 * (n + 1))
	g.breaks++
	for i := 0; i <= n; i++ {
		switch {
		case i == def:
			g.printf("default:\n")
			g.list(depth - 1)
			if through && i < n && g.rng.IntN(2) == 0 {
				g.printf("fallthrough\n")
			}
			fallthrough
		case i < n:
			if i == n {
				continue
			}
			g.printf("%s:\n", head(i))
			g.list(depth - 1)
			if through && i+1 < n && g.rng.IntN(3) == 0 {
				g.printf("fallthrough\n")
			}
		}
	}
	g.breaks--
	g.printf("}\n")
}

func (g *program) typeSwitch(depth int) {
	g.printf("switch y(%d).(type) {\n", g.id())
	heads := []string{"case int", "case string, nil", "case bool"}
	g.rng.Shuffle(len(heads), func(i, j int) { heads[i], heads[j] = heads[j], heads[i] })
	g.clauses(depth, 1+g.rng.IntN(3), func(i int) string { return heads[i] }, false)
}

func (g *program) selectStmt(depth int) {
	g.printf("select {\n")
	g.breaks++
	g.printf("case i = <-c(%d, true):\n", g.id())
	g.list(depth - 1)
	g.printf("default:\n")
	g.list(depth - 1)
	g.printf("case c(%d, false) <- n(%d, %s):\n", g.id(), g.id(), g.boolean(1))
	g.list(depth - 1)
	g.breaks--
	g.printf("}\n")
}

// literal writes a function literal that is called at once.
func (g *program) literal(depth int) {
	loops, breaks := g.loops, g.breaks
	g.loops, g.breaks = nil, 0
	g.printf("func(bool) bool {\n")
	g.list(depth - 1)
	g.printf("return %s\n", g.boolean(1))
	g.loops, g.breaks = loops, breaks
	g.printf("}(%s)\n", g.boolean(1))
}

func (g *program) number() string {
	if g.rng.IntN(3) == 0 {
		return fmt.Sprintf("n(%d, %s)", g.id(), g.boolean(1))
	}
	return fmt.Sprintf("n(%d)", g.id())
}

// boolean returns a boolean expression.
func (g *program) boolean(depth int) string {
	if depth > 0 {
		switch g.rng.IntN(6) {
		case 0:
			return g.boolean(depth-1) + " && " + g.boolean(depth-1)
		case 1:
			return "(" + g.boolean(depth-1) + " || " + g.boolean(depth-1) + ")"
		case 2:
			return "!(" + g.boolean(depth-1) + ")"
		case 3:
			return fmt.Sprintf("p(%d, %s)", g.id(), g.boolean(depth-1))
		case 4:
			op := []string{"<", "<=", "==", "!=", ">", ">="}[g.rng.IntN(6)]
			return g.number() + " " + op + " " + g.number()
		}
	}
	switch g.rng.IntN(12) {
	case 0:
		return "yes"
	case 1:
		return "no"
	}
	return fmt.Sprintf("p(%d)", g.id())
}

// runtimeSource is what the functions call. It prints one line an event:
// the call's id and value; at the end of a run "end" or "cut".
const runtimeSource = `
const yes, no = true, false

var (
	m      = map[bool]int{}
	i      int
	state  uint64
	events int
	out    = bufio.NewWriter(os.Stdout)
)

type cut struct{}

func draw(n uint64) int {
	state = state*6364136223846793005 + 1442695040888963407
	return int(state >> 33 % n)
}

func event(id, value int) {
	if events++; events > 400 {
		panic(cut{})
	}
	fmt.Fprintln(out, id, value)
}

func p(id int, _ ...any) bool {
	v := draw(2)
	event(id, v)
	return v == 1
}

func n(id int, _ ...any) int {
	v := draw(4)
	event(id, v)
	return v
}

func y(id int) any {
	v := draw(4)
	event(id, v)
	return []any{1, "s", true, nil}[v]
}

func c(id int, ready bool) chan int {
	v := draw(2)
	if !ready {
		v = 0
	}
	event(id, v)
	if v == 0 {
		return nil
	}
	ch := make(chan int)
	close(ch)
	return ch
}

func s(id int, _ ...any) { event(id, 0) }

func run(f func() bool, seed int) {
	state, events = uint64(seed)*2654435761+1, 0
	defer func() {
		switch recover().(type) {
		case cut:
			fmt.Fprintln(out, "cut")
		default:
			fmt.Fprintln(out, "end")
		}
	}()
	f()
}
`
