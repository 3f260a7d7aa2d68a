package explore

import (
	"strings"
	"testing"

	"nearmiss/internal/subject"
)

const openSource = `package odd

import (
	"errors"
	"os"
)

// Ninety is reached behind a condition that hangs on nothing but what one before it says.
func Ninety(x int) int {
	if x == 90 {
		x++
		if x*2 == 182 {
			return 1
		}
	}
	return 0
}

// Order hangs on the order of a map.
func Order(x int) int {
	for k := range map[int]int{1: 1, 2: 2} {
		if k == 2 {
			return 2
		}
		break
	}
	return 0
}

// Choice hangs on the choice of a select.
func Choice(x int) (v int) {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	select {
	case v = <-a:
	case v = <-b:
	}
	if v == 2 {
		return 2
	}
	return 0
}

// Room hangs on how many elements append makes room for, which is more where the slice
// stands on the stack.
func Room(x int) int {
	var s []int
	s = append(s, x)
	if cap(s) > 3 {
		return 1
	}
	return 0
}

var mode = false

func Set() { mode = true }

// Mode hangs on a variable that Set changes.
func Mode(x int) int {
	if mode {
		return 1
	}
	return 0
}

var errMode = errors.New("mode")

func fails(x int) error {
	if x > 0 {
		return errMode
	}
	return nil
}

// Fails hangs on its input alone: no other code changes the error.
func Fails(x int) int {
	if err := fails(x); err != nil && err != errMode {
		return 1
	}
	return 0
}

// Arguments hangs on a variable of another package.
func Arguments(x int) int {
	if len(os.Args) == 77 {
		return 1
	}
	return 0
}

// Alias hangs on whether two lists are one.
func Alias(a, b []int) int {
	if len(a) > 0 && len(b) > 0 && &a[0] == &b[0] {
		return 1
	}
	return 0
}

// Of hangs on its type argument.
func Of[T any](x T) int {
	if _, ok := any(x).(float32); ok {
		return 1
	}
	return 0
}
`

// TestProofs: that every path was taken proves something only of paths that hang on the
// input alone, and nothing if a strategy has declined. Machine code may take the other way
// where Go leaves it open, when it runs the inputs before a proof is told.
func TestProofs(t *testing.T) {
	l := sharedLaw(t)
	for _, c := range []struct{ fn, strategy, at, why, reason string }{
		{"Ninety", "fitnex", "x*2 == 182", WhyDeclined, "strategy fitnex stopped with 1 open node untried; no run comes to its condition; -strategy auto goes on there"},
		{"Ninety", "auto", "x*2 == 182", "", ""},
		{"Order", "bfs", "k == 2", WhyCut, "maps are ranged over in the order of insertion"},
		{"Choice", "bfs", "v == 2", WhyCut, "a select takes its first case that is ready"},
		{"Room", "bfs", "cap(s) > 3", "", ""},
		{"Mode", "bfs", "mode", WhyCut, "package variables that other code may change, such as mode, are as at first"},
		{"Fails", "bfs", "err != errMode", WhyInfeasible, "no input takes it: every path was taken"},
		{"Arguments", "bfs", "len(os.Args) == 77", WhyCut, "such as Args, are as at first"},
		{"Alias", "bfs", "&a[0] == &b[0]", WhyBound, "without shared memory"},
		{"Of", "bfs", "ok", WhyBound, "every path of inputs with the type arguments"},
	} {
		s := l.sessions[c.fn]
		var target string
		for _, cond := range s.subject.Func.Conds {
			if cond.Text(s.subject.Package.Fset) == c.at {
				target = s.subject.Graph.BranchName(cond.Branch(true))
			}
		}
		r, err := s.Search(t.Context(), Options{Strategy: c.strategy, Common: subject.Common{Seed: 1}, Targets: []string{target}})
		if err != nil {
			t.Fatal(c.fn, err)
		}
		x := r.Targets[0]
		if open := c.fn == "Order" || c.fn == "Choice"; open && x.Runs > 0 {
			continue
		}
		if x.Why != c.why || !strings.Contains(x.Reason, c.reason) || (x.Runs > 0) != (c.why == "") {
			t.Errorf("%s by %s: %s: %s (%d runs)\nwant %s: %s", c.fn, c.strategy, x.Why, x.Reason, x.Runs, c.why, c.reason)
		}
	}
}
