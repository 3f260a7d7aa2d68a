package effects

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// generator draws functions in two forms at once: plain, and with every
// condition handed to a function that tells its number and its outcome. The
// numbers follow the source, as those of package cfg do.
type generator struct {
	rng         *rand.Rand
	plain, told strings.Builder
	conds       int
	depth       int
	loops       int
	fresh       int
	ints        []variable
}

// variable is an integer variable with its type.
type variable struct{ name, typ string }

var intTypes = []string{"int", "int8", "uint8", "uint", "int64", "uint16"}

func (g *generator) pick(list ...string) string { return list[g.rng.IntN(len(list))] }

func (g *generator) both(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	g.plain.WriteString(text)
	g.told.WriteString(text)
}

func (g *generator) function(name string) {
	g.conds, g.depth = 0, 0
	g.ints = []variable{{"n", "int"}, {"i8", "int8"}, {"u8", "uint8"}, {"u", "uint"}}
	g.both("func %s(n int, i8 int8, u8 uint8, u uint, s string, b []byte, ok bool) (err error) {\n", name)
	g.both("var p *int\nm, w := 0, int64(n)\n_, _, _ = p, m, w\n")
	g.ints = append(g.ints, variable{"m", "int"}, variable{"w", "int64"})
	switch g.rng.IntN(4) { // what cannot be followed
	case 0:
		g.both("change := func() { n = %d; ok = flip(ok); s += \"x\" }\ndefer change()\n", g.rng.IntN(9)-4)
	case 1:
		g.both("q := &u8\n*q += 3\nchange := func() { *q++ }\n")
	default:
		g.both("change := func() {}\n")
	}
	g.block(2 + g.rng.IntN(5))
	g.both("change()\nreturn err\n}\n\n")
}

func (g *generator) block(n int) {
	kept := len(g.ints)
	for range n {
		g.statement()
	}
	g.ints = g.ints[:kept]
}

// condition draws a condition and writes it in both forms.
func (g *generator) condition() {
	if g.rng.IntN(5) == 0 {
		g.both("(")
		g.condition()
		g.both(") %s (", g.pick("&&", "||"))
		g.condition()
		g.both(")")
		return
	}
	text := ""
	switch g.rng.IntN(8) {
	case 0:
		text = g.pick("ok", "err == nil", "err != nil", "p == nil", "p != nil", "b == nil")
	case 1:
		text = fmt.Sprintf("len(%s) %s %d", g.pick("s", "b"), g.relation(), g.rng.IntN(4))
	default:
		v := g.ints[g.rng.IntN(len(g.ints))]
		text = fmt.Sprintf("%s %s %s", g.number(v.typ, 2), g.relation(), g.operand(v.typ, 1))
		if g.rng.IntN(2) == 0 {
			text = fmt.Sprintf("%s %s %s", v.name, g.relation(), g.constant(v.typ))
		}
	}
	g.plain.WriteString(text)
	fmt.Fprintf(&g.told, "told(%d, %s)", g.conds, text)
	g.conds++
}

func (g *generator) relation() string { return g.pick("<", "<=", ">", ">=", "==", "!=") }

func (g *generator) constant(typ string) string {
	switch typ {
	case "uint8":
		return g.pick("0", "1", "7", "200", "255")
	case "int8":
		return g.pick("0", "-1", "7", "100", "127", "-128")
	case "uint", "uint16":
		return g.pick("0", "1", "7", "300", "65535")
	}
	return g.pick("0", "-1", "1", "7", "10", "-9", "300")
}

// operand is a number or a constant.
func (g *generator) operand(typ string, depth int) string {
	if g.rng.IntN(3) == 0 {
		return fmt.Sprintf("%s(%s)", typ, g.constant(typ))
	}
	return g.number(typ, depth)
}

// number draws an expression of an integer type that is not constant.
func (g *generator) number(typ string, depth int) string {
	var same, others []variable
	for _, v := range g.ints {
		if v.typ == typ {
			same = append(same, v)
		} else {
			others = append(others, v)
		}
	}
	if depth == 0 || g.rng.IntN(4) == 0 {
		if len(same) > 0 {
			return same[g.rng.IntN(len(same))].name
		}
		return fmt.Sprintf("%s(%s)", typ, others[g.rng.IntN(len(others))].name)
	}
	x, y := g.number(typ, depth-1), g.operand(typ, depth-1)
	switch g.rng.IntN(9) {
	case 0:
		v := others[g.rng.IntN(len(others))]
		return fmt.Sprintf("%s(%s)", typ, v.name)
	case 1:
		return fmt.Sprintf("%s(len(%s))", typ, g.pick("s", "b"))
	case 2:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("/", "%"), g.pick("2", "3", "100"))
	case 3:
		return fmt.Sprintf("(%s %s %s)", x, g.pick("<<", ">>"), g.pick("1", "2", "6"))
	case 4:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), x, y)
	case 5:
		return fmt.Sprintf("(-%s)", x)
	case 6:
		return fmt.Sprintf("(%s / (%s | 1))", x, y)
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^", "&^"), y)
}

func (g *generator) statement() {
	v := g.ints[g.rng.IntN(len(g.ints))]
	if g.depth > 2 {
		g.both("%s = %s\n", v.name, g.number(v.typ, 2))
		return
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.rng.IntN(17) {
	case 0:
		g.both("%s %s %s\n", v.name, g.pick("+=", "-=", "*=", "&=", "|=", "^=", "&^="), g.operand(v.typ, 1))
	case 1:
		g.both("%s%s\n", v.name, g.pick("++", "--"))
	case 2:
		g.both("s = %s\n", g.pick(`s + "y"`, `""`, `"abc"`, `string(b)`))
	case 3:
		g.both("b = %s\n", g.pick("append(b, 1)", "nil", "make([]byte, 3)", "[]byte{1, 2}", "b[len(b)/2:]", "append(b, 2, 3)"))
	case 4:
		g.both("p, err = %s\n", g.pick("nil, fault()", "new(int), nil", "&m, errors.New(\"x\")", "p, err"))
	case 5:
		g.plain.WriteString("ok = n != 3 && ") // a copy of a variable would be no condition
		fmt.Fprintf(&g.told, "ok = told(%d, n != 3) && ", g.conds)
		g.conds++
		g.condition()
		g.both("\n")
	case 6:
		g.both("change()\n")
	case 7:
		g.fresh++
		typ := intTypes[g.rng.IntN(len(intTypes))]
		name := fmt.Sprintf("x%d", g.fresh)
		g.both("var %s %s = %s\n_ = %s\n", name, typ, g.number(typ, 2), name)
		g.ints = append(g.ints, variable{name, typ})
	case 8:
		g.switchOn(v)
	case 9, 10:
		g.loop(v)
	case 11:
		g.rangeLoop()
	case 12:
		if g.loops > 0 {
			g.both("if ")
			g.condition()
			g.both(" {\n%s\n}\n", g.pick("break", "continue"))
		}
	case 13:
		g.both("if ")
		g.condition()
		g.both(" {\nreturn nil\n}\n")
	default:
		g.both("if ")
		g.condition()
		g.both(" {\n")
		g.block(1 + g.rng.IntN(3))
		if g.rng.IntN(2) == 0 {
			g.both("} else {\n")
			g.block(1 + g.rng.IntN(2))
		}
		g.both("}\n")
	}
}

// switchOn writes a switch with a tag; the other form says it with
// conditions.
func (g *generator) switchOn(v variable) {
	fmt.Fprintf(&g.plain, "switch %s {\n", v.name)
	fmt.Fprintf(&g.told, "switch tag := %s; {\n", v.name)
	outer := g.loops
	g.loops = 0
	seen := map[string]bool{}
	for range 1 + g.rng.IntN(3) {
		c := g.constant(v.typ)
		if seen[c] {
			continue
		}
		seen[c] = true
		fmt.Fprintf(&g.plain, "case %s:\n", c)
		fmt.Fprintf(&g.told, "case told(%d, tag == %s):\n", g.conds, c)
		g.conds++
		g.block(1)
	}
	if g.rng.IntN(2) == 0 {
		g.both("default:\n")
		g.block(2)
	}
	g.loops = outer
	g.both("}\n")
}

func (g *generator) loop(v variable) {
	switch g.rng.IntN(3) {
	case 0:
		g.fresh++
		name := fmt.Sprintf("x%d", g.fresh)
		g.both("for %s := %s; ", name, g.constant("int"))
		g.ints = append(g.ints, variable{name, "int"})
		g.condition()
		g.both("; %s%s {\n", name, g.pick("++", "--", " += 3"))
		g.inLoop()
		g.ints = g.ints[:len(g.ints)-1]
	case 1:
		g.both("for ")
		g.condition()
		g.both(" {\n%s%s\n", v.name, g.pick("++", "--"))
		g.inLoop()
	default:
		g.both("for %s = %s; ", v.name, g.constant(v.typ))
		g.condition()
		g.both("; %s += %s {\n", v.name, g.constant(v.typ))
		g.inLoop()
	}
}

func (g *generator) inLoop() {
	g.loops++
	g.block(1 + g.rng.IntN(3))
	g.loops--
	g.both("}\n")
}

func (g *generator) rangeLoop() {
	number := g.conds
	g.conds++
	over := g.pick("s", "b", "n", "10", "[4]int{}", "i8")
	g.fresh++
	name := fmt.Sprintf("x%d", g.fresh)
	typ := "int"
	if over == "i8" {
		typ = "int8"
	}
	g.both("for %s := range %s {\n", name, over)
	fmt.Fprintf(&g.told, "told(%d, true)\n", number)
	g.both("_ = %s\n", name)
	g.ints = append(g.ints, variable{name, typ})
	g.inLoop()
	g.ints = g.ints[:len(g.ints)-1]
}

const (
	plainHead = "package x\n\nimport \"errors\"\n\ntype flaw struct{}\n\nfunc (*flaw) Error() string { return \"\" }\n\nfunc fault() error { return (*flaw)(nil) }\n\nfunc flip(b bool) bool { return !b }\n\n"
	toldHead  = "package main\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n\t\"math/rand/v2\"\n)\n\ntype flaw struct{}\n\nfunc (*flaw) Error() string { return \"\" }\n\nfunc fault() error { return (*flaw)(nil) }\n\nfunc flip(b bool) bool { return !b }\n\n" + `
var (
	fn   int
	fuel int
	seen = map[[2]int]uint8{}
)

func told(cond int, outcome bool) bool {
	if fuel--; fuel < 0 {
		panic("fuel")
	}
	bit := uint8(1)
	if outcome {
		bit = 2
	}
	seen[[2]int{fn, cond}] |= bit
	return outcome
}

func main() {
	rng := rand.New(rand.NewPCG(1, 2))
	edge := []int{0, 1, -1, 2, 3, 6, 7, 8, 9, 10, 99, 100, 127, 128, -128, 200, 255, 256, 300, 65535, 1 << 62, -1 << 63, 1<<63 - 1}
	draw := func() int {
		if rng.IntN(4) == 0 {
			return int(rng.Uint64())
		}
		return edge[rng.IntN(len(edge))]
	}
	for i, f := range functions {
		fn = i
		for range 300 {
			fuel = 500
			func() {
				defer func() { recover() }()
				var b []byte
				if rng.IntN(2) == 0 {
					b = make([]byte, rng.IntN(5))
				}
				f(draw(), int8(draw()), uint8(draw()), uint(draw()), "abcde"[rng.IntN(6):], b, rng.IntN(2) == 0)
			}()
		}
	}
	for k, bits := range seen {
		fmt.Println(k[0], k[1], bits)
	}
}
`
)

// No run of a random function takes a branch that is proved infeasible.
func TestRandomFunctions(t *testing.T) {
	const functions = 200
	g := &generator{rng: rand.New(rand.NewPCG(rand.Uint64(), 0))}
	conds := make([]int, functions)
	var list strings.Builder
	for i := range functions {
		name := fmt.Sprintf("f%d", i)
		g.function(name)
		conds[i] = g.conds
		list.WriteString(name + ", ")
	}
	p := buildGraph(t, plainHead+g.plain.String()+"var _ = errors.New\n")
	proofs := Infeasible(p)
	dir := t.TempDir()
	program := toldHead + "var _ = errors.New\n\nvar functions = []func(int, int8, uint8, uint, string, []byte, bool) error{" + list.String() + "}\n\n" + g.told.String()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	taken, wrong := 0, 0
	for line := range strings.Lines(string(out)) {
		var fn, cond, bits int
		if _, err := fmt.Sscan(line, &fn, &cond, &bits); err != nil {
			t.Fatal(err)
		}
		f := p.Func(fmt.Sprintf("f%d", fn))
		if len(f.Conds) != conds[fn] {
			_, text, _ := strings.Cut(g.plain.String(), fmt.Sprintf("func f%d(", fn))
			text, _, _ = strings.Cut(text, "func f")
			t.Fatalf("f%d has %d conditions, drawn were %d\n%s", fn, len(f.Conds), conds[fn], text)
		}
		for i, outcome := range []bool{false, true} {
			if bits&(1<<i) == 0 {
				continue
			}
			taken++
			if why, ok := proofs[f.Conds[cond].Branch(outcome)]; ok {
				if wrong++; wrong <= 3 {
					t.Errorf("a run takes %s of f%d, which is proved infeasible: %s", p.BranchName(f.Conds[cond].Branch(outcome)), fn, why)
				}
			}
		}
	}
	t.Logf("%d branches, %d taken, %d proved infeasible", 2*len(p.Conds), taken, len(proofs))
	if len(proofs) == 0 || taken == 0 {
		t.Error("the test shows nothing")
	}
	if wrong > 0 {
		if at := os.Getenv("NEARMISS_KEEP"); at != "" {
			os.WriteFile(at, []byte(plainHead+g.plain.String()), 0o600)
		}
	}
}
