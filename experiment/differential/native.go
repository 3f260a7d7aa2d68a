package differential

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// chunk is how many vectors go into one job.
const chunk = 100

// mostGiven is how many jobs of a function are given up before the function is.
const mostGiven = 4

// A compiled is one package, ready to run as machine code.
type compiled struct {
	pkg    *load.Package
	set    *subject.Set
	mirror *native.Mirror
	binary *native.Binary
	worker *native.Worker
	opt    Options
}

// open loads, rewrites and builds a package and starts a worker.
func open(ctx context.Context, pattern string, opt Options) (*compiled, error) {
	pkgs, err := load.Load(ctx, opt.Dir, load.Options{}, pattern)
	if err != nil {
		return nil, err
	}
	pkg, err := load.Only(pkgs, pattern)
	if err != nil {
		return nil, err
	}
	t := &compiled{pkg: pkg, opt: opt}
	if t.mirror, err = native.NewMirror(ctx, pkg, opt.Dir, nil, opt.Temp); err != nil {
		return nil, err
	}
	graph, coder := cfg.Build(pkg.Source), harness.New(pkg)
	// Programs of one's own may be all about package variables.
	entries := subject.Functions(graph, coder, harness.Options{Globals: !pkg.Std})
	for _, fn := range entries {
		fn.Sig.Readers = nil // they run after the call, where only machine code has fuel of its own
	}
	if len(entries) == 0 {
		return t, nil
	}
	if t.set, err = subject.Prepare(ctx, pkgs[0], entries, subject.SetOptions{
		Place: subject.Place{Dir: opt.Dir}, Module: true, Graph: graph, Coder: coder, Mirror: t.mirror,
	}); err != nil {
		return nil, err
	}
	t.binary, err = t.set.Build(ctx, opt.Temp)
	return t, err
}

// restart starts a new worker: what one function leaves behind in variables
// that are not put back is not for the next.
func (t *compiled) restart(ctx context.Context) (err error) {
	if t.worker != nil {
		t.worker.Close()
	}
	o := t.set.Options()
	o.Mute = true
	o.Fuel, o.TempDir, o.Sandbox = fuel, t.opt.Temp, sandbox.Probe(ctx)
	o.Memory, o.Hang = 192<<20, time.Second
	t.worker, err = native.Start(ctx, t.binary, o)
	return err
}

func (t *compiled) close() {
	if t.worker != nil {
		t.worker.Close()
	}
	t.binary.Close()
}

// vectors draws random inputs of an entry, each once as far as there are so
// many.
func (t *compiled) vectors(entry int) []input.Vector {
	fn := t.set.Entries[entry]
	space := input.NewSpace(fn.Sig, input.Limits{Len: longest, Words: 1 << 10})
	for _, f := range t.set.Graph.Funcs {
		if f.Obj == fn.Obj {
			space.Seeds = harness.Constants(t.set.Pkg.Info, f.Decl)
		}
	}
	rng := rand.New(rand.NewPCG(t.opt.Seed, uint64(entry)))
	seen := map[string]bool{}
	var list []input.Vector
	for range 4 * t.opt.Inputs {
		v := space.Random(nil, rng)
		if key := fmt.Sprint(v); !seen[key] {
			seen[key] = true
			list = append(list, v)
		}
		if len(list) == t.opt.Inputs {
			break
		}
	}
	return list
}

// measure runs vectors natively.
func (t *compiled) measure(ctx context.Context, entry int, vectors []input.Vector) ([]worker.Measured, error) {
	runs := make([]worker.Measured, 0, len(vectors))
	given := 0
	for lo := 0; lo < len(vectors); lo += chunk {
		part := vectors[lo:min(lo+chunk, len(vectors))]
		job := &worker.MeasureJob{Entry: entry, Trace: traced, Branches: true, Results: true}
		job.Vectors = append(job.Vectors, part...)
		r, err := t.worker.Measure(ctx, job)
		if err != nil {
			return runs, err
		}
		runs = append(runs, r.Runs...)
		if r.GaveUp {
			given++
		}
		if given == mostGiven {
			break
		}
		for range len(part) - len(r.Runs) { // those behind too many that end the process
			runs = append(runs, worker.Measured{Avoided: true})
		}
	}
	return runs, nil
}
