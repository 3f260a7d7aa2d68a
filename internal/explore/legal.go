package explore

import (
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// maxLegalTries is the number of inputs that are drawn for targets that only illegal inputs took.
// The legal ones are run.
const maxLegalTries = 1_000

// onlyIllegal reports whether the target was reached only by inputs that are not legal: with values
// in states that no constructor and no call was observed to make.
func (e *exploration) onlyIllegal(g *goal) bool {
	return g.run > 0 && !input.Legal(e.s.subject.Fn.Sig, g.input)
}

// makeLegal looks for legal inputs that take the targets reached only by illegal ones. It runs
// random inputs, made by constructors and calls, natively. The execution tree does not help,
// because all its inputs are made in one way.
func (e *exploration) makeLegal() error {
	open := slices.DeleteFunc(slices.Clone(e.goals), func(g *goal) bool { return !e.onlyIllegal(g) })
	if len(open) == 0 || e.nativeCtx.Err() != nil {
		return nil
	}
	sig := e.s.subject.Fn.Sig
	space := input.NewSpace(sig, input.Limits{Legal: true, Len: e.opt.Bound})
	rng := rand.New(rand.NewPCG(e.opt.Seed, maxLegalTries))
	var jobs []*worker.RunJob
	for range maxLegalTries {
		if v := withoutDuplicateKeys(sig, space.Random(nil, rng)); input.Legal(sig, v) {
			jobs = append(jobs, &worker.RunJob{ID: uint32(len(jobs)), Entry: e.s.entry, Vector: v})
		}
	}
	runs, err := e.s.subject.Pool.Run(e.nativeCtx, jobs)
	for i, r := range runs {
		if r == nil || r.Result == nil {
			continue
		}
		for _, g := range open {
			if takes(r.Result, g.branch) && e.onlyIllegal(g) {
				g.input = jobs[i].Vector
			}
		}
	}
	return err
}
