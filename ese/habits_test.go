package ese

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
)

// habitual is a path with these decisions.
func habitual(steps ...made) *symexec.Path {
	p := &symexec.Path{}
	for _, s := range steps {
		p.Decisions = append(p.Decisions, symexec.Decision{Site: s.site, Side: s.side})
	}
	return p
}

// sequences draws a path with decisions at a few sites.
func sequences(t *rapid.T) *symexec.Path {
	return habitual(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) made {
		return made{symexec.Site{Cond: rapid.IntRange(0, 2).Draw(t, "site")}, rapid.Bool().Draw(t, "side")}
	}), 1, 20).Draw(t, "path")...)
}

// TestHabitsLaw: what is taken back leaves nothing; what was learned from one path without
// conflicts takes that path; and what is kept is read again.
func TestHabitsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := sequences(t), sequences(t)
		h, conflicts := learnHabits([][]*symexec.Path{{p}}, rapid.IntRange(0, maxHabit).Draw(t, "length"))
		before := maps.Clone(h.counts)
		h.add(q)
		if h.remove(q); !maps.Equal(h.counts, before) {
			t.Fatalf("%v is not %v", h.counts, before)
		}
		other := 0
		c := carrier{habits: h}
		for i := range p.Decisions {
			d := &p.Decisions[i]
			if c.Choose(&symexec.Branch{Site: d.Site, Depth: i}) != d.Side {
				other++
			}
			c.Took(&symexec.Branch{Site: d.Site}, d.Side, symexec.Wanted)
		}
		if other > conflicts || c.unfamiliar+c.unlearned > 0 {
			t.Fatalf("%d decisions are not those of the path, with %d conflicts; %d and %d are not known", other, conflicts, c.unfamiliar, c.unlearned)
		}
		text, err := json.Marshal(h.data())
		var kept habitsData
		if err != nil || json.Unmarshal(text, &kept) != nil || !reflect.DeepEqual(kept.habits(), h) {
			t.Fatalf("%s is not %v (%v)", text, h, err)
		}
	})
}

// TestHabitsBackOff: where the history is new, a shorter one decides; a place that is new is
// left to the witness.
func TestHabitsBackOff(t *testing.T) {
	a, b := symexec.Site{Cond: 1}, symexec.Site{Cond: 2}
	h, conflicts := learnHabits([][]*symexec.Path{{habitual(made{a, true}, made{a, false}, made{a, true}, made{a, true})}}, 1)
	if conflicts != 1 { // true follows true, and false does
		t.Errorf("%d conflicts", conflicts)
	}
	var after past
	after.push(b, true)
	for _, test := range []struct {
		site  symexec.Site
		past  past
		side  bool
		known int
	}{
		{a, past{}, true, 1},
		{a, after, true, 0},
		{b, past{}, false, -1},
	} {
		if side, known := h.side(test.site, &test.past); side != test.side || known != test.known {
			t.Errorf("%v: %v by %d decisions, want %v by %d", test.site, side, known, test.side, test.known)
		}
	}
}

// TestHabitsPickTies: of paths that do as well as each other the one is learned from that the
// others agree with.
func TestHabitsPickTies(t *testing.T) {
	a := symexec.Site{Cond: 1}
	yes, no := habitual(made{a, true}, made{a, true}), habitual(made{a, false}, made{a, false})
	h, conflicts := learnHabits([][]*symexec.Path{{no, yes}, {yes}}, 0)
	if side, _ := h.side(a, &past{}); conflicts > 0 || !side {
		t.Errorf("%d conflicts, side %v", conflicts, side)
	}
}

// TestHabitsMost: paths grow with the size as they did.
func TestHabitsMost(t *testing.T) {
	h := &habits{}
	for n := 4; n <= 12; n++ {
		h.longest = append(h.longest, lengthAt{n, n * (n - 1) / 2})
	}
	if n := h.most(1000); n < 499_500 || n > 20*499_500 {
		t.Errorf("%d decisions", n)
	}
}
