package symexec

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"nearmiss/input"
)

// TestParallel checks that executors of one program can run concurrently, with the same results
// as one after the other.
func TestParallel(t *testing.T) {
	p := program(t, "./testdata/lang")
	fns := []string{"Tree", "Maps", "Generics", "Errors", "Iterators", "Workers", "TypeSwitch", "RangeString"}
	run := func(ctx context.Context, name string) (out []input.Vector) {
		entry := p.Entry(name)
		space := input.NewSpace(p.Entries[entry], input.Limits{Len: 6})
		e, err := NewExecutor(ctx, p, entry, Options{Vector: space.Zero()})
		if err != nil {
			t.Error(err)
			return nil
		}
		rng := rand.New(rand.NewPCG(1, uint64(entry)))
		for range 5 {
			e.SetInput(space.Random(nil, rng))
			path, err := e.Explore(ctx, nil, Follow{})
			if err != nil {
				t.Error(err)
			}
			out = append(out, path.Output)
		}
		return out
	}
	results := make([][]input.Vector, len(fns))
	var wg sync.WaitGroup
	for i, name := range fns {
		wg.Go(func() { results[i] = run(t.Context(), name) })
	}
	wg.Wait()
	for i, name := range fns {
		if again := run(t.Context(), name); !slices.EqualFunc(results[i], again, slices.Equal[input.Vector]) {
			t.Errorf("%s: %v at the same time, %v alone", name, results[i], again)
		}
	}
}

// TestNumbers checks that an instruction has a unique number in the program that is the same
// for all executors and processes, in whichever order functions are compiled. Otherwise the
// sites of a strategy would depend on which executor is quicker, and could not be stored.
func TestNumbers(t *testing.T) {
	alone := fresh(t, "./testdata/near")
	compared := 0
	for pattern, names := range map[string][]string{
		"./testdata/lang": {"Tree", "Maps", "Generics", "Iterators", "Maps", "Tree"},
		"./testdata/near": {"Ints", "Strings", "Loops", "Ints"},
	} {
		p, owner := program(t, pattern), map[int]*ssa.Function{}
		for _, name := range names {
			entry := p.Entry(name)
			space := input.NewSpace(p.Entries[entry], input.Limits{Len: 6})
			e, err := NewExecutor(t.Context(), p, entry, Options{Vector: space.Zero()})
			if err != nil {
				t.Fatal(err)
			}
			compiled := ownImage(e)
			e.SetInput(space.Random(nil, rand.New(rand.NewPCG(1, 2))))
			if _, err := e.Explore(t.Context(), nil, Follow{}); err != nil {
				t.Fatal(err)
			}
			for f, fn := range compiled.funcs {
				if same := alone.pkg.Func(f.Name()); same != nil && f.String() == same.String() && len(fn.code) > 0 {
					if compared++; alone.number(same) != fn.number {
						t.Errorf("%v has the number %d, and %d when its package is loaded alone", f, fn.number, alone.number(same))
					}
				}
				for pc := range fn.code {
					n := (&frame{fn: fn, pc: pc + 1}).instructionNumber()
					if other := owner[n]; other != nil && other != f {
						t.Fatalf("%d is the number of instructions of %v and of %v", n, other, f)
					}
					owner[n] = f
				}
			}
		}
	}
	if compared == 0 {
		t.Error("no function was compared")
	}
}
