package cover

import (
	"context"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// A type has tests of its own, beside those of its methods: scenarios, which make an object and call a few methods. They are
// bred for effects: which results of a step are not zero, and which methods say something else after it. A scenario is chosen for the
// effects that no other shows, and for those that earlier steps had before the last one, as whatever they left decides what it does.

// Limits of the scenarios of a type.
const (
	scenesRun  = 2000 // scenarios run
	scenesPart = 100  // of them at a time: there are no more after one that hangs
	mostScenes = 6    // scenarios that become tests
	effectGain = 4    // worth of an effect that no other scenario has; that of two effects together is 1
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
		if signed == nil || seen[signed.Sig.Name] {
			continue
		}
		steps, _ := split(signed.Sig.Readers, func(r input.Reader) bool { return r.IsStep })
		if slices.ContainsFunc(steps, func(r input.Reader) bool { return !searched[r.Origin] }) || !slices.ContainsFunc(steps, func(r input.Reader) bool { return r.Origin == f.cfg.Obj }) {
			continue // what is known of the function stands for the type: it is a step
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
		leaves := func(r input.Reader) bool { // something that depends on the machine
			return r.IsStep && len(u.readsMachine()[r.Origin.(*types.Func)].After) > 0
		}
		if !f.active() || s.hurried() || slices.ContainsFunc(f.sig.Readers, leaves) {
			continue
		}
		d := sceneDrawer{f: f, space: input.NewSpace(f.sig, f.limits), rng: rand.New(rand.NewPCG(s.seed(f.main(), 1<<44, 0), 0))}
		var tries []*testCase
		for part := range slices.Chunk(d.draw(scenesRun), scenesPart) {
			if err := u.runIn(ctx, u.pool, part, false); err != nil {
				return nil, err
			}
			f.evaluations += uint64(len(part))
			if tries = append(tries, part...); slices.ContainsFunc(part, func(c *testCase) bool { return c.hung }) {
				break
			}
		}
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

// shorterScene removes the steps and repetitions of a scenario that its goals do not need.
func (f *function) shorterScene(ctx context.Context, c *testCase, goals []string, space *input.Space) (*testCase, error) {
	for {
		var tries []*testCase
		vars := space.Vars(nil, c.vector)
		steps := slices.IndexFunc(vars, func(v input.Var) bool { return v.Role == input.RoleLen && v.Steps })
		for i := range vars[steps].Count(c.vector) {
			tries = append(tries, &testCase{fn: f, vector: space.Delete(c.vector, &vars[steps], i, 1)})
		}
		for i := range vars {
			if v, n := &vars[i], c.vector[vars[i].Off]; v.Role == input.RoleInt && v.Type.Domain != nil && n > v.Lo {
				for _, fewer := range [...]uint64{v.Lo, v.Lo + (n-v.Lo)/2, n - 1} {
					tries = append(tries, &testCase{fn: f, vector: space.Set(slices.Clone(c.vector), v, fewer)})
				}
			}
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
