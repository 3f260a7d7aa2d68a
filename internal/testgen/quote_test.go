package testgen

import (
	"go/ast"
	"go/parser"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestFold folds random texts: the pieces make up the text again.
func TestFold(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 6))
		s := ""
		for range rng.IntN(5) {
			s += strings.Repeat("abcdefghij"[:1+rng.IntN(10)], rng.IntN(60))
			s += string(rune(rng.IntN(300)))
		}
		expr, err := parser.ParseExpr(foldRepeats(s, func() string { return "repeat" }))
		if err != nil {
			t.Fatal(err)
		}
		if got := unfold(t, expr); got != s {
			t.Fatalf("%q is folded into %q", s, got)
		}
	}
	if unit, n := longestRepetition(strings.Repeat("ab", 20)); unit != 2 || n != 20 {
		t.Errorf("unit %d, %d times", unit, n)
	}
	if unit, n := wholeRepetition(strings.Repeat("ab", 30)); unit != "ab" || n != 30 {
		t.Errorf("unit %q, %d times", unit, n)
	}
}

// unfold is the value of an expression that fold has printed.
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
