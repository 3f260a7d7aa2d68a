package symexec_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/internal/testutil"
	"nearmiss/internal/worker"
	"nearmiss/search"
	"nearmiss/symexec"
)

// nearest keeps the least distances of each condition.
type nearest struct {
	near     map[int]*[2]closest
	relation map[symexec.Relation]int
}

type closest struct {
	hit, met  bool
	exact     uint64
	published float64
}

func (n *nearest) Observes(cond int) bool { return cond%7 != 6 }

func (n *nearest) Observe(o symexec.Observation) {
	if n.near[o.Cond] == nil {
		n.near[o.Cond] = new([2]closest)
	}
	n.relation[o.Relation]++
	for side := range 2 {
		l := &n.near[o.Cond][side]
		d := o.Distance[side]
		if d == 0 {
			l.hit = true
			continue
		}
		p := probe.Result{Exact: d}
		if o.Float {
			p.Kind = probe.Float
		}
		if !l.met || p.Published() < l.published || p.Published() == l.published && d < l.exact {
			*l = closest{l.hit, true, d, p.Published()}
		}
	}
}

// TestObserver checks that an Observer receives the distances that machine code measures for
// the same input.
func TestObserver(t *testing.T) {
	ctx := t.Context()
	program, set := symexec.Prepared(t, "./testdata/near")
	started := testutil.Worker(t, set)

	// One target for each branch; its only critical branch is the other branch of the condition.
	var targets []worker.Target
	for cond := range uint32(set.Conditions) {
		for side := range uint32(2) {
			away := worker.Node{Cond: cond, Away: probe.AwayTrue >> side}
			targets = append(targets, worker.Target{Branch: 2*cond + side, Nodes: []worker.Node{away}})
		}
	}
	relation, compared := map[symexec.Relation]int{}, 0
	for entry, sig := range program.Entries {
		rng := rand.New(rand.NewPCG(31, uint64(entry)))
		space := input.NewSpace(sig, input.Limits{Len: 4})
		space.Seeds = input.Seeds{Strings: []string{"abc", "abd", "m", "é"}}
		job := &worker.BatchJob{Entry: entry, Signature: sig, Paper: true}
		for range 60 {
			job.Vectors = append(job.Vectors, space.Random(nil, rng))
		}
		columns := make([][]search.Fitness, len(targets))
		for j := range targets {
			job.Target = targets[j]
			batch, err := started.Batch(ctx, job, nil)
			if err != nil || len(batch.Result.Fitness) != len(job.Vectors) {
				t.Fatal(err, batch)
			}
			columns[j] = batch.Result.Fitness
		}
		n := &nearest{relation: relation}
		var execs [2]*symexec.Executor // with symbolic words, and with symbolic lengths too
		for i := range execs {
			x := symexec.Options{Vector: job.Vectors[0], Fork: true, Bound: 4 * i, Observer: n}
			var err error
			if execs[i], err = symexec.NewExecutor(ctx, program, entry, x); err != nil {
				t.Fatal(err)
			}
		}
		for i, v := range job.Vectors {
			e := execs[i%2]
			e.SetInput(v)
			n.near = map[int]*[2]closest{}
			if _, err := e.Explore(ctx, nil, symexec.Follow{}); err != nil {
				t.Fatal(err)
			}
			for j := range targets {
				cond, side := j/2, j%2
				got, want := closest{}, columns[j][i]
				if p := n.near[cond]; p != nil {
					got = p[side]
				}
				switch {
				case !n.Observes(cond):
					if n.near[cond] != nil {
						t.Errorf("%s: condition %d is not wanted", sig.Name, cond)
					}
				case got.hit != want.Reached():
					t.Errorf("%s(%v): branch %d taken: %v; by machine code: %v", sig.Name, v, j, got.hit, want.Reached())
				case !got.hit && got.met != (want.N > 0), !got.hit && got.met && (got.exact != want.Exact[0] || probe.NormRatio.Of(got.published) != want.Value):
					t.Errorf("%s(%v): branch %d: %+v; by machine code: %+v", sig.Name, v, j, got, want)
				case got.met:
					compared++
				}
			}
		}
	}
	for r := range symexec.Truth + 1 {
		if relation[r] < 50 {
			t.Errorf("only %d conditions with %v", relation[r], r)
		}
	}
	if compared < 3000 {
		t.Errorf("only %d distances", compared)
	}
}

// gaps lists the gaps of the conditions of a run.
type gaps []uint64

func (*gaps) Observes(int) bool               { return true }
func (g *gaps) Observe(o symexec.Observation) { *g = append(*g, o.Gap) }

// TestGap checks that the gap of two arrays is that of the conditions that compare them only.
func TestGap(t *testing.T) {
	program, _ := symexec.Prepared(t, "./testdata/near")
	var got gaps
	v := input.Vector{0, 0, 9, 9, 1}
	e, err := symexec.NewExecutor(t.Context(), program, program.Entry("Arrays"), symexec.Options{Vector: v, Observer: &got})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Explore(t.Context(), nil, symexec.Follow{}); err != nil {
		t.Fatal(err)
	}
	// ok; p == q, p != q, ok; x == y and x != y of same
	if want := (gaps{0, 18, 18, 0, 18, 18}); !slices.Equal(got, want) {
		t.Errorf("gaps %v, want %v", got, want)
	}
}
