package ese

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
)

// TestCarriedPolicyLaw asserts that a serialized policy is read back, and that no decision of a
// training path is unknown to the policy.
func TestCarriedPolicyLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.StringMatching("[TF]{1,20}").Draw(t, "sides")
		var sites []int
		for range sides {
			sites = append(sites, rapid.IntRange(0, 2).Draw(t, "site"))
		}
		p := pathOf(sides, sites...)
		l := &carriedPolicy{newSuffixes(rapid.IntRange(0, MaxHistory).Draw(t, "length")), []pathLength{{4, 6}}}
		l.learn([]*symexec.Path{p})
		text, err := json.Marshal(l.data())
		var kept suffixesData
		if err != nil || json.Unmarshal(text, &kept) != nil {
			t.Fatalf("%s: %v", text, err)
		}
		again := kept.policy()
		if !reflect.DeepEqual(again.counts, l.counts) || again.length != l.length || !reflect.DeepEqual(again.longest, l.longest) {
			t.Fatalf("%s is not %v", text, l)
		}
		c := carrier{suffixes: again.forNewPath()}
		for i, d := range p.Decisions {
			c.Choose(&symexec.Branch{Site: d.Site, Depth: i})
			c.Took(&symexec.Branch{Site: d.Site}, d.Side, symexec.Wanted)
		}
		if c.unfamiliar+c.unlearned > 0 {
			t.Fatalf("%d and %d decisions are not known", c.unfamiliar, c.unlearned)
		}
	})
}

// TestCarriedSides asserts that a shorter history decides if the full history is unknown, and
// that the witness decides at an unknown site.
func TestCarriedSides(t *testing.T) {
	s := newSuffixes(1)
	s.learn([]*symexec.Path{pathOf("TFTT", 1, 1, 1, 1)})
	c := carrier{suffixes: s.forNewPath()}
	c.Took(&symexec.Branch{Site: symexec.Site{Cond: 2}}, true, symexec.Wanted)
	if !c.Choose(&symexec.Branch{Site: symexec.Site{Cond: 1}}) || c.unfamiliar != 1 {
		t.Errorf("after a new history, of which there are %d, the side false", c.unfamiliar)
	}
	for _, side := range []bool{false, true} {
		if c.Choose(&symexec.Branch{Site: symexec.Site{Cond: 2}, Witness: side}) != side {
			t.Errorf("at a new place not the witness's %v", side)
		}
	}
	if c.unlearned != 2 {
		t.Errorf("%d new places", c.unlearned)
	}
}

// TestCarriedMost asserts that the limit of decisions extrapolates the growth of path lengths.
func TestCarriedMost(t *testing.T) {
	l := &carriedPolicy{}
	for n := 4; n <= 12; n++ {
		l.longest = append(l.longest, pathLength{n, n * (n - 1) / 2})
	}
	if n := l.maxDecisions(1000); n < 499_500 || n > 20*499_500 {
		t.Errorf("%d decisions", n)
	}
}
