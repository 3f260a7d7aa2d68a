package testgen

import (
	"go/types"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// choose emits the tests of a package whose inputs are made in several ways.
func choose(t *testing.T, source, alts, cases string) *Suite {
	t.Helper()
	pkg := module(t, map[string]string{"a.go": source})
	s, err := emit(pkg, parseChoices(t, pkg, alts).cases(t, pkg, cases), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRowThatDoesNotCompile costs its case, and a declaration that does not
// compile the cases that need it.
func TestRowThatDoesNotCompile(t *testing.T) {
	s := choose(t, "package p\n\nimport \"fmt\"\n\nfunc Show(v fmt.Stringer) bool { return v == nil }\n", `
		choice fmt.Stringer
		alt nil | | nil
		alt wrong | n int | $1
		alt stub | s string | $T($1)
		decl stubStringer type $T string\n\nfunc (s $T) String() string { return s }
		alt good | s string | $T($1)
		decl stubStringer type $T string\n\nfunc (s $T) String() string { return string(s) }`, `
		func Show
		case 0 => 1
		cover a.go:5:1/T
		case 1 7 => 0
		cover a.go:5:2/T
		case 2 "a" => 0
		cover a.go:5:3/T
		case 2 "b" => 0
		cover a.go:5:4/T
		case 3 "b" => 0
		cover a.go:5:5/T`)
	s, report := verified(t, s, quick)
	src, got := textOf(s), reasons(s.Dropped)
	if len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 2 || strings.Count(src, "type stubStringer") != 1 {
		t.Errorf("%d rounds, dropped\n%s\n%s", report.Rounds, got, src)
	}
	if strings.Count(got, "stub cannot be declared in its test: ") != 2 || strings.Count(got, "does not pass go vet") != 1 {
		t.Errorf("dropped\n%s", got)
	}
}

// TestUnknownAlternative: words that fit no alternative, and fields of unknown
// types, cost the case and no more.
func TestUnknownAlternative(t *testing.T) {
	s := choose(t, "package p\n\nfunc Is(v any) bool { return v == nil }\n", `
		choice any
		alt nil | | nil
		alt int | n int | $1`, `
		func Is
		case 0 => 1
		cover a.go:3:1/T
		case 2 7 => 0
		cover a.go:3:2/T`)
	if len(s.Funcs[0].Cases) != 1 || len(s.Dropped) != 1 {
		t.Errorf("dropped\n%s", reasons(s.Dropped))
	}
}

// TestExternalChoices makes objects of a package that package testing stands
// on from outside: what is not exported comes over the bridge, and what
// cannot costs its case.
func TestExternalChoices(t *testing.T) {
	pkg := loadOne(t, ".", "strings")
	alts := parseChoices(t, pkg, `
		choice *byteReplacer
		alt nil | | nil
		alt literal | r [256]byte | (*$(strings).byteReplacer)(&$1)
		choice *Reader
		alt nil | | nil
		alt NewReader | s string | $(strings).NewReader($1) | runs
		step ReadByte | | $0.ReadByte()
		choice io.Writer
		alt nil | | nil
		alt *Builder | | new($(strings).Builder)
		alt discard | | $(io).Discard
		alt own | | $(strings).missing()`)
	s, err := emit(pkg, alts.cases(t, pkg, `
		func (*Reader).Len
		case 1 "abc" 3 0 0 => 1
		cover reader.go:1:1/T
		case 1 "" 0 => 0
		cover reader.go:1:1/F
		func (*Reader).WriteTo
		case 1 "abc" 0 1 => 3 0
		cover reader.go:2:1/T
		case 1 "ab" 2 0 2 => 1 0
		cover reader.go:2:1/F
		case 1 "ab" 2 0 3 => 1 0
		cover reader.go:3:1/F`), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	_, report := verified(t, s, quick)
	src := textOf(s)
	for _, want := range []string{`strings.NewReader("abc")`, "r.ReadByte()\n", "new(strings.Builder)", "io.Writer = io.Discard"} {
		if !strings.Contains(strings.Join(strings.Fields(src), " "), strings.TrimSpace(want)) {
			t.Errorf("no %q in\n%s", want, src)
		}
	}
	if got := reasons(s.Dropped); !strings.Contains(got, "there is no missing in the package") || len(report.Dropped) > 0 {
		t.Errorf("dropped\n%s%s\n%s", got, reasons(report.Dropped), src)
	}
}

// TestOldLanguage: the tests of a package in an older version of Go say which
// one they are written in.
func TestOldLanguage(t *testing.T) {
	pkg := module(t, map[string]string{
		"go.mod": "module example.com/p\n\ngo 1.17\n",
		"a.go": `package p

type T struct{ n int }

var names = map[string]int{}

func New(n int) (*T, error) { return &T{n}, nil }

func (t *T) Get(s string) int { names[s]++; return t.n + names[s] }
`})
	s, err := emit(pkg, parseChoices(t, pkg, `
		choice *T
		alt nil | | nil
		alt New | n int | $(example.com/p).New($1) | fails runs`).cases(t, pkg, `
		func (*T).Get
		case 1 3 "a" => 4 ; 1 3
		cover a.go:5:1/T
		case 1 2 "a" => 3 ; 1 2
		cover a.go:5:2/T`), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	s, report := verified(t, s, quick)
	src := textOf(s)
	if !strings.Contains(src, "\n//go:build go1.21\n\npackage p\n") || !strings.Contains(src, "func must[T any]") || !strings.Contains(src, "maps.Clone(names)") {
		t.Errorf("%s", src)
	}
	if len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 2 || len(report.Dropped) > 0 {
		t.Errorf("%d rounds\n%s", report.Rounds, reasons(report.Dropped))
	}
}

// TestPlainArguments: no conversion to int of what is an int anyway, and no
// nil list behind the other arguments.
func TestPlainArguments(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n"})
	p, err := Prepare(pkg, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	_, f, _ := p.newSuite(false)
	size := func(n uint64) *value.Value {
		return &value.Value{Type: &input.Type{Kind: input.Uint, Bits: 16, Go: "uint16"}, GoType: types.Typ[types.Uint16], Word: n}
	}
	list := func(of ...*value.Value) *value.Value {
		elem := &input.Type{Kind: input.Uint, Bits: 16, Go: "uint16"}
		return &value.Value{Type: &input.Type{Kind: input.Slice, Go: "[]uint16", Elem: elem}, GoType: types.NewSlice(types.Typ[types.Uint16]), IsNil: of == nil, Kids: of}
	}
	for _, tt := range []struct {
		tree, want string
		kids       []*value.Value
	}{
		{"New(int($1), $2)", "New(7, 8)", []*value.Value{size(7), size(8)}},
		{"New(x, int($1))", "New(x, 9)", []*value.Value{size(9)}},
		{"New(int64($1))", "New(int64(7))", []*value.Value{size(7)}},
		{"New(int($1))", `New(int("a"))`, []*value.Value{{Type: &input.Type{Kind: input.String, Go: "string"}, GoType: types.Typ[types.String], Text: "a"}}},
		{"New($1, $2...)", "New(1)", []*value.Value{size(1), list()}},
		{"New($1, $2...)", "New(1, 2)", []*value.Value{size(1), list(size(2))}},
		{"New($1, $2)", "New(1, nil)", []*value.Value{size(1), list()}},
		{"New($1...)", "New()", []*value.Value{list()}},
	} {
		v := &value.Value{Type: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Make: treeOf(t, tt.tree)}}}, Kids: tt.kids}
		if got := (&literals{file: f}).construct(v, "", nil); got != tt.want || f.err != nil {
			t.Errorf("%s: %s, want %s (%v)", tt.tree, got, tt.want, f.err)
		}
	}
}

// TestMethodOfComposite: a pointer to a composite literal has parentheses where a method is called
// on it, also within the call of a helper.
func TestMethodOfComposite(t *testing.T) {
	s := choose(t, `package p

type List struct{ N int }

type Cursor struct{ l *List }

func (l *List) Cursor() Cursor { return Cursor{l} }

func (c *Cursor) More() bool { return c.l.N > 0 }
`, `
		choice *Cursor
		alt Cursor | l *List | $T($1.Cursor())
		decl pointerToCursor // $T returns a pointer to v.\nfunc $T(v Cursor) *Cursor { return &v }`, `
		func (*Cursor).More
		case 0 1 7 => 1
		cover a.go:9:1/T`)
	s, report := verified(t, s, quick)
	if want := "pointerToCursor((&List{N: 7}).Cursor())"; !strings.Contains(textOf(s), want) {
		t.Errorf("%d rounds, no %s, dropped\n%s\n%s", report.Rounds, want, reasons(s.Dropped), textOf(s))
	}
}

// TestOneByOne: the elements of a literal are arguments of a variadic function, unless they need the type of the list or may be those of
// a function that formats.
func TestOneByOne(t *testing.T) {
	for list, want := range map[string]string{
		`[]string{"a", "b, c"}`:      `"a", "b, c"`,
		"[]Option{WithSize(1), nil}": "WithSize(1), nil",
		"[]p.T{{1}, p.T{2}}":         "[]p.T{{1}, p.T{2}}...",
		"[]*T{{1}}":                  "[]*T{{1}}...",
		"[]*T{&T{1}}":                "&T{1}",
		"[]int{2: 1}":                "[]int{2: 1}...",
		"[]int{}":                    "[]int{}...",
		"[]any{1}":                   "[]any{1}...",
		"[]interface{}{1}":           "[]interface{}{1}...",
		"list":                       "list...",
		"%v":                         "%v...",
		"make([]int, 3)":             "make([]int, 3)...",
		"List{1, 2}":                 "List{1, 2}...",
	} {
		if got := oneByOne(list); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}
