package object_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nearmiss/dse"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/smt"
	"nearmiss/symexec"
)

// find makes a method of the types in testdata ready.
func find(t *testing.T, name string) (*subject.Subject, *symexec.Program) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a worker")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "types"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/types\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := subject.Find(t.Context(), "."+name, subject.Options{Dir: dir, States: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p, err := symexec.Load(t.Context(), s.Set)
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func TestSample(t *testing.T) {
	s, prog := find(t, "(*Sample).Run")
	p, err := object.New(t.Context(), s, prog, object.Options{Rand: rand.New(rand.NewPCG(1, 1))})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	start := time.Now()
	paths := map[string]bool{}
	res, err := dse.Search(t.Context(), p, dse.ByName(os.Getenv("STRATEGY")), rand.New(rand.NewPCG(1, 0)), dse.Options{
		Starts: p.Starts(), Budget: dse.Budget{Runs: 1000, Queries: 3000},
		Ran: func(r *dse.Run) bool {
			calls, ok := p.Legal(r.Path.Input)
			if !ok {
				t.Error("not legal")
			}
			key := ""
			for _, d := range r.Path.Decisions {
				key += string('0' + rune(map[bool]int{true: 1}[d.Side]))
			}
			if paths[key] {
				t.Log("again")
			}
			paths[key] = true
			t.Log(time.Since(start), r.Number, len(paths), len(r.Path.Decisions), p.Count(), s.Call(calls))
			return len(paths) < 32
		},
	})
	t.Log(time.Since(start), res.Runs, res.Queries, res.Unknown, res.Infeasible, p.Count(), err)
	_ = smt.Sat
}
