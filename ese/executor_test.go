package ese_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/bench/subjects/ese/paths"
	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// subject is a program of the paper, run by the symbolic executor.
type subject struct {
	t       *testing.T
	program *symexec.Program
	manual.Subject
}

// At implements ese.Sizes.
func (s subject) At(size int) (ese.Explorer, error) { return s.at(size) }

// at returns an executor of the program for inputs of a size; the first input is zero.
func (s subject) at(size int) (*symexec.Executor, error) {
	return paths.At(s.t.Context(), s.program, s.Subject, size, order.New())
}

func (s subject) target(size int) ese.Target {
	e, err := s.at(size)
	if err != nil {
		s.t.Fatal(err)
	}
	return ese.Target{Explorer: e, Size: size, Sizes: s}
}

func (s subject) search(strategy ese.Strategy, size int, explorations uint64) (ese.Result, uint64) {
	rng := rand.New(rand.NewPCG(1, 2))
	r, err := ese.Search(s.t.Context(), s.target(size), strategy, rng, ese.Options{Budget: ese.Budget{Explorations: explorations}})
	if err != nil {
		s.t.Fatal(err)
	}
	return r, rng.Uint64()
}

var loadPrograms = sync.OnceValues(func() (*symexec.Program, error) { return paths.Load(context.Background(), ".") })

// programs returns the programs of the paper, which are loaded once for all tests.
func programs(t *testing.T) *symexec.Program {
	t.Helper()
	if testing.Short() {
		t.Skip("loads the standard library")
	}
	program, err := loadPrograms()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// TestExecutor runs strategies on the programs of the paper with the symbolic executor.
func TestExecutor(t *testing.T) {
	program := programs(t)
	for i, m := range manual.Subjects() {
		s := subject{t, program, m}
		t.Run(m.Func, func(t *testing.T) {
			s.t = t
			s.complete()
			s.repeats(i)
		})
	}
}

// complete asserts that a search that takes all paths finds the proven optimum.
func (s subject) complete() {
	size := 5
	if s.Graph {
		size = 3
	}
	r, _ := s.search(ese.DFS{}, size, 0)
	want, known := s.Optimum(size)
	if !r.Complete || known && r.Cost != want {
		s.t.Errorf("size %d: all %d paths (complete: %v) have at most %d statements, the optimum is %d", size, r.Paths, r.Complete, r.Cost, want)
	}
}

// repeats asserts that a strategy finds the same with the same seed, and that the input it
// returns takes the path it returns. It runs each third strategy, from one that depends on first.
func (s subject) repeats(first int) {
	const size, explorations = 6, 50
	for i, n := range ese.QuickStrategies() {
		if n.Inputs || (first+i)%3 != 0 {
			continue
		}
		r1, next1 := s.search(n.Strategy, size, explorations)
		r2, next2 := s.search(n.Strategy, size, explorations)
		if next1 != next2 || r1.Cost != r2.Cost || r1.Queries != r2.Queries || !slices.Equal(r1.Best.Input, r2.Best.Input) {
			s.t.Errorf("%s: %d with %d queries by %v, then %d with %d by %v", n.Name, r1.Cost, r1.Queries, r1.Best.Input, r2.Cost, r2.Queries, r2.Best.Input)
		}
		if cost := s.follow(size, r1.Best.Input); cost != r1.Best.Cost {
			s.t.Errorf("%s: the input costs %v, its path %v", n.Name, cost, r1.Best.Cost)
		}
	}
}

// follow returns the cost of an input.
func (s subject) follow(size int, v input.Vector) symexec.Cost {
	e, err := s.at(size)
	if err != nil {
		s.t.Fatal(err)
	}
	p, err := e.ExploreFrom(s.t.Context(), v, nil, symexec.Follow{})
	if err != nil {
		s.t.Fatal(err)
	}
	return p.Cost
}
