package symexec

import "nearmiss/input"

// Fits reports whether ExploreFrom can follow an input: it has the structure of
// Options.Vector and, with symbolic lengths, lists for which there is room.
func (e *Executor) Fits(v input.Vector) bool {
	s := e.shape
	e.fit = append(e.fit[:0], s.first...)
	words := e.fit
	c := cursor{shape: s}
	for pos := 0; ; pos++ {
		i, p := c.read(words)
		switch {
		case i < 0 || pos >= len(v):
			return i < 0 && pos == len(v)
		case (p.list || p.ptr) && v[pos] > p.limit, s.slots[i] == nil && v[pos] != s.first[i]:
			return false
		}
		words[i] = v[pos]
	}
}
