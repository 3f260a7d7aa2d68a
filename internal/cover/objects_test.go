package cover

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/internal/subject"
)

// vault is a type whose states several calls make, one that no call makes, and a function.
const vault = `package closed

import "errors"

type Vault struct {
	pin, wrong int
	locked     bool
	gold       int
}

func NewVault(pin int) (*Vault, error) {
	if pin < 1000 || pin > 9999 {
		return nil, errors.New("pin")
	}
	return &Vault{pin: pin}, nil
}

func (v *Vault) Put(n int) {
	if n > 0 && n < 100 {
		v.gold += n
	}
}

func (v *Vault) Take(pin, n int) string {
	if v.locked {
		return "locked"
	}
	if v.wrong > 3 {
		panic("not locked in time")
	}
	if pin != v.pin {
		v.wrong++
		v.locked = v.wrong == 3
		return "wrong"
	}
	v.wrong = 0
	if n <= 0 || n > v.gold {
		return "too much"
	}
	v.gold -= n
	return "taken"
}

type Broken struct{ x int }

func NewBroken(x int) (*Broken, error) { return nil, errors.New("always") }

func (b *Broken) Get() bool { return b.x > 3 }

func Plain(a, b int) bool { return a*3 == 300003 && b == a+1 }
`

// TestTardis checks that the states that calls make take all branches of a method that some calls
// take, that any other function is explored as ever, and that the number of workers changes
// nothing.
func TestTardis(t *testing.T) {
	if testing.Short() {
		t.Skip("three searches")
	}
	run := func(seed uint64, workers int) string {
		s, u := planned(t, Options{Algo: "tardis", Evals: 3_000, Common: subject.Common{Seed: seed}, Parallel: workers}, vault)
		if err := s.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		var open []string
		inputs := ""
		for _, g := range u.goals {
			if g.found == nil || !g.found.legal {
				open = append(open, fmt.Sprint(g.fn.name, " ", u.graph.BranchName(g.branch)))
			} else {
				inputs += fmt.Sprint(g.branch, g.found.vector, "\n")
			}
		}
		// Vault is locked in time, and nothing makes a Broken.
		if len(open) != 3 || !strings.HasPrefix(open[0], "(*Vault).Take") || !strings.HasPrefix(open[1], "(*Broken).Get") || !strings.HasPrefix(open[2], "(*Broken).Get") {
			t.Errorf("seed %d: open: %q", seed, open)
		}
		if f := u.byName("(*Vault).Take"); f.states == nil {
			t.Error("no states of a Vault")
		}
		if f := u.byName("(*Broken).Get"); f.states != nil {
			t.Error("states of a Broken")
		}
		return inputs
	}
	if a, b := run(1, 1), run(1, 3); a != b {
		t.Errorf("with one worker\n%s\nwith three\n%s", a, b)
	}
}
