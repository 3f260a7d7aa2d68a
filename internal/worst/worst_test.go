package worst

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// TestJSON: the JSON form has exactly the fields of want, in this order.
func TestJSON(t *testing.T) {
	r := &Result{
		Function: "p.F", Size: 100, Algo: "auto", Seed: 1, Cost: Cost{"statements", 7, 6, 5, 3}, Input: "[]int{1 < 2}",
		Paths: 4, Queries: 5, SolverMS: 6, ElapsedMS: 8, Cut: 9, History: []Moment{{MS: 0, Cost: 3}, {MS: 2, Cost: 7}}, Notes: []string{"not told"},
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	const want = `{"version":1,"function":"p.F","size":100,"algo":"auto","seed":1,"cost":{"metric":"statements","worst":7,"search":6,"random":5,"typical":3},` +
		`"input":"[]int{1 < 2}","paths":4,"queries":5,"solver_ms":6,"elapsed_ms":8,"cut":9,"history":[[0,3],[2,7]]}`
	if got := compact.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var again Result
	if err := json.Unmarshal(b.Bytes(), &again); err != nil || !slices.Equal(again.History, r.History) {
		t.Errorf("reads %v, %v", again.History, err)
	}
	b.Reset()
	if err := new(Result).WriteJSON(&b); err != nil || !strings.Contains(b.String(), `"history": []`) {
		t.Errorf("without history: %s", b.String())
	}
}

// TestCurve: an SVG that is well-formed, with the corners of the curve.
func TestCurve(t *testing.T) {
	r := &Result{Function: "p.F<>", Algo: "dfs", Size: 3, Cost: Cost{Metric: "statements", Worst: 7, Typical: 3}, ElapsedMS: 4000, History: []Moment{{MS: 500, Cost: 2}, {MS: 1000, Cost: 7}}}
	if got := corners(r); len(got) != 4 || got[1].X != 1 || got[1].Y != 2 || got[2].Y != 7 || got[3].X != 4 || got[3].Y != 7 {
		t.Errorf("stairs %v", got)
	}
	svg, err := curve([]*Result{r, {Function: "p.F", Cost: Cost{Metric: "statements"}}})
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// sessions holds the open sessions by function. Tests share them.
var sessions = map[string]*Session{}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, s := range sessions {
		s.Close()
	}
	os.Exit(code)
}

// open opens a subject of Aquino et al.
func open(t *testing.T, fn string) *Session {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a worker")
	}
	if sessions[fn] == nil {
		s, err := Open(context.Background(), Options{
			Common: subject.Common{Dir: "../.."}, Func: "./bench/subjects/ese." + fn, Sizes: Sizes{All: []int{1}}, Algo: "dfs", Paths: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		sessions[fn] = s
	}
	return sessions[fn]
}

// TestExhaustive takes every path through IsPalindrome of five items: the
// worst is the palindrome, and nothing is left to say.
func TestExhaustive(t *testing.T) {
	opt := Options{Algo: "dfs", Paths: 100, Common: subject.Common{Seed: 1}}
	s := open(t, "IsPalindrome")
	r, err := s.Search(t.Context(), opt, 5)
	if err != nil {
		t.Fatal(err)
	}
	best, _ := manual.Subjects()[1].Optimum(5)
	if r.Cost.Worst != best || !r.Complete || r.Paths != 3 || len(r.Notes) > 0 {
		t.Errorf("cost %d in place of %d, complete %v, %d paths, notes %q", r.Cost.Worst, best, r.Complete, r.Paths, r.Notes)
	}
	if r.Input != "[]int{0, 0, 0, 0, 0}" || r.Call != "IsPalindrome([]int{0, 0, 0, 0, 0})" {
		t.Errorf("input %s, call %s", r.Input, r.Call)
	}
}

// TestSeed: with a budget in paths the same seed gives the same again, and the
// executor and the native run agree, so that there is no note.
func TestSeed(t *testing.T) {
	opt := Options{Algo: "rand", Paths: 15, Solver: "embedded"}
	s := open(t, "QuicksortJDK")
	find := func(seed uint64) *Result {
		opt.Seed = seed
		r, err := s.Search(t.Context(), opt, 12)
		if err != nil || len(r.Notes) > 0 {
			t.Fatalf("%v, notes %q", err, r.Notes)
		}
		return r
	}
	a, b, c := find(7), find(7), find(8)
	if a.Input != b.Input || a.Queries != b.Queries || a.Cost != b.Cost || a.Clauses != b.Clauses {
		t.Errorf("twice the same seed: %+v and %+v", a, b)
	}
	if a.Input == c.Input && a.Queries == c.Queries {
		t.Error("another seed does the same")
	}
}

// TestEnough: the search ends when the cost reaches Options.Enough, and when the context ends. It
// returns its findings in both cases.
func TestEnough(t *testing.T) {
	opt := Options{Algo: "rand", Paths: 1 << 40}
	s := open(t, "QuicksortJDK")
	opt.Enough = 1
	r, err := s.Search(t.Context(), opt, 20)
	if err != nil || r.Paths != 1 || r.Cost.Worst == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	opt.Enough = 0
	ctx, cancel := context.WithCancel(t.Context())
	opt.Progress = func(s report.Snapshot) {
		if s.(report.WorstSnapshot).Paths == 10 {
			cancel()
		}
	}
	if r, err = s.Search(ctx, opt, 20); err != nil || r.Paths < 10 || r.Paths > 11 || r.Cost.Worst == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
}

// TestBranches counts conditions in place of statements.
func TestBranches(t *testing.T) {
	opt := Options{Algo: "dfs", Paths: 100, Cost: "branches"}
	s := open(t, "IsPalindrome")
	r, err := s.Search(t.Context(), opt, 5)
	// Five comparisons, and the condition of the loop six times.
	if err != nil || r.Cost.Metric != "branches" || r.Cost.Worst != 11 || len(r.Notes) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRandomInput: with Random, the default of the command, the worst cost is at least that of each
// random input; without it, as in a campaign, the result is the finding of the strategy. The history
// is that of the strategy.
func TestRandomInput(t *testing.T) {
	opt := Options{Algo: "rand", Paths: 1, Common: subject.Common{Seed: 3}, Solver: "embedded"}
	s := open(t, "QuicksortJDK")
	sh, err := subject.ShapeOf(s.subject.Fn.Sig, 30, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.newCounter(t.Context(), "statements", sh.Vector)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := c.typical(t.Context(), sh, rand.New(rand.NewPCG(3, 30)))
	if err != nil || drawn.runs != typicalRuns || drawn.worst.cost < drawn.median.cost {
		t.Fatalf("%+v, %v", drawn, err)
	}
	alone, err := s.Search(t.Context(), opt, 30)
	if err != nil || alone.Cost.Worst >= drawn.worst.cost || alone.Cost.Search != alone.Cost.Worst || alone.Cost.Random != drawn.worst.cost {
		t.Fatalf("one path costs %d, a random input %d, %v", alone.Cost.Worst, drawn.worst.cost, err)
	}
	opt.Random = true
	r, err := s.Search(t.Context(), opt, 30)
	if err != nil || r.Cost.Worst != drawn.worst.cost || r.Cost.Random != drawn.worst.cost || r.Cost.Search != alone.Cost.Worst || r.Clauses == 0 || r.History[len(r.History)-1].Cost != alone.Cost.Worst {
		t.Fatalf("%+v, %v", r, err)
	}
	if len(r.Notes) != 1 || !strings.Contains(r.Notes[0], fmt.Sprintf("(%d): it is used instead", alone.Cost.Worst)) {
		t.Errorf("notes %q", r.Notes)
	}
}
