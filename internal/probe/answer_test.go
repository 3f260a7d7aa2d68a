package probe

import "testing"

// TestAnswer: the distance of an outcome that hangs on what a call answered is the level of
// the point that this call missed and the distance there, of the last call; an answer is
// used once.
func TestAnswer(t *testing.T) {
	// Condition 0 asks for answer 1, which 1 and 2 settle; 2 asks for answer 2, which 3
	// settles and which is passed on as answer 3; 4 asks for that.
	links := []Link{
		{Branch: 0, Asked: 1},
		{Branch: 2, Parts: []Part{{1, 1}}},
		{Branch: 4, Asked: 2, Parts: []Part{{1, 0}}},
		{Branch: 6, Parts: []Part{{2, 0}}},
		{Branch: 8, Asked: 3},
	}
	target := &Target{Branch: 99, Links: links, Tails: []Tail{{2, 3}}, Nodes: []Node{
		{Cond: 0, Away: AwayFalse, Level: 1}, {Cond: 4, Away: AwayFalse},
	}}
	norm := Normalize
	for _, tt := range []struct {
		name  string
		run   func()
		level int
		want  float64
	}{
		{"nothing is known", func() { Bool(0, false) }, 1, norm(unanswered)},
		{"a point", func() { EqI(2, 5, 9); Bool(0, false) }, 1, norm(1 + norm(5))},
		{"the last counts", func() { EqI(2, 5, 9); EqI(2, 5, 6); Bool(0, false) }, 1, norm(1 + norm(2))},
		{"one passed does not", func() { EqI(2, 5, 9); EqI(2, 6, 6); Bool(0, false) }, 1, norm(1 + norm(5))},
		{"a point that asks", func() { LtI(6, 9, 5); Bool(4, false); Bool(0, false) }, 1, norm(norm(norm(5)))},
		{"a tail", func() { LtI(6, 9, 5); Bool(8, false) }, 0, norm(norm(norm(5)))},
		{"used once", func() { EqI(2, 5, 9); Bool(0, false); Bool(0, false) }, 1, norm(1 + norm(5))},
		{"used up", func() { LtI(6, 9, 5); Bool(4, false); Bool(4, false); Bool(0, false) }, 1, norm(norm(unanswered))},
		{"floats", func() { LtF(6, 9, 5); Bool(4, false); Bool(0, false) }, 1, norm(norm(norm(5)))},
	} {
		begin(t, 5, target)
		EqI(2, 1, 2) // of the run before
		End()
		Begin()
		tt.run()
		End()
		if o := Outcome(); !o.Diverged || o.Level != tt.level || o.Kind != Answer || o.Published() != tt.want {
			t.Errorf("%s: %+v, %v; want %v at level %d", tt.name, *o, o.Published(), tt.want, tt.level)
		}
	}
	target.Coarse = true
	begin(t, 5, target)
	LtI(6, 9, 5)
	Bool(4, false)
	EqI(2, 5, 9)
	Bool(0, false)
	End()
	if got, want := Outcome().Published(), norm(1); got != want {
		t.Errorf("by points alone: %v, want %v", got, want)
	}
	SetTarget(nil)
	for b := range uint32(10) {
		if hot[b]&linked != 0 {
			t.Errorf("branch %d is linked to nothing", b)
		}
	}
}

// TestLinksOutside: what does not exist is left out.
func TestLinksOutside(t *testing.T) {
	begin(t, 1, &Target{Branch: 99, Links: []Link{{Branch: 0, Asked: 7}, {Branch: 1 << 20, Asked: 1}}, Tails: []Tail{{1, 50}, {50, 1}},
		Nodes: []Node{{Cond: 0, Away: AwayFalse}}})
	Bool(0, false)
	End()
	if o := Outcome(); o.Published() != Normalize(unanswered) {
		t.Errorf("%+v", *o)
	}
}
