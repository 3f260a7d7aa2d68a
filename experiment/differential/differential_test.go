package differential

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// sample is compared by every test run, the rest by the campaign law.
var sample = []string{"./bench/subjects/ese", "./symexec/testdata/choices", "container/heap", "path"}

// TestSample: on random inputs of the sample, executor and machine code agree.
func TestSample(t *testing.T) {
	for _, pattern := range sample {
		t.Run(pattern, func(t *testing.T) {
			t.Parallel()
			rows, err := Package(t.Context(), pattern, Options{Dir: "../..", Inputs: 12, Seed: 1, Temp: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			if len(rows) == 0 {
				t.Error("no functions")
			}
			for _, r := range rows {
				if len(r.Gaps) > 0 || r.Agreed == 0 {
					t.Errorf("%s.%s: %d of %d agree; %v", r.Package, r.Func, r.Agreed, r.Inputs, r.Gaps)
				}
			}
		})
	}
}

// TestModels: what is modelled does what it does in machine code.
func TestModels(t *testing.T) {
	rows, err := Package(t.Context(), ".", Options{Dir: "testdata/models", Inputs: 8, Seed: 1, Temp: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 25 {
		t.Errorf("%d functions", len(rows))
	}
	for _, r := range rows {
		if len(r.Gaps) > 0 || r.Agreed == 0 || r.Outside > 0 {
			t.Errorf("%s.%s: %d of %d agree; %v", r.Package, r.Func, r.Agreed, r.Inputs, r.Gaps)
		}
	}
}

// TestDiffer: whatever is told of a run is compared, order apart only if it
// counts.
func TestDiffer(t *testing.T) {
	base := run{ended: worker.Returned, out: []uint64{1}, trace: []uint32{2}, cost: search.Cost{Statements: 3, Branches: 4}}
	for _, x := range []struct {
		change func(*run)
		want   [2]string // without order, with it
	}{
		{func(r *run) {}, [2]string{"", ""}},
		{func(r *run) { r.ended = worker.FuelOut }, [2]string{"ends another way", "ends another way"}},
		{func(r *run) { r.text = "x" }, [2]string{"another panic", "another panic"}},
		{func(r *run) { r.out = []uint64{2} }, [2]string{"other results", "other results"}},
		{func(r *run) { r.out = nil }, [2]string{"other results", "other results"}},
		{func(r *run) { r.trace = []uint32{3} }, [2]string{"", "another trace"}},
		{func(r *run) { r.cost.Statements++ }, [2]string{"", "another number of statements"}},
		{func(r *run) { r.cost.Branches++ }, [2]string{"", "another number of branches"}},
	} {
		other := base
		x.change(&other)
		for i, order := range []bool{false, true} {
			if got := differ(&base, &other, order); got != x.want[i] {
				t.Errorf("%+v, order %v: %q, want %q", other, order, got, x.want[i])
			}
		}
	}
}

// TestJudge: what native runs do not agree on is no gap, and all else is.
func TestJudge(t *testing.T) {
	g, err := open(t.Context(), ".", Options{Temp: t.TempDir(), Dir: "testdata/open", Inputs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	if err := g.restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]verdict{
		"Order":  {order: true},
		"Random": {outside: true},
		"Fixed":  {gap: "another trace: branch 6 at 0 of 1, here 99 of 1"},
	} {
		entry := g.set.Entry(name)
		v := g.vectors(entry)[0]
		runs, err := g.measure(t.Context(), entry, []input.Vector{v})
		if err != nil {
			t.Fatal(err)
		}
		nat := nativeRun(&runs[0])
		other := nat
		other.trace = []uint32{99}
		got, err := g.judge(t.Context(), entry, v, &nat, &other)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
}
