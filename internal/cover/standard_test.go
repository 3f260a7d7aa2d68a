package cover

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// A routine is a random function of nested ifs and loops, as source and as
// something that this test runs itself.
type routine struct {
	rng   *rand.Rand
	text  strings.Builder
	conds []*test
	loops int
}

// test is a condition: how far it is from each outcome, and what leads to it.
type test struct {
	text string
	far  func(*vars) [2]float64 // to false, to true
	path []step                 // the outcomes of the conditions around, outermost first
}

type step struct {
	cond    int
	outcome bool
}

type vars struct {
	a, b  int
	u     uint8
	e     float64
	ok    bool
	s     string
	n     map[int]int // loop counters
	trace []event
}

// event is one condition that a run met.
type event struct {
	cond    int
	outcome bool
	far     [2]float64
}

type action func(*vars)

// apart gives the distances of a relation between two numbers a gap apart.
func apart(op string, x, y float64) [2]float64 {
	gap := math.Abs(x-y) + 1
	switch holds := map[string]bool{"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]; {
	case holds && op == "==":
		return [2]float64{1, 0}
	case holds:
		return [2]float64{gap, 0}
	case op == "!=":
		return [2]float64{0, 1}
	}
	return [2]float64{0, gap}
}

func (r *routine) draw() test {
	ops := []string{"==", "!=", "<", "<=", ">", ">="}
	op, k := ops[r.rng.IntN(6)], r.rng.IntN(40)-10
	switch r.rng.IntN(8) {
	case 0:
		return test{"ok", func(v *vars) [2]float64 {
			if v.ok {
				return [2]float64{1, 0}
			}
			return [2]float64{0, 1}
		}, nil}
	case 1:
		return test{fmt.Sprintf("u %s %d", op, k+10), func(v *vars) [2]float64 { return apart(op, float64(v.u), float64(k+10)) }, nil}
	case 2:
		return test{fmt.Sprintf("e %s %d.5", op, k+10), func(v *vars) [2]float64 { return apart(op, v.e, float64(k)+10.5) }, nil}
	case 3:
		return test{`s == "ca"`, func(v *vars) [2]float64 { return [2]float64{b2f(v.s == "ca"), textGap(v.s, "ca")} }, nil}
	case 4:
		return test{fmt.Sprintf("a+b %s %d", op, k), func(v *vars) [2]float64 { return apart(op, float64(v.a+v.b), float64(k)) }, nil}
	}
	return test{fmt.Sprintf("a %s b", op), func(v *vars) [2]float64 { return apart(op, float64(v.a), float64(v.b)) }, nil}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func textGap(s, t string) float64 {
	if s == t {
		return 0
	}
	sum := 1 + 256*math.Abs(float64(len(s)-len(t)))
	for i := range min(len(s), len(t)) {
		sum += math.Abs(float64(s[i]) - float64(t[i]))
	}
	return sum
}

// meet registers a condition and returns how a run decides it.
func (r *routine) meet(c test, path []step) (id int, decide func(*vars) bool) {
	id = len(r.conds)
	c.path = path
	r.conds = append(r.conds, &c)
	return id, func(v *vars) bool {
		far := c.far(v)
		v.trace = append(v.trace, event{id, far[1] == 0, far})
		return far[1] == 0
	}
}

func (r *routine) block(depth int, path []step) action {
	var all []action
	for range 1 + r.rng.IntN(2) {
		all = append(all, r.statement(depth, path))
	}
	return func(v *vars) {
		for _, a := range all {
			a(v)
		}
	}
}

func (r *routine) statement(depth int, path []step) action {
	in := strings.Repeat("\t", depth)
	under := func(id int, outcome bool) []step { return append(path[:len(path):len(path)], step{id, outcome}) }
	switch k := r.rng.IntN(6); {
	case k < 3 && depth < 4:
		c := r.draw()
		id, decide := r.meet(c, path)
		fmt.Fprintf(&r.text, "%sif %s {\n", in, c.text)
		yes := r.block(depth+1, under(id, true))
		fmt.Fprintf(&r.text, "%s} else {\n", in)
		no := r.block(depth+1, under(id, false))
		fmt.Fprintf(&r.text, "%s}\n", in)
		return func(v *vars) {
			if decide(v) {
				yes(v)
			} else {
				no(v)
			}
		}
	case k == 3 && depth < 3:
		r.loops++
		n := r.loops
		c := test{fmt.Sprintf("n%d < %d", n, 1+n%3), func(v *vars) [2]float64 { return apart("<", float64(v.n[n]), float64(1+n%3)) }, nil}
		id, decide := r.meet(c, path)
		fmt.Fprintf(&r.text, "%sfor n%d := 0; %s; n%d++ {\n", in, n, c.text, n)
		body := r.block(depth+1, under(id, true))
		fmt.Fprintf(&r.text, "%s}\n", in)
		return func(v *vars) {
			for v.n[n] = 0; decide(v); v.n[n]++ {
				body(v)
			}
		}
	case k == 4:
		fmt.Fprintf(&r.text, "%sa += %d\n", in, depth)
		return func(v *vars) { v.a += depth }
	}
	fmt.Fprintf(&r.text, "%sb -= %d\n", in, depth)
	return func(v *vars) { v.b -= depth }
}

// fitness is section II from the trace: the last condition on the way to the
// target at which the run turns away, or the one that comes nearest.
func (r *routine) fitness(v *vars, target int, outcome, last bool) float64 {
	way := append(r.conds[target].path[:len(r.conds[target].path):len(r.conds[target].path)], step{target, outcome})
	value := math.Inf(1)
	for _, e := range v.trace {
		for i, s := range way {
			if s.cond != e.cond {
				continue
			}
			if s.outcome == e.outcome {
				if i == len(way)-1 {
					return 0
				}
				continue
			}
			d := e.far[int(b2f(s.outcome))]
			f := float64(len(way)-1-i) + d/(d+1)
			if last || f < value {
				value = f
			}
		}
	}
	return value
}

// The standard fitness that the probes of a worker find is that of the trace.
func TestStandardFitness(t *testing.T) {
	alone(t)
	rng := rand.New(rand.NewPCG(5, 5))
	src := "package p\n"
	var routines []*routine
	var run []action
	for i := range 20 {
		r := &routine{rng: rng}
		run = append(run, r.block(1, nil))
		routines = append(routines, r)
		src += fmt.Sprintf("\nfunc F%d(a, b int, u uint8, e float64, ok bool, s string) {\n%s}\n", i, r.text.String())
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": src} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSession(Options{Common: subject.Common{Dir: dir}, Patterns: []string{"."}, Paper: true, Fitness: "standard", Evals: 1}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.ready(t)
	u := s.units[0]
	var jobs []*worker.SearchJob
	var want []float64
	for _, task := range s.paperJobs(t.Context(), u) {
		r, f := routines[task.fn.index], task.fn
		target := int(task.goal.branch)/2 - f.cfg.Conds[0].ID
		for _, last := range []bool{true, false} {
			v := &vars{a: rng.IntN(30) - 10, b: rng.IntN(30) - 10, u: uint8(rng.IntN(256)), e: float64(rng.IntN(40)),
				ok: rng.IntN(2) == 0, s: []string{"", "ca", "cat", "b"}[rng.IntN(4)], n: map[int]int{}}
			vec := input.Vector{uint64(v.a), uint64(v.b), uint64(v.u), math.Float64bits(v.e), uint64(b2f(v.ok)), uint64(len(v.s))}
			for _, c := range []byte(v.s) {
				vec = append(vec, uint64(c))
			}
			run[f.index](v)
			j := *task.SearchJob
			j.ID, j.Starts, j.Last = uint32(len(jobs)), []input.Vector{vec}, last
			jobs = append(jobs, &j)
			want = append(want, r.fitness(v, target, task.goal.branch%2 == 1, last))
		}
	}
	answers, err := u.pool.Search(t.Context(), jobs, nil)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i, a := range answers {
		best := a.Result.Bests[0]
		if best.Mode != search.Standard || math.Abs(best.Fitness.Value-want[i]) > 1e-12 {
			t.Errorf("%s, input %v, last %v: fitness %v, by the trace %v", u.graph.BranchName(jobs[i].Target.Branch), jobs[i].Starts, jobs[i].Last, best.Fitness.Value, want[i])
		}
		if want[i] > 0 && want[i] != math.Trunc(want[i]) {
			differ++
		}
	}
	if differ < 100 {
		t.Errorf("only %d of %d runs turn away", differ, len(jobs))
	}
	if t.Failed() {
		t.Log(src)
	}
}
