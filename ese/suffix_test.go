package ese

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/symexec"
)

// TestSuffixesByHand computes the probabilities behind two matches by hand, for a path with the
// decisions TTF, TTF, TTT at one site: the costliest path of a search for a key of three.
func TestSuffixesByHand(t *testing.T) {
	s := newSuffixes(suffixLength)
	s.learn([]*symexec.Path{pathOf("TTFTTFTTT", 0, 0, 0, 0, 0, 0, 0, 0, 0)})
	after := func(sides string) float64 {
		s.begin(pathOf(sides, 0, 0, 0, 0, 0, 0, 0, 0, 0).Decisions)
		p, _, _ := s.chance(symexec.Site{})
		return p
	}
	// Nothing before: the site has 7 of 9 true, the begin of a path one of one.
	if got, want := after(""), (1+(7+0.5)/10)/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("at the beginning %v, not %v", got, want)
	}
	// After F: 2 of 2 are true; no path begins with F.
	if got, want := after("F"), (2+0.75)/3; math.Abs(got-want) > 1e-12 {
		t.Errorf("after F %v, not %v", got, want)
	}
	// After TT comes F twice and T once.
	if got := after("FTT"); got >= 0.5 {
		t.Errorf("after FTT %v", got)
	}
	// A site that was not seen.
	if p, seen, of := s.chance(symexec.Site{Cond: 9}); p != 0.5 || seen != 0 || of != 5 {
		t.Errorf("at a new site %v, %d suffixes of %d", p, seen, of)
	}
}

// TestSuffixesLaw: a chance lies between 0 and 1, does not hang on the order of the paths, and
// that of the other side is what is left.
func TestSuffixesLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := generator(rapid.Uint64().Draw(t, "seed"))
		side := func() string { return []string{"F", "T"}[rng.IntN(2)] }
		var paths []*symexec.Path
		for range 1 + rng.IntN(4) {
			sides, sites := "", []int{}
			for range rng.IntN(20) {
				sides += side()
				sites = append(sites, rng.IntN(3))
			}
			paths = append(paths, pathOf(sides, sites...))
		}
		length := rng.IntN(10)
		a, b, mirror := newSuffixes(length), newSuffixes(length), newSuffixes(length)
		for i, p := range paths {
			a.learn([]*symexec.Path{p})
			b.learn([]*symexec.Path{paths[len(paths)-1-i]})
			mirror.learn([]*symexec.Path{turned(p)})
		}
		last := paths[rng.IntN(len(paths))]
		a.begin(last.Decisions)
		b.begin(last.Decisions)
		mirror.begin(turned(last).Decisions)
		at := symexec.Site{Cond: rng.IntN(3)}
		p, _, _ := a.chance(at)
		q, _, _ := b.chance(at)
		r, _, _ := mirror.chance(at)
		if p <= 0 || p >= 1 || math.Abs(p-q) > 1e-9 || math.Abs(p+r-1) > 1e-9 {
			t.Fatalf("%v, in another order %v, of the other side %v", p, q, r)
		}
	})
}

// turned returns a copy of a path with the other side of each decision.
func turned(p *symexec.Path) *symexec.Path {
	q := *p
	q.Decisions = nil
	for _, d := range p.Decisions {
		d.Side = !d.Side
		q.Decisions = append(q.Decisions, d)
	}
	return &q
}
