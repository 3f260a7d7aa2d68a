package ese

import "nearmiss/symexec"

// suffixes counts which side costly paths took at a site after the decisions before it, for
// each number of these up to longestSuffix. How likely a side is after a history is blended from
// the counts of all its suffixes: what was seen after the longer one counts, and the
// estimate after the shorter one counts like one more observation (a hierarchy of Dirichlet priors, as
// MacKay and Bauman Peto 1995 have it for words).
type suffixes struct {
	seen   map[uint64][2]float64 // by site and suffix: paths that took the sides false and true
	recent []uint64              // sites and sides of the decisions before, latest last
}

// longestSuffix is how many decisions before one are told apart.
const longestSuffix = 8

func newSuffixes() *suffixes { return &suffixes{seen: map[uint64][2]float64{}} }

// begin begins a path.
func (s *suffixes) begin() { s.recent = s.recent[:0] }

// push goes on behind a decision.
func (s *suffixes) push(site symexec.Site, side bool) {
	if len(s.recent) == longestSuffix {
		copy(s.recent, s.recent[1:])
		s.recent = s.recent[:longestSuffix-1]
	}
	s.recent = append(s.recent, mix(hashSite(site), uint64(b2i(side))))
}

// each calls f with the key of a site after each suffix of the decisions before, the shortest
// first.
func (s *suffixes) each(site symexec.Site, f func(key uint64)) {
	key := hashSite(site)
	f(key)
	for i := len(s.recent) - 1; i >= 0; i-- {
		key = mix(key, s.recent[i])
		f(key)
	}
	if len(s.recent) < longestSuffix {
		f(mix(key, 0)) // the path has no decision before
	}
}

// add counts the decisions of a path, which is one of many if weight is below 1.
func (s *suffixes) add(p *symexec.Path, weight float64) {
	s.begin()
	for i := range p.Decisions {
		d := &p.Decisions[i]
		s.each(d.Site, func(key uint64) {
			n := s.seen[key]
			n[b2i(d.Side)] += weight
			s.seen[key] = n
		})
		s.push(d.Site, d.Side)
	}
}

// chance is how likely the side called true is, between 0 and 1; a half, if nothing was seen at the site.
func (s *suffixes) chance(site symexec.Site) float64 {
	p := 0.5
	s.each(site, func(key uint64) {
		n := s.seen[key]
		p = (n[1] + p) / (n[0] + n[1] + 1)
	})
	return p
}
