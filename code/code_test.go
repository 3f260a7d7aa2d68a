package code

import (
	"math/rand/v2"
	"testing"
)

func qualifier(path string) string {
	if path == "example.org/own" {
		return ""
	}
	return "b2"
}

func TestPrint(t *testing.T) {
	part := func(t *Tree) (string, bool) {
		switch t.Kind {
		case Argument:
			return []string{"x", ""}[t.Index], true
		case Receiver:
			return "v", true
		case Declared:
			return "stub", true
		}
		return "", false
	}
	own := New(Declared)
	n := &Tree{Kind: KeyValue, Text: "n", Parts: []*Tree{Arg(0)}}
	for _, x := range []struct {
		tree       *Tree
		text, open string
	}{
		{nil, "", ""},
		{Source("plain"), "plain", "plain"},
		{Call(Name("bytes", "NewReader"), Arg(0), Arg(1)), "b2.NewReader(x)", "$(bytes).NewReader($1, $2)"},
		{Call(Name("example.org/own", "New"), New(Spread, Arg(0))), "New(x...)", "$(example.org/own).New($1...)"},
		{Call(Select(New(Receiver), "Push"), Arg(0)), "v.Push(x)", "$0.Push($1)"},
		{New(Address, New(Composite, own, n)), "&stub{n: x}", "&$T{n: $1}"},
		{Format("func(p *%[1]s, %[3]d %[1]s) int { return %[2]s }", Name("example.org/own", "P"), Arg(0), 7), "func(p *P, 7 P) int { return x }",
			"func(p *$(example.org/own).P, 7 $(example.org/own).P) int { return $1 }"},
		{Join([]*Tree{Arg(0), Source("y"), own}, "+"), "x+y+stub", "$1+y+$T"},
	} {
		if got := x.tree.Print(qualifier, part); got != x.text {
			t.Errorf("printed %q, want %q", got, x.text)
		}
		if got := x.tree.String(); got != x.open {
			t.Errorf("String is %q, want %q", got, x.open)
		}
	}
}

// TestMethod: only the method of the value itself counts, and a nil tree calls none.
func TestMethod(t *testing.T) {
	recv := New(Receiver)
	for _, x := range []struct {
		tree *Tree
		on   Kind
		want string
	}{
		{Call(Select(recv, "Push"), Arg(0)), Receiver, "Push"},
		{Call(Select(recv, "Push"), Arg(0)), Argument, ""},
		{Format("*%s = %s", recv, Call(Select(recv, "Next"))), Receiver, "Next"},
		{Call(Select(Select(recv, "Header"), "Set")), Receiver, ""},
		{Call(New(Declared), Call(Select(Arg(0), "Get"), Arg(1))), Argument, "Get"},
		{Call(Select(Arg(1), "Get")), Argument, ""},
		{Select(recv, "Field"), Receiver, ""},
		{nil, Receiver, ""},
	} {
		if got := x.tree.Method(x.on); got != x.want {
			t.Errorf("%v calls %q, want %q", x.tree, got, x.want)
		}
	}
}

// TestFormatLaw: a tree within a format is printed as it is alone, wherever it stands.
func TestFormatLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var random func(depth int) *Tree
	random = func(depth int) *Tree {
		switch rng.IntN(7) {
		case 0:
			return Arg(rng.IntN(3))
		case 1:
			return Name("bytes", "Buffer")
		case 2:
			return Source("%d\n")
		}
		if depth == 0 {
			return New(Receiver)
		}
		a, b := random(depth-1), random(depth-1)
		return []*Tree{Call(a, b), Select(a, "F"), New(Address, b), Format("%s;%s", a, b)}[rng.IntN(4)]
	}
	for range 2000 {
		a, b := random(4), random(4)
		got := Format("%[2]s = 7%%, %[1]s, %[2]s", a, b).Print(qualifier, nil)
		if x, y := a.Print(qualifier, nil), b.Print(qualifier, nil); got != y+" = 7%, "+x+", "+y {
			t.Fatalf("%s is not of %s and %s", got, x, y)
		}
	}
}
