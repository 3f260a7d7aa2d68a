package oracle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/internal/value"
)

// readingOf returns what a method of one result says in each case.
func readingOf(t *testing.T, index int, words ...uint64) Reading {
	number := shapes(t)["number"]
	o := &Observed{Part: Reader, Index: index, Name: "c.Len()", Type: number, GoType: value.GoTypeOf(number)}
	for _, w := range words {
		o.Values = append(o.Values, &value.Value{Type: number, GoType: o.GoType, Word: w})
	}
	o.Others = make([][]*value.Value, len(words))
	return Reading{o}
}

// TestReadings: the three methods that tell the most cases apart are asked, in any order of the methods; of those
// that tell none apart the ones that say something.
func TestReadings(t *testing.T) {
	list := []Reading{readingOf(t, 0, 0, 0, 0), readingOf(t, 1, 1, 2, 3), readingOf(t, 2, 4, 4, 4), readingOf(t, 3, 0, 4, 4), readingOf(t, 4, 0, 0, 0)}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s := &Subject{Readings: list, Facts: facts(), Inputs: make([][]*value.Value, 3), Ends: make([]End, 3), Silenced: make([][]Silenced, 3)}
		var asked []int
		for _, c := range Decide(s).Checks {
			asked = append(asked, c.Index)
		}
		if want := []int{1, 3, 2}; !slices.Equal(asked, want) {
			t.Fatalf("asked are %v, want %v", asked, want)
		}
	}
}

// TestReadingsDisagree: what runs of a case disagree on, and what a case must not check, is not asked in that case.
func TestReadingsDisagree(t *testing.T) {
	r := readingOf(t, 0, 1, 2, 3)
	other := *r[0].Values[0]
	other.Word = 7
	r[0].Others[0] = []*value.Value{&other}
	id := ID{Part: Reader}
	s := &Subject{Readings: []Reading{r}, Facts: facts(), Inputs: make([][]*value.Value, 3), Ends: make([]End, 3), Silenced: [][]Silenced{nil, {{ID: id, Why: "reason"}}, nil}}
	v := Decide(s)
	if len(v.Checks) != 1 || v.Checks[0].Checks(0) || v.Checks[0].Checks(1) || !v.Checks[0].Checks(2) {
		t.Errorf("%+v", v.Checks)
	}
	if want := []string{"0 Not compared: c.Len(): it is not the same on every run"}; !slices.ContainsFunc(sortedReasons(v), func(s string) bool { return s == want[0] }) {
		t.Errorf("said is %q, want %q among them", sortedReasons(v), want)
	}
}

// TestTold: a view of the state of an object, or of a result, is left out if what its methods say tells as many cases apart.
func TestTold(t *testing.T) {
	typ := shapes(t)["rec"]
	rec := func(n uint64) *value.Value {
		v := random(typ, rand.New(rand.NewPCG(1, 1)), 4)
		v.Kids[0].Word = n
		return v
	}
	for _, c := range []struct {
		says, state [2]uint64
		view        bool
	}{
		{[2]uint64{1, 2}, [2]uint64{5, 6}, false},
		{[2]uint64{1, 1}, [2]uint64{5, 5}, false},
		{[2]uint64{1, 1}, [2]uint64{5, 6}, true},
		{[2]uint64{0, 1}, [2]uint64{5, 6}, true}, // a reading of zero does not tell of the first state
	} {
		after := &Observed{Part: After, Name: "c", Type: typ, GoType: value.GoTypeOf(typ), Others: make([][]*value.Value, 2)}
		for i := range 2 {
			after.Values, after.Before = append(after.Values, rec(c.state[i])), append(after.Before, rec(9))
		}
		s := &Subject{Readings: []Reading{readingOf(t, 0, c.says[:]...)}, After: []*Observed{after}, Facts: facts(), Inputs: make([][]*value.Value, 2), Ends: make([]End, 2), Silenced: make([][]Silenced, 2)}
		checks := Decide(s).Checks
		if view := len(checks) == 2 && checks[1].Form.Kind == View; view != c.view || len(checks) == 0 {
			t.Errorf("%v: %d checks, view %v", c, len(checks), view)
		}
		result, says := *after, readingOf(t, 0, c.says[:]...)
		result.Part, result.Name, result.Before, says[0].OfResult = Result, "result", nil, 1
		s.Results, s.After, s.Readings = []*Observed{&result}, nil, []Reading{says}
		v := Decide(s)
		if view := len(v.Checks) == 2 && v.Checks[0].Form.Kind == View; view != c.view || len(v.Checks) == 0 {
			t.Errorf("%v: %d checks of a result, view %v", c, len(v.Checks), view)
		}
		if list, _ := v.Optional(0); len(list) != len(v.Checks) || list[0].Part != Reader {
			t.Errorf("%v: of a result, %v may be spared", c, list)
		}
	}
}

// TestComparedResult: the methods of a result that is compared whole are not asked.
func TestComparedResult(t *testing.T) {
	number := shapes(t)["number"]
	result := &Observed{Part: Result, Name: "result", Type: number, GoType: value.GoTypeOf(number), Others: make([][]*value.Value, 1)}
	result.Values = []*value.Value{{Type: number, GoType: result.GoType, Word: 4}}
	says := readingOf(t, 0, 7)
	says[0].OfResult = 1
	s := &Subject{Results: []*Observed{result}, Readings: []Reading{says}, Facts: facts(), Inputs: make([][]*value.Value, 1), Ends: make([]End, 1), Silenced: make([][]Silenced, 1)}
	if v := Decide(s); len(v.Checks) != 1 || v.Checks[0].Part != Result {
		t.Errorf("%d checks", len(v.Checks))
	}
	says[0].OfResult = 2
	if v := Decide(s); len(v.Checks) != 2 {
		t.Errorf("%d checks with a method of another result", len(v.Checks))
	}
}

// noError returns what a method says of an error: that there is none.
func noError(t *testing.T, index int) *Observed {
	failure := shapes(t)["err"]
	return &Observed{Part: Reader, Index: index, Name: "c.Err()", Type: failure, GoType: value.GoTypeOf(failure), Values: []*value.Value{{Type: failure, IsNil: true}}, Others: make([][]*value.Value, 1)}
}

// TestInsteadOfResult: the methods of a result that are to tell of it instead of it are asked if no run can compare it, and of them those
// that say the same in each run, more than that there is no error.
func TestInsteadOfResult(t *testing.T) {
	number := shapes(t)["number"]
	word := func(w uint64) *value.Value {
		return &value.Value{Type: number, GoType: value.GoTypeOf(number), Word: w}
	}
	for _, varies := range []bool{false, true} {
		result := &Observed{Part: Result, Name: "result", Type: number, GoType: value.GoTypeOf(number), Values: []*value.Value{word(4)}, Others: make([][]*value.Value, 1)}
		list := []Reading{readingOf(t, 0, 7), append(readingOf(t, 1, 8), noError(t, 2))}
		for _, r := range list {
			r[0].OfResult, r[0].Instead = 1, true
		}
		list[1][0].Others[0] = []*value.Value{word(9)}
		want := Result
		if varies {
			result.Others[0], want = []*value.Value{word(5)}, Reader
		}
		s := &Subject{Results: []*Observed{result}, Readings: list, Facts: facts(), Inputs: make([][]*value.Value, 1), Ends: make([]End, 1), Silenced: make([][]Silenced, 1)}
		v := Decide(s)
		if len(v.Checks) != 1 || v.Checks[0].Part != want || v.Checks[0].Index != 0 {
			t.Errorf("varies: %v: %d checks", varies, len(v.Checks))
		}
		for _, said := range v.Silences {
			if said.Name != "result" {
				t.Errorf("varies: %v: it is said that %s is not compared", varies, said.Name)
			}
		}
	}
}
