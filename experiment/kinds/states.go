package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"nearmiss/dse"
	"nearmiss/experiment/task"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// methodPaths is the search of package object for paths of the methods of a type in states that calls make, after
// Modonato, section 5: all methods of a type, one after the other, each with the whole budget.
func methodPaths() *task.Kind {
	strategies := []string{"fifo", "random", "tardis"}
	return &task.Kind{
		Name: "states", Doc: "dynamic symbolic execution of all methods of a type in states that calls make",
		Subject: []task.Option{
			{Name: "type", Required: true, Doc: "type with unexported fields, as ./queue.Ring or bytes.Buffer, from the directory dir"},
		},
		Arm: []task.Option{
			{Name: "strategy", Required: true, Values: strategies, Doc: "order in which conditions are asked for"},
			{Name: "met", Type: task.Flag, Doc: "states that calls made for other conditions are run when their path is new"},
		},
		Budget: []task.Option{
			{Name: "sequences", Type: task.Int, Least: 1, Required: true, Doc: "call sequences for each method"},
			{Name: "question", Type: task.Int, Least: 1, Doc: fmt.Sprintf("call sequences for one condition; %d by default", object.DefaultEvaluations)},
		},
		Measures: []task.Measure{
			{Name: "paths", Doc: "legal paths taken, of all methods together"},
			{Name: "area", Doc: "mean number of paths over the call sequences of the budget"},
			{Name: "log_area", Doc: "natural logarithm of area: 0.01 is one percent"},
			{Name: "known", Doc: "area as a share of the paths that any run of any arm took", Union: "taken", Derive: shareOfUnion},
			{Name: "methods", Doc: "methods that were searched"},
			{Name: "refused", Doc: "methods that cannot be searched"},
			{Name: "sequences", Doc: "call sequences that were run"},
			{Name: "asked", Doc: "conditions asked for"},
			{Name: "proved", Doc: "conditions that no plain data satisfies, as the solver proved"},
			{Name: "answered", Doc: "conditions answered by a state that calls made"},
			{Name: "curve", Curve: true, Doc: "paths over the call sequences of a method"},
			{Name: "taken", Curve: true, Doc: "numbers of the paths, over the call sequences of a method"},
		},
		Find: func(ctx context.Context, dir string, subjects []task.Options) []error {
			return findNames(ctx, dir, "type", subjects, func(p *load.Package, name string) error {
				_, err := methodsOf(p, name)
				return err
			})
		},
		Open: openType,
	}
}

// methodsOf returns the names of the exported methods of a type of a package, as ./queue.(*Ring).Put has them.
func methodsOf(p *load.Package, name string) (list []string, err error) {
	obj, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("package %s has no type %s", p.ImportPath, name)
	}
	named, ok := obj.Type().(*types.Named)
	if !ok {
		return nil, fmt.Errorf("%s.%s is no type with methods", p.ImportPath, name)
	}
	for m := range named.Methods() {
		if m.Exported() {
			list = append(list, fmt.Sprintf("(*%s).%s", name, m.Name()))
		}
	}
	if list == nil {
		return nil, fmt.Errorf("%s.%s has no exported methods", p.ImportPath, name)
	}
	return list, nil
}

// A typeSession searches the methods of one type.
type typeSession struct {
	methods []*method
	refused int // methods that the search cannot run
}

// A method is ready to run.
type method struct {
	subject *subject.Subject
	code    *symexec.Program
	object.Method
}

func openType(ctx context.Context, dir string, s task.Options) (_ task.Session, err error) {
	t := &typeSession{}
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	pattern, local, err := load.ParseName(s.Text("type"))
	if err != nil {
		return nil, err
	}
	pkgs, err := load.Load(ctx, dir, load.Options{}, pattern)
	if err != nil {
		return nil, err
	}
	names, err := methodsOf(pkgs[0], local)
	if err != nil {
		return nil, err
	}
	var why []error
	for _, name := range names {
		m, err := openMethod(ctx, dir, pattern+"."+name)
		if ctx.Err() != nil {
			return nil, err
		}
		if err != nil {
			t.refused, why = t.refused+1, append(why, err)
			continue
		}
		t.methods = append(t.methods, m)
	}
	if len(t.methods) == 0 {
		return nil, fmt.Errorf("no method of %s can be searched: %w", s.Text("type"), errors.Join(why...))
	}
	return t, nil
}

func openMethod(ctx context.Context, dir, name string) (*method, error) {
	s, err := subject.Find(ctx, name, subject.Options{Common: subject.Common{Dir: dir}, States: true, Workers: 1})
	if err != nil {
		return nil, err
	}
	m := &method{subject: s}
	if m.code, err = symexec.Load(ctx, s.Set); err == nil {
		if m.Method, err = object.MethodOf(s); err == nil {
			return m, nil
		}
	}
	s.Close()
	return nil, err
}

func (t *typeSession) Close() error {
	for _, m := range t.methods {
		m.subject.Close()
	}
	return nil
}

// curvePoints is the number of points of a curve.
const curvePoints = 50

// shareOfUnion returns area as a share of the paths of all rows.
func shareOfUnion(numbers map[string]float64, _ task.Options, union int) (float64, bool) {
	area, ok := numbers["area"]
	return area / float64(union), ok && union > 0
}

// Run implements task.Session.
func (t *typeSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	var found []int       // call sequences until each path, of all methods
	taken := task.Curve{} // and the path
	n := map[string]float64{"methods": 0, "refused": float64(t.refused), "sequences": 0, "asked": 0, "proved": 0, "answered": 0}
	for _, one := range t.methods {
		paths, count, err := one.search(ctx, c)
		if errors.Is(err, object.ErrNoState) {
			n["refused"]++
			continue
		}
		if err != nil {
			return m, fmt.Errorf("%s: %w", one.subject.Name(), err)
		}
		for _, p := range paths {
			found = append(found, int(p[0]))
		}
		taken = append(taken, paths...)
		n["methods"]++
		n["sequences"] += float64(count.Evaluations)
		n["asked"] += float64(count.Known + count.Found + count.Solved + count.Missed)
		n["proved"] += float64(count.Solved)
		n["answered"] += float64(count.Known + count.Found)
	}
	budget := c.Budget.Int("sequences")
	n["paths"], n["area"] = float64(len(found)), area(found, budget)
	if n["area"] > 0 {
		n["log_area"] = math.Log(n["area"])
	}
	slices.SortStableFunc(taken, func(p, q [2]float64) int { return cmp.Compare(p[0], q[0]) })
	m.Numbers, m.Curves = n, map[string]task.Curve{"curve": rises(found, budget), "taken": taken}
	return m, nil
}

// area returns the mean over the moments 1 to budget of the number of paths that were found until then.
func area(found []int, budget int) float64 {
	sum := 0
	for _, at := range found {
		sum += budget - max(at, 1) + 1
	}
	return float64(sum) / float64(budget)
}

// rises returns how many paths were found until each of curvePoints moments, equally far apart.
func rises(found []int, budget int) (c task.Curve) {
	slices.Sort(found)
	for i := range curvePoints {
		at := budget * (i + 1) / curvePoints
		n, _ := slices.BinarySearch(found, at+1)
		c = append(c, [2]float64{float64(at), float64(n)})
	}
	return c
}

// search searches one method, and returns the paths that were taken within the budget, each after the number of call
// sequences until then. Paths of a nil receiver do not count.
func (m *method) search(ctx context.Context, c task.Cell) (found task.Curve, n object.Count, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	solver := embedded.New(object.Effort())
	defer solver.Close()
	p, err := object.New(ctx, m.Method, m.code, object.Options{
		Solver: solver, Evaluations: c.Budget.Int("question"), Rand: rand.New(rand.NewPCG(c.Seed, 1)),
	})
	if err != nil {
		return nil, n, err
	}
	defer p.Close()
	budget := c.Budget.Int("sequences")
	seen := map[uint32]bool{}
	_, err = dse.Search(ctx, p, statesStrategy(c.Arm), rand.New(rand.NewPCG(c.Seed, 0)), dse.Options{
		Starts: p.Starts(), Inputs: p.Inputs(), BatchSize: 1,
		OnRun: func(run *dse.Run) bool {
			path, at := m.numberOf(run.Path), p.Count().Evaluations
			if !seen[path] && at <= budget && !m.onNil(run.Path.Input) {
				seen[path] = true
				found = append(found, [2]float64{float64(at), float64(path)})
			}
			return true
		},
		Progress: func(*dse.Result) {
			if p.Count().Evaluations >= budget {
				cancel()
			}
		},
	})
	return found, p.Count(), err
}

// onNil reports whether the receiver of plain data is a nil pointer.
func (m *method) onNil(literal input.Vector) bool {
	return m.Literal.Sig.Recv.Type.Kind == input.Pointer && literal[0] == 0
}

// statesStrategy returns the strategy of an arm.
func statesStrategy(arm task.Options) dse.Factory {
	f := map[string]dse.Factory{"tardis": dse.Tardis, "fifo": dse.FIFO, "random": dse.Random}[arm.Text("strategy")]
	if arm.Flag("met") {
		f = dse.Sampled(f)
	}
	return f
}

// numberOf is a hash of the method and of the sides that a path takes of conditions on the state.
func (m *method) numberOf(p *symexec.Path) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, m.subject.Name())
	for _, d := range p.Decisions {
		if !d.Known {
			fmt.Fprint(h, d.Site, d.Side)
		}
	}
	return h.Sum32()
}
