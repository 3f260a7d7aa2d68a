package input

import (
	"go/ast"
	"go/format"
	"go/parser"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func words(s string) (v Vector) {
	v = append(v, uint64(len(s)))
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v
}

func list(s string) Vector {
	v := words(s)
	v[0]++
	return v
}

func TestLiteral(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	i32 := &Type{Kind: Int, Bits: 32, Go: "int32"}
	char := &Type{Kind: Int, Bits: 32, Go: "rune"}
	octet := &Type{Kind: Uint, Bits: 8, Go: "byte"}
	f32 := &Type{Kind: Float, Bits: 32, Go: "float32"}
	f64 := &Type{Kind: Float, Bits: 64, Go: "float64"}
	c64 := &Type{Kind: Complex, Bits: 64, Go: "complex64"}
	str := &Type{Kind: String, Go: "string"}
	name := &Type{Kind: String, Go: "name"}
	dur := &Type{Kind: Int, Bits: 64, Go: "time.Duration", Imports: []Import{{"time", "time"}}}
	node := &Type{Kind: Struct, Go: "Node"}
	ref := &Type{Kind: Pointer, Go: "*Node", Elem: node}
	node.Fields = []Field{{"val", i32}, {"next", ref}}
	bytes := &Type{Kind: Slice, Go: "[]byte", Elem: octet}
	of := func(e *Type) *Type { return &Type{Kind: Slice, Go: "[]" + e.Go, Elem: e} }
	to := func(e *Type) *Type { return &Type{Kind: Pointer, Go: "*" + e.Go, Elem: e} }
	dict := &Type{Kind: Map, Go: "map[int32]string", Key: i32, Elem: str}
	bits := math.Float64bits
	nan := bits(math.NaN())
	neg := func(x int64) uint64 { return uint64(x) }

	for _, c := range []struct {
		t    *Type
		vec  Vector
		want string
	}{
		{num, Vector{neg(-5)}, "-5"},
		{num, Vector{1 << 63}, "-9223372036854775808"},
		{char, Vector{'x'}, "'x'"},
		{char, Vector{'世'}, "'世'"},
		{char, Vector{7}, "7"},
		{octet, Vector{'\''}, `'\''`},
		{octet, Vector{200}, "200"},
		{dur, Vector{5}, "5"},
		{f64, Vector{bits(1.5)}, "1.5"},
		{f64, Vector{bits(100)}, "100"},
		{f64, Vector{bits(1e20)}, "1e+20"},
		{f64, Vector{nan}, "math.NaN()"},
		{f64, Vector{bits(math.Inf(-1))}, "math.Inf(-1)"},
		{f64, Vector{1 << 63}, "math.Copysign(0, -1)"},
		{f32, Vector{nan}, "float32(math.NaN())"},
		{f32, Vector{bits(float64(float32(0.1)))}, "0.1"},
		{c64, Vector{bits(1), bits(-2.5)}, "complex(1, -2.5)"},
		{c64, Vector{nan, 0}, "complex64(complex(math.NaN(), 0))"},
		{str, words("a\n\"b\""), `"a\n\"b\""`},
		{str, words(`{"a":"b"}`), "`{\"a\":\"b\"}`"},
		{str, words("\xff\x00é"), `"\xff\x00é"`},
		{str, words("x" + strings.Repeat("ab", 40) + "z"), `"x" + strings.Repeat("ab", 40) + "z"`},
		{name, words(strings.Repeat("a", 48)), `name(strings.Repeat("a", 48))`},
		{bytes, Vector{0}, "nil"},
		{bytes, Vector{1}, "[]byte{}"},
		{bytes, list("hello"), `[]byte("hello")`},
		{bytes, list("\x00\x01\x02"), "[]byte{0, 1, 2}"},
		{of(char), list("hi"), `[]rune("hi")`},
		{of(of(i32)), Vector{3, 2, 7, 0}, "[][]int32{{7}, nil}"},
		{of(bytes), append(Vector{2}, list("ab")...), `[][]byte{[]byte("ab")}`},
		{of(f32), Vector{3, nan, 0}, "[]float32{float32(math.NaN()), 0}"},
		{dict, slices.Concat(Vector{3, 2}, words("b"), Vector{neg(-1)}, words("a")), `map[int32]string{-1: "a", 2: "b"}`},
		{node, Vector{0, 0}, "Node{}"},
		{ref, Vector{1, 7, 1, 8, 0}, "&Node{val: 7, next: &Node{val: 8}}"},
		{of(ref), Vector{3, 1, 7, 0, 0}, "[]*Node{{val: 7}, nil}"},
		{to(num), Vector{1, 0}, "new(int)"},
		{to(num), Vector{1, 5}, "new(5)"},
		{to(i32), Vector{1, 5}, "new(int32(5))"},
		{to(dur), Vector{1, 5}, "new(time.Duration(5))"},
		{to(str), append(Vector{1}, words("q")...), `new("q")`},
		{to(name), append(Vector{1}, words("q")...), `new(name("q"))`},
		{to(to(i32)), Vector{1, 1, 5}, "new(new(int32(5)))"},
		{to(bytes), append(Vector{1}, list("ab")...), "&[]byte{'a', 'b'}"},
		{to(dict), Vector{1, 1}, "&map[int32]string{}"},
		{to(f64), Vector{1, nan}, "new(math.NaN())"},
		{&Type{Kind: Opaque, Go: "io.Reader"}, Vector{0}, "nil"},
	} {
		var p Printer
		got, ok := p.Literal(c.t, c.vec)
		if got != c.want || !ok {
			t.Errorf("%s %x: got %s, want %s", c.t.Go, c.vec, got, c.want)
		}
		for _, pkg := range []string{"math", "strings", "time"} {
			if uses := strings.Contains(got, pkg+"."); uses != slices.Contains(p.Imports, Import{pkg, pkg}) {
				t.Errorf("%s imports %v", got, p.Imports)
			}
		}
		formatted(t, got)
	}

	for _, c := range []struct {
		t   *Type
		vec Vector
	}{
		{str, Vector{Cut}}, {bytes, Vector{Cut}}, {dict, Vector{Cut}}, {ref, Vector{Cut}}, {to(bytes), Vector{1, Cut}},
		{&Type{Kind: Error, Go: "error"}, Vector{1, 0}}, {&Type{Kind: Opaque, Go: "any"}, Vector{1}},
	} {
		var p Printer
		if src, ok := p.Literal(c.t, c.vec); ok {
			t.Errorf("%s %x is printed as %s", c.t.Go, c.vec, src)
		}
	}
}

// formatted checks that gofmt leaves the expression alone, alone, in a list
// and in a composite literal.
func formatted(t *testing.T, src string) {
	t.Helper()
	for _, file := range []string{"package p\n\nvar x = " + src + "\n", "package p\n\nvar x = []T{\n\t{name: \"a\", in: " + src + "},\n}\n"} {
		got, err := format.Source([]byte(file))
		if err != nil {
			t.Errorf("%s does not parse: %v", src, err)
		} else if string(got) != file {
			t.Errorf("gofmt turns %s into\n%s", file, got)
		}
	}
}

func TestCall(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	node := &Type{Kind: Struct, Go: "Node", Fields: []Field{{"val", num}}}
	more := &Type{Kind: Slice, Go: "[]int", Elem: num}
	for _, c := range []struct {
		sig  Signature
		vec  Vector
		want string
	}{
		{Signature{Name: "F", Params: []Field{{"a", num}, {"b", node}}}, Vector{1, 2}, "F(1, Node{val: 2})"},
		{Signature{Name: "(*Node).M", Recv: &Field{"n", &Type{Kind: Pointer, Go: "*Node", Elem: node}}}, Vector{1, 2}, "(&Node{val: 2}).M()"},
		{Signature{Name: "(*Node).M", Recv: &Field{"n", &Type{Kind: Pointer, Go: "*Node", Elem: node}}}, Vector{0}, "((*Node)(nil)).M()"},
		{Signature{Name: "Node.M", Recv: &Field{"n", node}}, Vector{3}, "Node{val: 3}.M()"},
		{Signature{Name: "V", Params: []Field{{"x", more}}, Variadic: true}, Vector{3, 1, 2}, "V(1, 2)"},
		{Signature{Name: "V", Params: []Field{{"x", more}}, Variadic: true}, Vector{1}, "V([]int{}...)"},
		{Signature{Name: "V", Params: []Field{{"x", more}}, Variadic: true}, Vector{0}, "V()"},
		{Signature{Name: "V", Params: []Field{{"a", num}, {"x", more}}, Variadic: true}, Vector{4, 0}, "V(4)"},
		{Signature{Name: "W", Params: []Field{{"x", more}, {"a", num}}, Calls: []Call{{Params: 1, Variadic: true}, {Params: 1, Method: "Do"}}}, Vector{0, 4}, "W().Do(4)"},
		{Signature{Name: "W", Params: []Field{{"x", more}, {"a", num}}, Calls: []Call{{Params: 2, Fails: true}, {Holds: "$(a/b).T"}}}, Vector{2, 7, 4}, "W([]int{7}, 4).(b.T)()"},
		{Signature{Name: "Node.All", Recv: &Field{"n", node}, Params: []Field{{"most", num}}, Calls: []Call{{}, {Params: 1, Taken: true}}}, Vector{3, 2}, "take(Node{val: 3}.All(), 2)"},
	} {
		var p Printer
		if got, ok := p.Call(&c.sig, c.vec); got != c.want || !ok {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestFold folds random texts: the pieces make up the text again.
func TestFold(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 6))
		s := ""
		for range rng.IntN(5) {
			s += strings.Repeat("abcdefghij"[:1+rng.IntN(10)], rng.IntN(60))
			s += string(rune(rng.IntN(300)))
		}
		expr, err := parser.ParseExpr(Fold(s, func() string { return "repeat" }))
		if err != nil {
			t.Fatal(err)
		}
		if got := unfold(t, expr); got != s {
			t.Fatalf("%q is folded into %q", s, got)
		}
	}
	if unit, n := repetition(strings.Repeat("ab", 20)); unit != 2 || n != 20 {
		t.Errorf("unit %d, %d times", unit, n)
	}
	if unit, n := Unit(strings.Repeat("ab", 30)); unit != "ab" || n != 30 {
		t.Errorf("unit %q, %d times", unit, n)
	}
}

// unfold is the value of an expression that Fold has printed.
func unfold(t *testing.T, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return unfold(t, e.X) + unfold(t, e.Y)
	case *ast.CallExpr:
		n, err := strconv.Atoi(e.Args[1].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Repeat(unfold(t, e.Args[0]), n)
	}
	s, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An array of numbers is printed without the zeros at its end, and what comes
// behind it is where it is.
func TestLiteralOfArrays(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	array := &Type{Kind: Array, Go: "[4]int", Len: 4, Elem: num}
	sig := &Signature{Name: "F", Params: []Field{{"a", array}, {"n", num}}}
	for _, tt := range []struct {
		v    Vector
		want string
	}{
		{Vector{0, 0, 0, 0, 7}, "F([4]int{}, 7)"}, {Vector{1, 0, 2, 0, 7}, "F([4]int{1, 0, 2}, 7)"}, {Vector{1, 2, 3, 4, 7}, "F([4]int{1, 2, 3, 4}, 7)"},
	} {
		if got, ok := new(Printer).Call(sig, tt.v); !ok || got != tt.want {
			t.Errorf("%v: %s, want %s", tt.v, got, tt.want)
		}
	}
}

// A step that replaces the value is told as the call that it is.
func TestCallWithReplacingStep(t *testing.T) {
	for _, replace := range []string{"$0 = $0.Inc()", "*$0 = $0.Inc()"} {
		one := &Type{Kind: Choice, Alts: []Alt{{Name: "Inc", Make: replace}}}
		version := &Type{Kind: Choice, Go: "*Version", Alts: []Alt{{Name: "New", Make: "New()", Steps: &Type{Kind: Slice, Elem: one}}}}
		got, _ := new(Printer).Call(&Signature{Name: "F", Params: []Field{{"v", version}}}, Vector{0, 3, 0, 0})
		if want := "F(New() then .Inc(), .Inc())"; got != want {
			t.Errorf("%s: %s, want %s", replace, got, want)
		}
	}
}
