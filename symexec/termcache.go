package symexec

import "nearmiss/term"

// A termCache remembers recent terms of comparisons, negations and conversions, because a
// search takes many paths through the same conditions. The cache is valid until the builder
// drops terms.
type termCache struct {
	shrunk    int // number of times that the builder had dropped terms when the cache was emptied
	relations cache[comparison]
	negations cache[negation]
	converted cache[conversionOf]
}

// A comparison is an entry of termCache.relations: x rel y, where each operand is a term (xt, yt)
// or a number (xn, yn), and its term t.
type comparison struct {
	rel    term.Rel
	k      kind
	xt, yt *term.Term
	xn, yn uint64
	t      *term.Term
}

// A negation is an entry of termCache.negations.
type negation struct{ t, not *term.Term }

// A conversionOf is an entry of termCache.converted: a term and the term of its conversion.
type conversionOf struct {
	t, as *term.Term
	to    kind
}

// A cache is a direct-mapped hash table: a new entry replaces the old one of its place. It
// begins small, because most searches are short and large tables evict other data from the
// processor's caches. It doubles, up to a bound, after as many insertions as it has places.
// Doubling discards the entries; they are computed again.
type cache[T any] struct {
	entries  []T
	bits     int
	inserted int // insertions since the table doubled
}

const (
	minCacheBits = 8 // log2 of the initial size
	maxCacheBits = 16
)

// place returns the place of a hash, selected by the upper bits.
func (l *cache[T]) place(hash uint64) *T {
	if l.entries == nil {
		l.bits = minCacheBits
		l.entries = make([]T, 1<<l.bits)
	}
	return &l.entries[hash>>(64-l.bits)]
}

func (l *cache[T]) put(hash uint64, e T) {
	if l.inserted++; l.inserted > len(l.entries) && l.bits < maxCacheBits {
		l.bits++
		l.entries, l.inserted = make([]T, 1<<l.bits), 0
	}
	*l.place(hash) = e
}

// cachedTerms returns the cache, emptied if the builder has dropped terms.
func (m *machine) cachedTerms() *termCache {
	if m.cache == nil || m.cache.shrunk != m.builder.Shrunk() {
		m.cache = &termCache{shrunk: m.builder.Shrunk()}
	}
	return m.cache
}

// hashMultiplier spreads the bits of a hash: 2^64 divided by the golden ratio.
const hashMultiplier = 0x9e3779b97f4a7c15

func termID(t *term.Term) uint64 {
	if t == nil {
		return 0
	}
	return uint64(t.ID) + 1
}

// compare returns x rel y as a term for scalars of which one is a term, or nil if one is an
// address.
func (m *machine) compare(rel term.Rel, k kind, x, y cell) *term.Term {
	xt, ok1 := x.r.(*term.Term)
	yt, ok2 := y.r.(*term.Term)
	if !ok1 && x.r != nil || !ok2 && y.r != nil {
		return nil
	}
	if len(m.extents) > 0 {
		if t := m.relateLengths(rel, k, x, y); t != nil {
			return t
		}
	}
	h := (((termID(xt)*hashMultiplier+termID(yt))*hashMultiplier+x.n+y.n*3)*hashMultiplier + uint64(rel)) * hashMultiplier
	all := &m.cachedTerms().relations
	if e := all.place(h); e.t != nil && e.rel == rel && e.k == k && e.xt == xt && e.yt == yt && e.xn == x.n && e.yn == y.n {
		return e.t
	}
	t := m.builder.Compare(rel, m.termOf(k, x), m.termOf(k, y))
	all.put(h, comparison{rel, k, xt, yt, x.n, y.n, t})
	return t
}

// negate returns the negation of a condition.
func (m *machine) negate(t *term.Term) *term.Term {
	all, h := &m.cachedTerms().negations, termID(t)*hashMultiplier
	if e := all.place(h); e.t == t {
		return e.not
	}
	not := m.builder.Not(t)
	all.put(h, negation{t, not})
	return not
}

// converted returns a number as a number of another kind.
func (m *machine) converted(t *term.Term, to kind) *term.Term {
	all, h := &m.cachedTerms().converted, (termID(t)+uint64(to)<<32)*hashMultiplier
	if e := all.place(h); e.t == t && e.to == to {
		return e.as
	}
	as := m.builder.Convert(t, kindSorts[to])
	all.put(h, conversionOf{t, as, to})
	return as
}
