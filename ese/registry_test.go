package ese_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/ese"
	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// mirrored are operators over paths that reverse the second half of a condition.
type mirrored struct{ calls *int }

func (m mirrored) Crossover(a, b *ese.Chromosome, _ *rand.Rand) (*ese.Chromosome, *ese.Chromosome) {
	*m.calls++
	return a.With(a.Clauses()[:len(a.Clauses())/2]), b.With(b.Clauses()[:len(b.Clauses())/2])
}

func (m mirrored) Mutate(c *ese.Chromosome, _ float64, rng *rand.Rand) *ese.Chromosome {
	return m.Neighbour(c, rng)
}

func (m mirrored) Neighbour(c *ese.Chromosome, _ *rand.Rand) *ese.Chromosome {
	pre := append([]*term.Term{}, c.Clauses()...)
	for i := len(pre) / 2; i < len(pre); i++ {
		pre[i] = pre[i].Builder().Not(pre[i])
	}
	return c.With(pre)
}

// alien are operators over paths that return clauses of another builder.
type alien struct{ mirrored }

func (alien) Neighbour(c *ese.Chromosome, _ *rand.Rand) *ese.Chromosome {
	return c.With([]*term.Term{term.NewBuilder().Slot(0, term.BoolSort, false)})
}

// long are operators over inputs that return vectors that are too long.
type long struct{ *ga.Breeder }

func (long) Mutate(v input.Vector, _ float64, _ *rand.Rand) input.Vector { return append(v, 1) }

// calls counts the calls of the registered operators.
var calls int

func init() {
	ese.RegisterOperators(ese.Operators{Name: "mirrored", Doc: "for a test", Paths: func(*ese.Gate) ga.Operators[*ese.Chromosome] { return mirrored{&calls} }})
	ese.RegisterOperators(ese.Operators{Name: "alien", Doc: "for a test", Paths: func(*ese.Gate) ga.Operators[*ese.Chromosome] { return alien{mirrored{&calls}} }})
	ese.RegisterOperators(ese.Operators{Name: "long", Doc: "for a test", Inputs: func(s *input.Space) ga.Operators[input.Vector] { return long{ga.NewBreeder(s)} }})
	ese.RegisterStrategy(ese.Named{Name: "little", Doc: "for a test", Strategy: ese.Evolution{Algorithm: ga.Memetic{PopSize: 10}, Operators: "mirrored"}})
}

func search(t *testing.T, algorithm, operators string) (ese.Result, error) {
	t.Helper()
	n, err := ese.ByName(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	if operators != "" {
		if n, err = n.WithOperators(operators); err != nil {
			t.Fatal(err)
		}
	}
	target := ese.Target{Explorer: ese.NewToy(ese.ToyInsertionSort, 6, order.New()), Size: 6}
	return ese.Search(t.Context(), target, n.Strategy, rand.New(rand.NewPCG(1, 0)), ese.Options{Budget: ese.Budget{Explorations: 800}})
}

// TestRegistered combines registered operators and strategies with the others.
func TestRegistered(t *testing.T) {
	for _, algorithm := range []string{"little", "ese", "ga"} {
		calls = 0
		operators := ""
		if algorithm != "little" {
			operators = "mirrored"
		}
		if r, err := search(t, algorithm, operators); err != nil || r.Explorations != 800 || r.Cost == 0 || calls < 20 {
			t.Errorf("%s: %d explorations, cost %d, %d calls, %v", algorithm, r.Explorations, r.Cost, calls, err)
		}
	}
	if r, err := search(t, "ese", "alien"); err == nil || !strings.Contains(err.Error(), "ese_test.alien") || !strings.Contains(err.Error(), "clause 0 of 1") {
		t.Errorf("clauses of another builder: %+v, %v", r, err)
	}
}

// TestRegisteredTwice asserts that the panic for a taken name contains the name.
func TestRegisteredTwice(t *testing.T) {
	for name, register := range map[string]func(){
		`"ese"`:  func() { ese.RegisterStrategy(ese.Named{Name: "ese", Strategy: ese.Rand{}}) },
		`"path"`: func() { ese.RegisterOperators(ese.Operators{Name: "path", Inputs: inputs}) },
		`"both"`: func() { ese.RegisterOperators(ese.Operators{Name: "both"}) },
	} {
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, name) {
					t.Errorf("%s: %s", name, said)
				}
			}()
			register()
		}()
	}
	if _, err := (ese.Named{Name: "dfs", Strategy: ese.DFS{}}).WithOperators("path"); err == nil || !strings.Contains(err.Error(), "ese, ga") {
		t.Error(err)
	}
	if n, _ := ese.ByName("ga"); n.Strategy != nil {
		if _, err := n.WithOperators("none"); err == nil || !strings.Contains(err.Error(), "mirrored") {
			t.Error(err)
		}
	}
}

func inputs(s *input.Space) ga.Operators[input.Vector] { return ga.NewBreeder(s) }
