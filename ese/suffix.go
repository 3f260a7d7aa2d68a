package ese

import (
	"cmp"
	"slices"

	"nearmiss/symexec"
)

// suffixes counts which side costly paths took at a site after the decisions before it, for
// each number of these up to its length. How likely a side is after a history is blended from
// the counts of all its suffixes: what was seen after the longer one counts, and the
// estimate after the shorter one counts like one more observation (a hierarchy of Dirichlet
// priors, as MacKay and Bauman Peto 1995 have it for words). Nothing in it depends on the size
// of the input.
type suffixes struct {
	length int                   // decisions before one that are told apart, at most
	seen   map[uint64][2]float64 // by site and suffix: paths that took the sides false and true
	recent []uint64              // sites and sides of the decisions before, latest last
}

// suffixLength is how many decisions before one are told apart unless told otherwise.
const suffixLength = 8

func newSuffixes(length int) *suffixes {
	return &suffixes{length: length, seen: map[uint64][2]float64{}}
}

// follow returns suffixes with the same counts for another path.
func (s *suffixes) follow() *suffixes { return &suffixes{length: s.length, seen: s.seen} }

// begin begins a path with the decisions of an earlier one.
func (s *suffixes) begin(prefix []symexec.Decision) {
	s.recent = s.recent[:0]
	for i := max(0, len(prefix)-s.length); i < len(prefix); i++ {
		s.push(prefix[i].Site, prefix[i].Side)
	}
}

// push goes on behind a decision.
func (s *suffixes) push(site symexec.Site, side bool) {
	if s.length == 0 {
		return
	}
	if len(s.recent) == s.length {
		copy(s.recent, s.recent[1:])
		s.recent = s.recent[:s.length-1]
	}
	s.recent = append(s.recent, mix(hashSite(site), uint64(b2i(side))))
}

// each calls f with the key of a site after each suffix of the decisions before, the shortest
// first, and last, where these are all, after the begin of the path.
func (s *suffixes) each(site symexec.Site, f func(key uint64)) {
	key := hashSite(site)
	f(key)
	for i := len(s.recent) - 1; i >= 0; i-- {
		key = mix(key, s.recent[i])
		f(key)
	}
	if len(s.recent) < s.length {
		f(mix(key, 0))
	}
}

// learn counts the decisions of paths that will do as well as each other: together they count
// as one.
func (s *suffixes) learn(paths []*symexec.Path) {
	weight := 1 / float64(len(paths))
	for _, p := range paths {
		s.begin(nil)
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
}

// chance is how likely the side called true is, between 0 and 1, and how many of the suffixes
// were seen, of those that there are. If none was, it is a half.
func (s *suffixes) chance(site symexec.Site) (p float64, seen, of int) {
	p = 0.5
	s.each(site, func(key uint64) {
		n, ok := s.seen[key]
		p = (n[1] + p) / (n[0] + n[1] + 1)
		seen += b2i(ok)
		of++
	})
	return p, seen, of
}

// suffixesData is the policy as it is kept.
type suffixesData struct {
	Length  int          `json:"length"`
	Longest []lengthAt   `json:"longest"`
	Entries []suffixData `json:"entries"`
}

// suffixData is how many paths took each side after a suffix.
type suffixData struct {
	Key   uint64  `json:"key"` // hash of the site and the suffix
	False float64 `json:"false"`
	True  float64 `json:"true"`
}

// entries lists the counts in the order of their keys.
func (s *suffixes) entries() (list []suffixData) {
	for key, n := range s.seen {
		list = append(list, suffixData{key, n[0], n[1]})
	}
	slices.SortFunc(list, func(a, b suffixData) int { return cmp.Compare(a.Key, b.Key) })
	return list
}
