package explore

import (
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/cfg"
	"nearmiss/code"
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

var (
	integer = &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	word    = &input.Type{Kind: input.String, Go: "string"}
)

// TestDistinct: of entries with one key the last stays, everything else is as it
// was.
func TestDistinct(t *testing.T) {
	inner := &input.Type{Kind: input.Map, Key: integer, Elem: &input.Type{Kind: input.Slice, Elem: word, Go: "[]string"}, Go: "map[int][]string"}
	sig := &input.Signature{Name: "F", Params: []input.Field{
		{Name: "m", Type: inner},
		{Name: "p", Type: &input.Type{Kind: input.Pointer, Elem: inner, Go: "*map[int][]string"}},
		{Name: "s", Type: &input.Type{Kind: input.Struct, Fields: []input.Field{{Name: "a", Type: integer}, {Name: "b", Type: word}}, Go: "S"}},
	}}
	rapid.Check(t, func(t *rapid.T) {
		var v, want input.Vector
		draw := func() {
			n := rapid.IntRange(0, 4).Draw(t, "entries")
			v = append(v, uint64(n+1))
			type entry struct {
				key   uint64
				value input.Vector
			}
			var kept []entry
			for range n {
				e := entry{key: rapid.Uint64Range(0, 2).Draw(t, "key")}
				rows := rapid.IntRange(0, 2).Draw(t, "rows")
				e.value = append(e.value, uint64(rows+1))
				for range rows {
					text := rapid.StringN(0, 3, -1).Draw(t, "text")
					e.value = append(e.value, uint64(len(text)))
					for _, b := range []byte(text) {
						e.value = append(e.value, uint64(b))
					}
				}
				v = append(append(v, e.key), e.value...)
				kept = append(slices.DeleteFunc(kept, func(o entry) bool { return o.key == e.key }), e)
			}
			want = append(want, uint64(len(kept)+1))
			for _, e := range kept {
				want = append(append(want, e.key), e.value...)
			}
		}
		draw()
		if there := rapid.Bool().Draw(t, "there"); there {
			v, want = append(v, 1), append(want, 1)
			draw()
		} else {
			v, want = append(v, 0), append(want, 0)
		}
		v, want = append(v, 7, 1, 'x'), append(want, 7, 1, 'x')
		if got := withoutDuplicateKeys(sig, v); !slices.Equal(got, want) {
			t.Fatalf("%v became %v, want %v", v, got, want)
		}
	})
	if got := withoutDuplicateKeys(sig, input.Vector{0, 0, 0, 0}); !slices.Equal(got, input.Vector{0, 0, 0, 0}) {
		t.Errorf("the zero input became %v", got)
	}
}

// fake is a search of a function that takes an input of a type.
func fake(of *input.Type) *exploration {
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "x", Type: of}}}
	pkg := types.NewPackage("p", "p")
	x := types.NewTuple(types.NewParam(token.NoPos, pkg, "x", types.Typ[types.Int]))
	obj := types.NewFunc(token.NoPos, pkg, "F", types.NewSignatureType(nil, nil, nil, x, nil, false))
	s := &Session{subject: &subject.Subject{Named: subject.Named{Package: &load.Package{ImportPath: "p", Source: cfg.Source{Types: pkg}}}, Fn: &harness.Fn{Sig: sig, Obj: obj}}}
	return &exploration{s: s, p: &program{}, opt: Options{Runs: 10, Nodes: 5, Bound: 4}}
}

// TestWhy: one row for each reason, the stronger ones first.
func TestWhy(t *testing.T) {
	list := &input.Type{Kind: input.Slice, Elem: integer, Go: "[]int"}
	choice := &input.Type{Kind: input.Choice, Go: "error"}
	returned, unsupported := symexec.Returned.String(), symexec.Unsupported.String()
	all := &Result{Strategy: "fitnex", Status: StatusExhausted, Runs: 3, Ends: map[string]int{returned: 3}, complete: true}
	with := func(change func(r *Result)) *Result {
		r := *all
		r.complete = false
		change(&r)
		return &r
	}
	near := goal{near: dse.Near{Reached: true, Distance: 2.5}}
	for _, c := range []struct {
		of     *input.Type
		g      goal
		r      *Result
		at     sideCounts
		why    string
		reason string
	}{
		{integer, goal{proof: "it is constant"}, all, sideCounts{}, WhyInfeasible, "no input takes it: it is constant"},
		{integer, goal{failedTries: 1, endingInput: input.Vector{7}, howEnded: "os.Exit(1)"}, all, sideCounts{}, WhyCrash, "the input that takes it ends its process (os.Exit(1)): F(7)"},
		{integer, goal{failedTries: 2}, all, sideCounts{}, WhyMismatch, "2 inputs were to take it, and did not natively"},
		{integer, near, with(func(r *Result) { r.Status = StatusStopped }), sideCounts{}, WhyStopped, "interrupted; the nearest is 2.5 away"},
		{integer, near, with(func(r *Result) { r.Status, r.Runs = StatusBudget, 10 }), sideCounts{infeasible: 2, unknown: 1}, WhyBudget,
			"10 runs are used up; the nearest is 2.5 away; it contradicts 2 paths to it; of 1 path no solver knows whether it does"},
		{integer, goal{}, with(func(r *Result) { r.Status = StatusBudget }), sideCounts{}, WhyBudget, "the time is used up; no run comes to its condition"},
		{integer, near, with(func(r *Result) { r.Unknown = map[string]int{"a; b.": 2, "c": 1} }), sideCounts{unknown: 2}, WhyUnknown, "no solver could say on 2 paths whether it can be taken (b)"},
		{integer, goal{near: dse.Near{Reached: true, Distance: math.Inf(1)}}, with(func(r *Result) { r.Dropped = 1 }), sideCounts{}, WhyDropped,
			"what lies beyond 5 nodes of the tree was not explored; runs come to its condition"},
		{integer, goal{}, with(func(r *Result) { r.Unknown = map[string]int{"c": 3} }), sideCounts{}, WhyUnknown, "no solver had an answer on the way there, 3 times (c); no run comes to its condition"},
		{integer, goal{}, with(func(r *Result) { r.Ends = map[string]int{returned: 2, unsupported: 1} }), sideCounts{}, WhyCut, "1 run could not be followed to the end; no run comes to its condition"},
		{integer, goal{}, with(func(r *Result) { r.Diverged = 2 }), sideCounts{}, WhyDiverged, "2 runs left the path that they were made for; no run comes to its condition"},
		{choice, goal{}, all, sideCounts{}, WhyBound, "every path of inputs that are made like the first one was taken; no run comes to its condition"},
		{list, near, all, sideCounts{}, WhyBound, "every path of inputs with lists of at most 4 elements and without shared memory or spare room was taken; the nearest is 2.5 away"},
		{word, near, all, sideCounts{}, WhyBound, "every path of inputs with lists of at most 4 elements was taken; the nearest is 2.5 away"},
		{integer, near, with(func(r *Result) { r.Open = 2 }), sideCounts{infeasible: 1}, WhyDeclined,
			"strategy fitnex stopped with 2 open nodes untried; the nearest is 2.5 away; it contradicts 1 path to it; -strategy auto goes on there"},
		{integer, goal{}, with(func(r *Result) { r.Open, r.Unknown = 1, map[string]int{"c": 3} }), sideCounts{}, WhyDeclined,
			"strategy fitnex stopped with 1 open node untried; no run comes to its condition; -strategy auto goes on there"},
		{integer, near, all, sideCounts{}, WhyInfeasible, "no input takes it: every path was taken"},
	} {
		why, reason := fake(c.of).whyOpen(&c.g, c.r, c.at)
		if why != c.why || reason != c.reason {
			t.Errorf("%s: %s\nwant %s: %s", why, reason, c.why, c.reason)
		}
	}
	open := with(func(r *Result) { r.Unknown = map[string]int{"c": 3} })
	e := fake(integer)
	e.p.states = new(object.Program)
	if why, reason := e.whyOpen(&near, open, sideCounts{}); why != WhyUnknown || reason != "no sequence of calls was found that makes a state on the way there, 3 times; the nearest is 2.5 away" {
		t.Errorf("%s: %s", why, reason)
	}
	for _, c := range []struct {
		change func(e *exploration)
		why    string
		reason string
	}{
		{func(e *exploration) { e.p.worldAssumption = "files do not exist" }, WhyCut, "every path was taken on which files do not exist; the nearest is 2.5 away"},
		{func(e *exploration) { e.s.assumption = "x is as at first" }, WhyCut, "every path was taken on which x is as at first; the nearest is 2.5 away"},
		{func(e *exploration) { e.p.mismatches, e.p.crashes = 1, 2 }, WhyMismatch, "every path of the executor was taken, and machine code did something else with 3 inputs; the nearest is 2.5 away"},
		{func(e *exploration) { e.p.states = new(object.Program) }, WhyBound, "every path of inputs in states that can be written as literals was taken; the nearest is 2.5 away"},
		{func(e *exploration) { e.s.subject.Fn.Sig.TypeArgs = code.Source("[int]") }, WhyBound, "every path of inputs with the type arguments [int] was taken; the nearest is 2.5 away"},
		{func(e *exploration) { e.s.subject.Fn.Notes = []string{"x: a field stays zero"} }, WhyBound, "every path of inputs as they can be made (x: a field stays zero) was taken; the nearest is 2.5 away"},
	} {
		e := fake(integer)
		c.change(e)
		if why, reason := e.whyOpen(&near, all, sideCounts{}); why != c.why || reason != c.reason {
			t.Errorf("%s: %s\nwant %s: %s", why, reason, c.why, c.reason)
		}
	}
}

// TestNearest: a run that comes to the condition is nearer than any that does
// not, and among equals the first stays.
func TestNearest(t *testing.T) {
	inf := math.Inf(1)
	far, near := dse.Near{ApproachDistance: inf}, dse.Near{ApproachDistance: 3}
	at, closer := dse.Near{Reached: true, Distance: 4, ApproachDistance: inf}, dse.Near{Reached: true, Distance: 1, ApproachDistance: inf}
	order := []dse.Near{far, near, at, closer}
	for i, a := range order {
		for j, b := range order {
			if got := isNearer(a, b, false); got != (i > j) {
				t.Errorf("%+v nearer than %+v: %v", a, b, got)
			}
		}
	}
	if !isNearer(far, dse.Near{}, true) {
		t.Error("the first run is not the nearest")
	}
}

// TestShorten: long calls are cut between characters.
func TestShorten(t *testing.T) {
	if got := shortenCall("F(1)"); got != "F(1)" {
		t.Error(got)
	}
	long := "F(" + strings.Repeat("é", 500) + ")"
	if got := shortenCall(long); !strings.HasPrefix(long, strings.TrimSuffix(got, " … (1003 bytes; -json has all of it)")) || len([]rune(got)) > longCall+40 {
		t.Error(got)
	}
}
