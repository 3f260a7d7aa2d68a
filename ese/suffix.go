package ese

import (
	"cmp"
	"slices"

	"nearmiss/symexec"
)

// suffixes counts the sides that costly paths took at a site, for each suffix of the preceding
// decisions up to a length. The probability of a side after a history blends the counts of all
// suffixes of the history: to the counts after a suffix, the estimate after the next shorter
// suffix is added like one more observation (a hierarchy of Dirichlet priors, as in MacKay and
// Bauman Peto 1995 for words). The counts do not depend on the size of the input.
type suffixes struct {
	length int                   // greatest number of decisions in a suffix
	counts map[uint64][2]float64 // by hash of site and suffix: paths that took the sides false and true
	recent history               // the preceding decisions
}

// suffixLength is the default of the greatest number of decisions in a suffix.
const suffixLength = 8

func newSuffixes(length int) *suffixes {
	return &suffixes{length: length, counts: map[uint64][2]float64{}}
}

// forNewPath returns suffixes with the same counts and no preceding decisions.
func (s *suffixes) forNewPath() *suffixes { return &suffixes{length: s.length, counts: s.counts} }

// begin starts a path with the decisions of an earlier one.
func (s *suffixes) begin(prefix []symexec.Decision) { s.recent.begin(s.length, prefix) }

// push appends a decision to the preceding ones.
func (s *suffixes) push(site symexec.Site, side bool) { s.recent.push(s.length, site, side) }

// eachSuffix calls f with the hash of a site and each suffix of the preceding decisions, the
// shortest first. If the suffixes reach the start of the path, the last call is for the start
// of the path followed by all decisions.
func (s *suffixes) eachSuffix(site symexec.Site, f func(key uint64)) {
	key := hashSite(site)
	f(key)
	for i := len(s.recent) - 1; i >= 0; i-- {
		d := s.recent[i]
		key = mix(key, mix(hashSite(d.site), uint64(b2i(d.side))))
		f(key)
	}
	if len(s.recent) < s.length {
		f(mix(key, 0))
	}
}

// learn counts the decisions of equally costly paths. Together the paths count as one.
func (s *suffixes) learn(paths []*symexec.Path) {
	weight := 1 / float64(len(paths))
	for _, p := range paths {
		s.begin(nil)
		for i := range p.Decisions {
			d := &p.Decisions[i]
			s.eachSuffix(d.Site, func(key uint64) {
				n := s.counts[key]
				n[b2i(d.Side)] += weight
				s.counts[key] = n
			})
			s.push(d.Site, d.Side)
		}
	}
}

// chance returns the probability of the side called true, the number of suffixes with counts,
// and the number of all suffixes. Without counts the probability is 1/2.
func (s *suffixes) chance(site symexec.Site) (p float64, seen, total int) {
	p = 0.5
	s.eachSuffix(site, func(key uint64) {
		n, ok := s.counts[key]
		p = (n[1] + p) / (n[0] + n[1] + 1)
		seen += b2i(ok)
		total++
	})
	return p, seen, total
}

// suffixesData is the serialized form of a carriedPolicy.
type suffixesData struct {
	Length  int          `json:"length"`
	Longest []pathLength `json:"longest"`
	Entries []suffixData `json:"entries"`
}

// suffixData is the number of paths that took each side after a suffix.
type suffixData struct {
	Key   uint64  `json:"key"` // hash of the site and the suffix
	False float64 `json:"false"`
	True  float64 `json:"true"`
}

// entries returns the counts sorted by key.
func (s *suffixes) entries() (list []suffixData) {
	for key, n := range s.counts {
		list = append(list, suffixData{key, n[0], n[1]})
	}
	slices.SortFunc(list, func(a, b suffixData) int { return cmp.Compare(a.Key, b.Key) })
	return list
}
