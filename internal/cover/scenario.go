package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/internal/value"
	"nearmiss/internal/worker"
)

// A type has tests of its own, beside those of its methods: scenarios, which make an object and call a few methods. They are
// bred for effects: which results of a step are not zero, and which methods say something else after it. A scenario is chosen for the
// effects that no other shows, and for those that earlier steps had before the last one, as whatever they left decides what it does.

// Limits of the scenarios of a type.
const (
	scenesRun  = 2000 // scenarios run
	mostScenes = 6    // scenarios that become tests
	effectGain = 4    // worth of an effect that no other scenario has; that of two effects together is 1
	argPool    = 3    // distinct arguments of one type
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

// isScenario reports whether the cases of a function are scenarios of a type.
func (f *function) isScenario() bool { return f.sig != nil && f.sig.IsScenario() }

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
		if !f.active() || s.hurried() {
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
		chosen, err := f.chooseScenes(ctx, tries, d.space)
		if err != nil {
			return nil, err
		}
		list = append(list, chosen...)
	}
	return list, nil
}

// chooseScenes chooses the cases that add most goals, the simplest first, each without the steps that it does not need.
func (f *function) chooseScenes(ctx context.Context, tries []*testCase, space *input.Space) (list []*testCase, err error) {
	vectors, goals := make([]input.Vector, len(tries)), make([][]string, len(tries))
	for i, c := range tries {
		vectors[i], goals[i] = c.vector, sceneGoals(c)
	}
	order := space.Order(vectors)
	had := map[string]bool{}
	for len(list) < mostScenes {
		best, most := -1, 1
		for _, i := range order {
			if n := gain(fresh(goals[i], had)); n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		c, err := f.shorterScene(ctx, tries[best], fresh(goals[best], had), space)
		if err != nil {
			return nil, err
		}
		for _, g := range sceneGoals(c) {
			had[g] = true
		}
		c.notices = true
		list = append(list, c)
	}
	return list, nil
}

// gain returns the worth of goals.
func gain(goals []string) (n int) {
	for _, g := range goals {
		if n++; !strings.Contains(g, ", ") {
			n += effectGain - 1
		}
	}
	return n
}

// fresh returns the goals that are not in had, without duplicates.
func fresh(goals []string, had map[string]bool) (list []string) {
	for _, g := range goals {
		if !had[g] && !slices.Contains(list, g) {
			list = append(list, g)
		}
	}
	return list
}

// shorterScene removes the steps of a scenario that its goals do not need.
func (f *function) shorterScene(ctx context.Context, c *testCase, goals []string, space *input.Space) (*testCase, error) {
	for {
		var tries []*testCase
		vars := space.Vars(nil, c.vector)
		steps := slices.IndexFunc(vars, func(v input.Var) bool { return v.Role == input.RoleLen && v.Steps })
		for i := range vars[steps].Count(c.vector) {
			tries = append(tries, &testCase{fn: f, vector: space.Delete(c.vector, &vars[steps], i, 1)})
		}
		if err := f.unit.runIn(ctx, f.unit.pool, tries, false); err != nil {
			return nil, err
		}
		f.evaluations += uint64(len(tries))
		i := slices.IndexFunc(tries, func(t *testCase) bool {
			return t.result != nil && t.result.Outcome == worker.Returned && len(without(goals, sceneGoals(t))) == 0
		})
		if i < 0 {
			return c, nil
		}
		c = tries[i]
	}
}

// A sceneDrawer draws scenarios of a type, with few distinct arguments: so that a step meets what earlier ones left.
type sceneDrawer struct {
	f     *function
	space *input.Space
	rng   *rand.Rand
	pool  map[poolKey][]input.Vector
	held  map[*input.Type]int // alternatives that interfaces hold
}

// A poolKey tells arguments of one type apart that a call has beside each other.
type poolKey struct {
	t      *input.Type
	number int
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
		d.pool, d.held = map[poolKey][]input.Vector{}, map[*input.Type]int{}
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
	taken := map[*input.Type]int{} // arguments of this call
	for _, f := range t.Alts[alt].Fields {
		at := poolKey{f.Type, taken[f.Type]}
		taken[f.Type]++
		if pool := d.pool[at]; len(pool) < argPool {
			d.pool[at] = append(pool, d.argument(f.Type))
		}
		v = append(v, d.pool[at][d.rng.IntN(len(d.pool[at]))]...)
	}
	return v
}

// argument returns an argument that is easy to read: the next number or letter, for an interface, too; else a random small one.
func (d *sceneDrawer) argument(t *input.Type) input.Vector {
	number := uint64(0)
	for k := range argPool {
		number += uint64(len(d.pool[poolKey{t, k}]))
	}
	var plain []int
	for i, a := range t.Alts {
		if len(a.Fields) == 1 && !a.RunsCode && a.Decl == nil && (a.Fields[0].Type.Kind == input.String || a.Fields[0].Type.Kind == input.Int) {
			plain = append(plain, i)
		}
	}
	switch {
	case t.Kind == input.Int && !t.IsDuration() && len(t.Words) == 0 && t.Domain == nil:
		return input.Vector{number + 1}
	case t.Kind == input.String && len(t.Texts) == 0 && t.Domain == nil:
		return input.Vector{1, 'a' + number}
	case len(plain) > 0:
		if _, ok := d.held[t]; !ok {
			d.held[t] = plain[d.rng.IntN(len(plain))]
		}
		held := t.Alts[d.held[t]].Fields[0].Type
		if held.Kind == input.Int {
			return input.Vector{uint64(d.held[t]), number + 1}
		}
		return input.Vector{uint64(d.held[t]), 1, 'a' + number}
	}
	return d.space.Small(t, d.rng)
}

// sceneGoals returns the goals of a scenario: the effects of its steps, and each of those before the last one together with that, if
// both changed something.
func sceneGoals(c *testCase) (list []string) {
	effects := effectsOf(c)
	for i, e := range effects {
		if e.tells {
			list = append(list, e.text)
		}
		if last := effects[len(effects)-1]; i < len(effects)-1 && e.changes && last.changes {
			list = append(list, e.text+", "+last.text)
		}
	}
	return list
}

// An effect is what a step did, as its caller sees it.
type effect struct {
	text    string // the method, which results are not zero, and which readers say something else than before
	changes bool   // some reader says something else
	tells   bool   // it changes something, or some result is not zero
}

// effectsOf returns the effects of the steps of a scenario. Before the first step, readers say zero or nothing.
func effectsOf(c *testCase) (list []effect) {
	d := &value.Decoder{Words: c.result.Out}
	said := map[string]string{}
	for _, r := range c.fn.sig.Readers {
		if d.Next() != 1 { // another method was called, or the reader panicked
			continue
		}
		var values []*value.Value
		for _, f := range r.Results {
			v, err := d.Read(f.Type)
			if err != nil {
				return nil
			}
			values = append(values, v)
		}
		last := len(list) - 1
		switch {
		case r.IsRecord():
		case r.IsStep:
			e := effect{text: r.Method}
			for _, v := range values {
				e.tells = e.tells || !v.IsZero()
				e.text += fmt.Sprint(" ", v.IsZero())
			}
			list = append(list, e)
		case last >= 0:
			now, empty := "", true
			for _, v := range values {
				now += textOf(v)
				empty = empty && (v.IsZero() || len(v.Kids) == 0 && v.Word == 0 && v.Text == "")
			}
			before, known := said[r.Method]
			said[r.Method] = now
			if known && before != now || !known && !empty {
				list[last].changes, list[last].tells = true, true
				list[last].text += " " + r.Method
			}
		}
	}
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
