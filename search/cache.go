package search

import (
	"math/bits"
	"slices"

	"nearmiss/input"
)

// maxCached is the length of the longest cached vector, in words.
const maxCached = 64

// cache maps vectors to fitness. It is direct-mapped: a slot holds the latest vector with its
// hash, since a local search returns to recent vectors. A lookup compares whole vectors, so a
// hash collision never returns a wrong fitness.
type cache struct {
	slots []slot
	shift uint // number of low bits of a hash that do not select the slot
}

type slot struct {
	hash    uint64
	used    bool // the slot holds a vector
	mode    Mode
	vector  input.Vector
	fitness Fitness
}

func newCache(entries int) *cache {
	n := bits.Len(uint(entries - 1))
	return &cache{slots: make([]slot, 1<<n), shift: 64 - uint(n)}
}

// Hash returns a hash of the words of a vector, with one multiplication for each word.
func Hash(v input.Vector) uint64 {
	const k = 0x9e3779b97f4a7c15
	h := uint64(len(v)) + k
	for _, w := range v {
		hi, lo := bits.Mul64(h^w, k)
		h = bits.RotateLeft64(hi^lo, 29) + w
	}
	hi, lo := bits.Mul64(h^0xd6e8feb86659fd93, k)
	return hi ^ lo
}

// get sets *f to the cached fitness of v in mode m, and reports whether there is one. h is the hash
// of v.
func (c *cache) get(h uint64, v input.Vector, m Mode, f *Fitness) bool {
	s := &c.slots[h>>c.shift]
	if !s.used || s.hash != h || s.mode != m || !slices.Equal(s.vector, v) {
		return false
	}
	*f = s.fitness
	return true
}

// put stores the fitness of v in mode m. h is the hash of v.
func (c *cache) put(h uint64, v input.Vector, m Mode, f *Fitness) {
	if len(v) > maxCached {
		return
	}
	s := &c.slots[h>>c.shift]
	s.hash, s.used, s.mode, s.fitness = h, true, m, *f
	s.vector = append(s.vector[:0], v...)
}
