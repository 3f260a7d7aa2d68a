package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/smt/smtlib"
	"nearmiss/term"
)

const slots, branches = 100, 500

// explorer runs programs that compare slots, as an executor does: it asks for
// the other side of each comparison, and takes either where it can.
type explorer struct {
	ctx    context.Context
	b      *term.Builder
	solver smt.Solver
	rng    *rand.Rand
	in     []uint64
	left   int
}

func (e *explorer) env(slot int) (term.Value, bool) { return term.Value{Bits: e.in[slot]}, true }

// lessEq is the outcome of in[i] <= in[j].
func (e *explorer) lessEq(i, j int) bool {
	side := int64(e.in[i]) <= int64(e.in[j])
	if e.left == 0 || i == j {
		return side
	}
	s := term.Signed(64)
	here := e.b.Compare(term.LE, e.b.Slot(i, s, false), e.b.Slot(j, s, false))
	there := e.b.Not(here)
	if !side {
		here, there = there, here
	}
	e.left--
	a := e.solver.Check(e.ctx, there, e.env)
	if a.Verdict == smt.Sat && e.rng.IntN(2) == 0 {
		for _, x := range a.Changes {
			e.in[x.Slot] = x.Value.Bits
		}
		side, here = !side, there
	}
	e.solver.Push(here)
	return side
}

func (e *explorer) pairs() {
	for e.left > 0 {
		e.lessEq(e.rng.IntN(slots), e.rng.IntN(slots))
	}
}

func (e *explorer) merge(p []int) []int {
	if len(p) < 2 {
		return p
	}
	x, y := e.merge(p[:len(p)/2]), e.merge(p[len(p)/2:])
	var out []int
	for len(x) > 0 && len(y) > 0 {
		if e.lessEq(x[0], y[0]) {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return append(append(out, x...), y...)
}

func (e *explorer) bubble(p []int) {
	for n := len(p); n > 1 && e.left > 0; n-- {
		for i := 1; i < n; i++ {
			if !e.lessEq(p[i-1], p[i]) {
				p[i-1], p[i] = p[i], p[i-1]
			}
		}
	}
}

// programs are what runs on the slots.
var programs = []struct {
	name string
	run  func(*explorer)
}{
	{"random pairs", (*explorer).pairs},
	{"merge sort", func(e *explorer) { e.merge(e.rng.Perm(slots)) }},
	{"bubble sort", func(e *explorer) { e.bubble(e.rng.Perm(slots)) }},
}

// paths500 prints the first table.
func paths500(ctx context.Context, c *config, j *judge) error {
	head := []string{"µs a question"}
	var recordings [][]step
	for i, p := range programs {
		rec := &recorder{Solver: order.New(), slots: slots}
		rng := rand.New(rand.NewPCG(c.seed, uint64(i)))
		p.run(&explorer{ctx: ctx, b: term.NewBuilder(), solver: rec, rng: rng, in: make([]uint64, slots), left: branches})
		recordings = append(recordings, rec.steps)
		head = append(head, fmt.Sprintf("%s (%d)", p.name, rec.questions()))
	}
	t := newTable(fmt.Sprintf("Paths of up to %d comparisons of %d integers of 64 bits", branches, slots), head...)
	for _, b := range backends(c) {
		if b.name == "climb" {
			continue
		}
		row, own := []string{b.name}, []string{b.name + ", processor time of its process"}
		for _, steps := range recordings {
			r, err := replayAll(ctx, b, [][]step{steps}, c, j)
			if err != nil {
				return err
			}
			row = append(row, micros(r))
			own = append(own, fmt.Sprintf("%.1f", float64(r.processes.Nanoseconds())/1e3/float64(max(r.asked, 1))))
		}
		t.row(row...)
		if slices.Contains(smtlib.Names(), b.name) {
			t.row(own...)
		}
	}
	return t.Flush()
}

// micros is the mean, with how many questions there was time for and how many
// were decided, if not all.
func micros(t tally) string {
	text := fmt.Sprintf("%.1f", float64(t.mean().Nanoseconds())/1e3)
	if t.solved < t.asked {
		text = fmt.Sprintf("%d%% %s", 100*t.solved/t.asked, text)
	}
	if t.cut {
		text = fmt.Sprintf("[%d] %s", t.asked, text)
	}
	return text
}
