package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

// group is conditions that are reported together.
type group struct {
	name string
	has  func(testutil.Shape) bool
}

func groups() []group {
	list := []group{{"all", func(testutil.Shape) bool { return true }}}
	for mix := testutil.Linear; mix <= testutil.Anything; mix++ {
		list = append(list, group{mix.String(), func(s testutil.Shape) bool { return s.Mix == mix }})
	}
	for _, bits := range []uint8{8, 32, 64} {
		list = append(list, group{fmt.Sprintf("%d bits", bits), func(s testutil.Shape) bool { return s.Sort.Bits == bits }})
	}
	for _, n := range []int{5, 20} {
		list = append(list, group{fmt.Sprintf("%d clauses", n), func(s testutil.Shape) bool { return s.Clauses == n }})
	}
	return list
}

// random prints the second table.
func random(ctx context.Context, c *config, j *judge) error {
	shapes := testutil.Shapes()
	var drawn []*testutil.Condition
	for n := range c.each {
		for i, s := range shapes {
			rng := rand.New(rand.NewPCG(c.seed, uint64(n*len(shapes)+i)))
			drawn = append(drawn, testutil.Random(rng, term.NewBuilder(), s))
		}
	}
	head := []string{"decided, mean ms"}
	for _, g := range groups() {
		head = append(head, g.name)
	}
	t := newTable(fmt.Sprintf("%d random path conditions, %v each", len(drawn), c.limit), head...)
	verdicts := make([]smt.Verdict, len(drawn))
	for _, b := range backends(c) {
		sums, err := ask(ctx, b, drawn, verdicts, c, j)
		if err != nil {
			return err
		}
		row := []string{b.name}
		for i := range sums {
			row = append(row, fmt.Sprintf("%d%% %.0f", 100*sums[i].solved/max(sums[i].asked, 1), float64(sums[i].mean().Microseconds())/1e3))
		}
		t.row(row...)
	}
	return t.Flush()
}

// ask has a back end decide conditions, which have the shapes in turn, and adds
// up by groups. verdicts are those known so far.
func ask(ctx context.Context, b backend, drawn []*testutil.Condition, verdicts []smt.Verdict, c *config, j *judge) ([]tally, error) {
	s, err := b.open()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	all, shapes := groups(), testutil.Shapes()
	sums := make([]tally, len(all))
	for i, d := range drawn {
		if ctx.Err() != nil {
			break
		}
		one := decide(ctx, s, d, &verdicts[i], c, j)
		for k, g := range all {
			if g.has(shapes[i%len(shapes)]) {
				sums[k].add(one)
			}
		}
	}
	return sums, nil
}

func decide(ctx context.Context, s smt.Solver, d *testutil.Condition, known *smt.Verdict, c *config, j *judge) tally {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	start := time.Now()
	for _, p := range d.Path {
		s.Push(p)
	}
	a := s.Check(ctx, d.Extra, d.Env())
	taken := min(time.Since(start), c.limit)
	s.Pop(len(d.Path))
	if a.Verdict == smt.Unknown {
		return tally{asked: 1, taken: c.limit}
	}
	j.compare(a.Verdict, *known)
	*known = a.Verdict
	return tally{asked: 1, solved: 1, taken: taken}
}
