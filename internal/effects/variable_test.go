package effects

import (
	"go/types"
	"maps"
	"slices"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/testdir"
)

const source = `package p

import (
	"errors"
	"fmt"
)

var (
	same      = 3
	table     = [2]string{"a", "b"}
	errPlain  = errors.New("plain")
	none      error
	assigned  = 3
	counted   int
	elements  [4]int
	pointed   = 5
	sliced    [4]int
	list      = []int{1}
	computed  = len(fmt.Sprint(1))
	errMade   = fmt.Errorf("made %d", 1)
	errLast   error
	ranged    int
	errAssign = errors.New("first")
	errAsked  = errors.New("asked")
	text      = "text"
	level     size
	grown     size
)

type size int

func (s size) String() string { return "size" }
func (s *size) grow()         { *s++ }

func f() any {
	assigned = 4
	counted++
	elements[1] = 2
	errLast, errAssign = errPlain, none
	for ranged = range list {
	}
	grown.grow()
	_ = errAsked.Error() + text[1:] + level.String()
	return []any{&pointed, sliced[:], same, table, computed, errMade}
}
`

// TestChanging: variables that are never assigned and have a constant initial value, or an error
// from errors.New, are fixed; all others may change.
func TestChanging(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{"go.mod": "module example.com/p\n\ngo 1.26\n", "p.go": source})
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	changing := Changing(pkgs[0])
	var stays []string
	for _, name := range pkgs[0].Types.Scope().Names() {
		if v, ok := pkgs[0].Types.Scope().Lookup(name).(*types.Var); ok && !changing[v] {
			stays = append(stays, name)
		}
	}
	if want := []string{"errAsked", "errPlain", "level", "none", "same", "table", "text"}; !slices.Equal(stays, want) {
		t.Errorf("%v stay as they are, want %v, of %v", stays, want, slices.Collect(maps.Keys(changing)))
	}
}
