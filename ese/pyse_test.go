package ese

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"nearmiss/search"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// quick is PySE with few lessons, so that tests do not take long.
var quick = PySE{UpdateExperiences: 2000}

// decisions returns options that count decisions and end after a number of paths.
func byDecisions(paths uint64) Options {
	return Options{Metric: Decisions, Budget: Budget{Explorations: paths}}
}

// TestEncoding is Figure 4: a state has a row for the branch at hand, whose action is -1, and
// rows for the ones before it; those before the first branch are zero.
func TestEncoding(t *testing.T) {
	s := firstState(4)
	if want := (state{{1, 4, -1}}); s != want {
		t.Errorf("%v, not %v", s, want)
	}
	s = s.nextState(true, 5, 2)
	if want := (state{{2, 5, -1}, {1, 4, 1}}); s != want {
		t.Errorf("%v, not %v", s, want)
	}
	s = s.nextState(false, 6, 2)
	s = s.nextState(true, 4, 2)
	if want := (state{{4, 4, -1}, {3, 6, 1}, {2, 5, 0}}); s != want {
		t.Errorf("%v, not %v", s, want)
	}
	if got, want := s.nextState(true, 7, 0), (state{{5, 7, -1}}); got != want {
		t.Errorf("without history %v, not %v", got, want)
	}
}

// TestExperiences asserts that the set has no duplicates and drops the oldest experience first.
func TestExperiences(t *testing.T) {
	e := newExperiences(3)
	at := func(site int32) experience { return experience{state: firstState(site), reward: 1} }
	for _, site := range []int32{1, 2, 1, 3, 3, 4} {
		e.add(at(site))
	}
	if want := []experience{at(4), at(2), at(3)}; !reflect.DeepEqual(e.list, want) || len(e.known) != 3 {
		t.Errorf("%v, not %v", e.list, want)
	}
	if e.add(at(1)); e.list[1] != at(1) {
		t.Errorf("%v: what was deleted is new again", e.list)
	}
}

// TestFinder asserts that a prefix leaves the tree with its last side, and that there is no prefix
// if all paths were taken.
func TestFinder(t *testing.T) {
	var tree computationTree
	f := finder{tree: &tree, history: 1, policySide: func(*state) bool { return true }, policyNumber: 1, tries: 200, epsilon: 0.1}
	rng := generator(1)
	if prefix, _ := f.find(rng); prefix != nil {
		t.Errorf("%v of an empty tree", prefix)
	}
	path := func(sides string) (p []pathStep) {
		for _, s := range sides {
			p = append(p, pathStep{1, s == 'T'})
		}
		return p
	}
	found := func() string {
		prefix, from := f.find(rng)
		text := ""
		for _, side := range prefix {
			text += map[bool]string{true: "T", false: "F"}[side]
		}
		if (from == nil) != (prefix == nil) {
			t.Errorf("prefix %v, from %v", prefix, from)
		}
		return text
	}
	// the tree of a loop of at most two turns: T and TT go on, TTT is impossible
	tree.addPath(path("TTT"), infeasibleSide, []uint64{0})
	for want := map[string]bool{"F": true, "TF": true, "TTF": true}; len(want) > 0; {
		got := found()
		if !want[got] {
			t.Fatalf("found %q, open are %v", got, want)
		}
		delete(want, got)
		tree.addPath(path(got), pathEnd, []uint64{1})
	}
	if !tree.exhausted() || found() != "" || tree.incomplete {
		t.Errorf("%+v", tree)
	}
}

// TestEveryPathOnce asserts that the advanced mode takes each path of insertion sort once, 6 and 24
// as in Table I of the paper. It repeats a path only if the finder found no new one, which is
// tallied.
func TestEveryPathOnce(t *testing.T) {
	for size, paths := range map[int]uint64{3: 6, 4: 24} {
		for seed := range uint64(3) {
			r := find(t, target(ToyInsertionSort, size), quick, seed, byDecisions(0))
			if r.Status != search.Exhausted || !r.Complete || r.Paths != paths+r.Tally(noNewPath) || r.Cost != uint64(size*(size-1)/2) {
				t.Errorf("size %d seed %d: %d paths, complete %v, cost %d, %v", size, seed, r.Paths, r.Complete, r.Cost, r.Tallies)
			}
		}
	}
}

// TestInfeasible asserts that an infeasible side ends the path, which counts as lost, for a program
// that repeats its conditions.
func TestInfeasible(t *testing.T) {
	twice := func(m *ToyMachine) {
		if m.Branch(0, m.Lt(m.Slot(0), m.Int(0))) && m.Branch(1, m.Lt(m.Slot(0), m.Int(1))) {
			m.Cost(1)
		}
	}
	r := find(t, target(twice, 1), quick, 1, byDecisions(0))
	if r.Paths-r.Tally(noNewPath) != 2 || r.Lost != 1 || !r.Complete || r.Cost != 2 {
		t.Errorf("%d paths and %d lost, complete %v, cost %d", r.Paths, r.Lost, r.Complete, r.Cost)
	}
}

// TestLongest: both modes reach the longest path of simple policies in few paths.
func TestLongest(t *testing.T) {
	for _, s := range []PySE{quick, {Basic: true, UpdateExperiences: 2000}} {
		for name, p := range map[string]ToyProgram{"insertion sort": ToyInsertionSort, "palindrome": ToyPalindrome} {
			for seed := range uint64(2) {
				want := map[string]uint64{"insertion sort": 45, "palindrome": 10}[name]
				r := find(t, target(p, 10), s, seed, byDecisions(60))
				if r.Cost != want {
					t.Errorf("%s, basic %v, seed %d: %d decisions after %d paths", name, s.Basic, seed, r.Cost, r.Explorations)
				}
			}
		}
	}
}

// TestTableI asserts that the worst path of insertion sort with 20 and 30 items is found within a
// few paths, as in Table I (2 and 5), but not with random sides behind the prefix.
func TestTableI(t *testing.T) {
	for size, want := range map[int]uint64{20: 190, 30: 435} {
		for seed := range uint64(2) {
			r := find(t, target(ToyInsertionSort, size), quick, seed, byDecisions(20))
			printed := find(t, target(ToyInsertionSort, size), PySE{Printed: true, UpdateExperiences: 2000}, seed, byDecisions(20))
			if r.Cost != want || printed.Cost >= want {
				t.Errorf("size %d seed %d: %d decisions of %d, %d as printed", size, seed, r.Cost, want, printed.Cost)
			}
		}
	}
}

// TestAnyCost runs PySE with rewards from different metrics.
func TestAnyCost(t *testing.T) {
	for seed := range uint64(3) {
		r := find(t, target(ToyInsertionSort, 8), quick, seed, budget(100))
		if want := uint64(8 + 2*28); r.Cost != want {
			t.Errorf("seed %d: %d statements, not %d", seed, r.Cost, want)
		}
	}
}

// TestPySEAgain: the same seed takes the same paths.
func TestPySEAgain(t *testing.T) {
	for _, s := range []PySE{quick, {Basic: true, UpdateExperiences: 2000}} {
		again(t, func() Target { return target(ToyInsertionSort, 6) }, s, byDecisions(40))
	}
}

// TestKept asserts that a search that starts with a network learned at another size takes longer
// paths.
func TestKept(t *testing.T) {
	kept := byDecisions(60)
	kept.Keep = true
	small := find(t, target(ToyInsertionSort, 6), quick, 1, kept)
	if small.Policy == nil || small.Policy.Kind != QNetworkPolicy {
		t.Fatalf("the policy is %v", small.Policy)
	}
	var taught, fresh uint64
	for seed := range uint64(5) {
		o := byDecisions(3)
		fresh += find(t, target(ToyInsertionSort, 12), quick, seed, o).Cost
		o.Policy = small.Policy
		taught += find(t, target(ToyInsertionSort, 12), quick, seed, o).Cost
	}
	if taught <= fresh {
		t.Errorf("%d decisions in 3 paths of 5 seeds, %d without a policy", taught, fresh)
	}
	for _, test := range []struct {
		s    PySE
		edit func(*Policy)
		want string
	}{
		{PySE{History: 1}, func(*Policy) {}, "histories of 2 branches, and not of 1"},
		{PySE{Hidden: 3}, func(*Policy) {}, "a different size"},
		{PySE{}, func(p *Policy) { p.Kind = DecisionsPolicy }, "of the kind decisions"},
		{PySE{}, func(p *Policy) { p.Data = json.RawMessage(`{"history": "long"}`) }, "cannot be read"},
		{PySE{}, func(p *Policy) {
			p.Data = json.RawMessage(strings.Replace(string(p.Data), `"weights":[`, `"weights":[1e300,`, 1))
		}, "a different size"},
	} {
		p := *small.Policy
		test.edit(&p)
		o := byDecisions(10)
		o.Policy = &p
		if _, err := Search(t.Context(), target(ToyInsertionSort, 12), test.s, generator(1), o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
}

// TestHistories asserts that the length of the history of a Historian can be set.
func TestHistories(t *testing.T) {
	for _, test := range []struct {
		algo   string
		length int
		want   string // Strategy or error
	}{
		{"pyse", 0, "-1"}, {"pyse", 4, "4"}, {"pyse", -1, "-1 is negative"}, {"pyse", 16, "16 is more than 15"},
		{"spfwca", 2, "2"}, {"spfwca", 0, "wise"}, {"dfs", 2, "dfs uses no history; these do: spfwca, pyse"},
	} {
		n, err := ByName(test.algo)
		if err != nil {
			t.Fatal(err)
		}
		n, err = n.WithHistory(test.length)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(reflect.ValueOf(n.Strategy).FieldByName("History"))
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s %d: %s, not %s", test.algo, test.length, got, test.want)
		}
	}
}

// TestLongHistory asserts that a history beyond MaxHistory is an error of the search.
func TestLongHistory(t *testing.T) {
	for _, s := range []Strategy{PySE{History: MaxHistory + 1}, Carried{History: MaxHistory + 1}} {
		_, err := Search(t.Context(), target(ToyInsertionSort, 3), s, generator(1), Options{})
		if err == nil || !strings.Contains(err.Error(), "16 is more than 15") {
			t.Errorf("%T: %v", s, err)
		}
	}
}

// TestUnanswered asserts that a query that no solver can answer ends the path and is tallied,
// and that the search is then not complete.
func TestUnanswered(t *testing.T) {
	e := NewToy(ToyInsertionSort, 3, unknown{order.New()})
	r := find(t, Target{Explorer: e, Size: 3}, quick, 1, byDecisions(30))
	if r.Complete || r.Tally(unansweredPaths) == 0 || r.Lost != r.Tally(unansweredPaths) || r.End(symexec.Abandoned) != r.Lost {
		t.Errorf("complete %v, %d lost, %v", r.Complete, r.Lost, r.Tallies)
	}
}

// TestEveryPolicy asserts that each Learner can start with the JSON form of a policy that it
// learned, and that it refuses a policy of another kind.
func TestEveryPolicy(t *testing.T) {
	kinds := map[string]*Policy{}
	for _, n := range overPaths() {
		if Learns(n.Strategy) == "" {
			continue
		}
		o := byDecisions(120)
		o.Keep = true
		r := find(t, target(ToyInsertionSort, 5), n.Strategy, 1, o)
		if r.Policy == nil || r.Policy.Kind != Learns(n.Strategy) {
			t.Errorf("%s has learned %v", n.Name, r.Policy)
			continue
		}
		text, err := json.Marshal(r.Policy)
		if err != nil {
			t.Fatal(err)
		}
		var p Policy
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		o = byDecisions(200)
		o.Policy = &p
		if r := find(t, target(ToyInsertionSort, 12), n.Strategy, 1, o); r.Cost < 60 || n.Name != "auto" && r.Tally(trained) > 0 {
			t.Errorf("%s with a policy: %d decisions of 66, %v", n.Name, r.Cost, r.Tallies)
		}
		kinds[p.Kind] = &p
	}
	for _, n := range overPaths() {
		for kind, p := range kinds {
			if Learns(n.Strategy) == "" || kind == Learns(n.Strategy) {
				continue
			}
			o := byDecisions(40)
			o.Policy = p
			if _, err := Search(t.Context(), target(ToyInsertionSort, 6), n.Strategy, generator(1), o); err == nil || !strings.Contains(err.Error(), "of the kind "+kind) {
				t.Errorf("%s begins with %s: %v", n.Name, kind, err)
			}
		}
	}
}

// TestTooManyFeatures asserts the error for a policy with more features than a step can hold.
func TestTooManyFeatures(t *testing.T) {
	for _, s := range []Strategy{NRPA{}, Auto{}} {
		o := byDecisions(40)
		o.Policy = &Policy{PreferencesPolicy, json.RawMessage(`{"features": [0, 1, 2, 3, 4, 5, 6], "weights": {}}`)}
		if _, err := Search(t.Context(), target(ToyInsertionSort, 6), s, generator(1), o); err == nil || !strings.Contains(err.Error(), "has 7 features") {
			t.Errorf("%T: %v", s, err)
		}
	}
}
