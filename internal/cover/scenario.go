package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/internal/value"
	"nearmiss/internal/worker"
)

// A type has tests of its own, beside those of its methods: scenarios, which make an object and call a few methods. They are
// bred for effects: what a step returned, and which methods then say something else. Each effect gets the simplest scenario that
// ends with it.

// Limits of the scenarios of a type.
const (
	scenesRun  = 1500 // scenarios run
	mostScenes = 12   // scenarios that become tests
	argPool    = 2    // distinct arguments of one type
)

// signScenarios returns the additional entries for the scenarios of types: one for each exported type whose steps are methods that the
// call searches.
func (u *unit) signScenarios() (fns []*harness.Fn) {
	searched, seen := map[any]bool{}, map[string]bool{}
	for _, f := range u.funcs {
		if f.searched() && f.harm == nil {
			searched[f.cfg.Obj] = true
		}
	}
	for _, f := range u.funcs {
		if !f.searched() || f.harm != nil || !f.exported() {
			continue
		}
		signed := u.coder.Scenario(f.signed)
		if signed == nil || seen[signed.Sig.Name] || slices.ContainsFunc(signed.Sig.Readers, func(r input.Reader) bool { return r.IsStep && !searched[r.Origin] }) {
			continue
		}
		seen[signed.Sig.Name] = true
		d := domain{sig: signed.Sig, limits: input.Limits{Steps: harness.MaxScenario, Legal: true, Finite: f.limits.Finite}}
		u.scenes = append(u.scenes, &function{
			unit: u, index: f.index, of: f, cfg: f.cfg, position: f.position, name: signed.Sig.Name, signed: signed, mayBeIllegal: signed.Sig.MayBeIllegal(), domain: d,
		})
		fns = append(fns, signed)
	}
	return fns
}

// numberScenarios records the numbers of the additional entries. A type whose entry does not compile has no scenarios.
func (u *unit) numberScenarios(set *subject.Set) {
	for _, f := range u.scenes {
		f.entry = slices.Index(set.Entries, f.signed)
	}
	u.scenes = slices.DeleteFunc(u.scenes, func(f *function) bool { return f.entry < 0 })
}

// scenarios returns a case for each effect that scenarios of the package's types have.
func (s *session) scenarios(ctx context.Context, u *unit) (list []*testCase, err error) {
	for _, f := range u.scenes {
		if !f.active() {
			continue
		}
		d := sceneDrawer{f: f, space: input.NewSpace(f.sig, f.limits), rng: rand.New(rand.NewPCG(s.seed(f.main(), 1<<44, 0), 0))}
		tries := d.draw(scenesRun)
		if err := u.runIn(ctx, u.pool, tries, false); err != nil {
			return nil, err
		}
		f.evaluations += uint64(len(tries))
		tries = slices.DeleteFunc(tries, func(c *testCase) bool {
			return c.result == nil || c.result.Outcome != worker.Returned || c.timeDependent() || !c.legal()
		})
		vectors := make([]input.Vector, len(tries))
		for i, c := range tries {
			vectors[i] = c.vector
		}
		had := map[string]bool{}
		for _, i := range d.space.Order(vectors) {
			c := tries[i]
			effects := effectsOf(c)
			if len(effects) == 0 || had[effects[len(effects)-1]] || len(had) == mostScenes {
				continue
			}
			had[effects[len(effects)-1]], c.notices = true, true
			list = append(list, c)
		}
	}
	return list, nil
}

// A sceneDrawer draws scenarios of a type, with few distinct arguments: so that a step meets what earlier ones left.
type sceneDrawer struct {
	f     *function
	space *input.Space
	rng   *rand.Rand
	pool  map[*input.Type][]input.Vector
}

// draw draws at most n scenarios without duplicates, whose objects a constructor makes, if there is one.
func (d *sceneDrawer) draw(n int) (list []*testCase) {
	recv := d.f.sig.Recv.Type
	told := map[string]bool{}
	for _, r := range d.f.sig.Readers {
		told[r.Method] = r.IsStep
	}
	var makers, steps []int
	var of *input.Type
	for i, a := range recv.Alts {
		if a.RunsCode && !a.Rare && !a.Raw && a.Steps != nil {
			makers, of = append(makers, i), a.Steps
		}
	}
	if of == nil {
		return nil
	}
	for i, a := range of.Elem.Alts {
		if told[a.Name] {
			steps = append(steps, i)
		}
	}
	seen := map[string]bool{}
	for range n {
		d.pool = map[*input.Type][]input.Vector{}
		v := d.choose(recv, makers[d.rng.IntN(len(makers))])
		count := 1 + d.rng.IntN(harness.MaxScenario)
		v = append(v, uint64(count)+1)
		for range count {
			v = append(v, d.choose(of.Elem, steps[d.rng.IntN(len(steps))])...)
		}
		v = d.space.Normalize(nil, v)
		if key := fmt.Sprint(v); !seen[key] {
			seen[key] = true
			list = append(list, &testCase{fn: d.f, vector: v})
		}
	}
	return list
}

// choose returns the words of an alternative of a choice without its steps, with arguments from the pool.
func (d *sceneDrawer) choose(t *input.Type, alt int) input.Vector {
	v := input.Vector{uint64(alt)}
	for _, f := range t.Alts[alt].Fields {
		pool := d.pool[f.Type]
		if len(pool) < argPool || d.rng.IntN(8) == 0 {
			d.pool[f.Type] = append(pool, d.space.Small(f.Type, d.rng))
		}
		pool = d.pool[f.Type]
		v = append(v, pool[d.rng.IntN(len(pool))]...)
	}
	return v
}

// effectsOf returns the effect of each step of a scenario: the method, which results are not zero, and which readers say something
// else than before.
func effectsOf(c *testCase) (list []string) {
	d := &value.Decoder{Words: c.result.Out}
	before := map[string]string{}
	now := map[string]string{}
	effect, step := "", 0
	end := func() {
		if effect != "" {
			for _, r := range c.fn.sig.Readers {
				if r.Step == 1 && !r.IsStep && now[r.Method] != before[r.Method] {
					effect += " " + r.Method
				}
			}
			list = append(list, effect)
		}
		effect, before, now = "", now, map[string]string{}
	}
	for _, r := range c.fn.sig.Readers {
		if r.Step != step {
			end()
			step = r.Step
		}
		if d.Next() != 1 {
			continue
		}
		if r.IsStep {
			effect = r.Method
		}
		for _, f := range r.Results {
			v, err := d.Read(f.Type)
			switch {
			case err != nil:
				return nil
			case !r.IsStep && !r.IsRecord():
				now[r.Method] += textOf(v)
			case r.IsStep && v.IsZero():
				effect += " 0"
			case r.IsStep:
				effect += " 1"
			}
		}
	}
	end()
	return list
}

// textOf returns a text that tells values apart.
func textOf(v *value.Value) string {
	text := fmt.Sprint(v.Word, v.Imag, v.Text, v.IsNil, v.LeftOut, len(v.Kids))
	for _, k := range slices.Concat(v.Keys, v.Kids) {
		text += "(" + textOf(k) + ")"
	}
	return text
}
