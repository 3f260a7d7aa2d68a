package ese

import (
	"cmp"
	"math"
	"slices"

	"nearmiss/symexec"
)

// habits is a policy that says which side is taken after a history: the site at hand and
// the last decisions, each with its site. It counts the sides that paths have taken so, for
// each length of history up to its own; the majority side is taken. Nothing in it depends on the
// size of the input.
type habits struct {
	length int // of the longest history, in decisions
	counts map[uint64][2]uint32

	longest  []lengthAt // of the paths that it was learned from, by growing size
	doubtful bool       // where it was tried, it led into a contradiction
}

// lengthAt is how many decisions a path of a size has.
type lengthAt struct {
	Size      int `json:"size"`
	Decisions int `json:"decisions"`
}

// most is how many decisions a path of a size may have, with much to spare: they grow from the
// last size as they did from its half on.
func (h *habits) most(size int) int {
	const spare, least = 4, 1000
	if len(h.longest) == 0 {
		return least
	}
	last := h.longest[len(h.longest)-1]
	half := h.longest[slices.IndexFunc(h.longest, func(l lengthAt) bool { return 2*l.Size >= last.Size })]
	power := 1.0
	if half.Size < last.Size && half.Decisions > 0 {
		power = max(power, math.Log(float64(last.Decisions)/float64(half.Decisions))/math.Log(float64(last.Size)/float64(half.Size)))
	}
	n := spare * float64(last.Decisions) * math.Pow(float64(size)/float64(last.Size), power)
	return max(least, int(min(n, math.MaxInt32)))
}

// maxHabit is how long a history may be.
const maxHabit = 12

// A past is what a path has decided last, the last one first.
type past [maxHabit]uint64

// push goes on behind a decision.
func (p *past) push(site symexec.Site, side bool) {
	copy(p[1:], p[:])
	p[0] = hashSite(site)<<1 | uint64(b2i(side))
}

// keys calls f with the key of each history of a site, the shortest one first.
func (h *habits) keys(site symexec.Site, p *past, f func(key uint64)) {
	key := hashSite(site)
	for i := 0; ; i++ {
		if f(mix(key, uint64(i))); i == h.length {
			return
		}
		key = mix(key, p[i])
	}
}

// add counts what a path has done. It returns how many decisions the habits now have
// against them that they did not have before: those that a majority at the longest history
// does not take.
func (h *habits) add(path *symexec.Path) (conflicts int) {
	var p past
	for i := range path.Decisions {
		d := &path.Decisions[i]
		last := 0
		h.keys(d.Site, &p, func(key uint64) {
			n := h.counts[key]
			before := min(n[0], n[1])
			n[b2i(d.Side)]++
			last = int(min(n[0], n[1]) - before)
			h.counts[key] = n
		})
		conflicts += last
		p.push(d.Site, d.Side)
	}
	return conflicts
}

// remove takes back what add has counted last.
func (h *habits) remove(path *symexec.Path) {
	var p past
	for i := range path.Decisions {
		d := &path.Decisions[i]
		h.keys(d.Site, &p, func(key uint64) {
			n := h.counts[key]
			if n[b2i(d.Side)]--; n == [2]uint32{} {
				delete(h.counts, key)
				return
			}
			h.counts[key] = n
		})
		p.push(d.Site, d.Side)
	}
}

// learnHabits learns, with histories of a length, from one path of each class, whose paths
// will do as well as each other: from the one that differs least from those of the classes
// behind. It also returns in how many decisions these paths differ from the majority.
func learnHabits(classes [][]*symexec.Path, length int) (h *habits, conflicts int) {
	h = &habits{length: length, counts: map[uint64][2]uint32{}}
	for _, class := range slices.Backward(classes) {
		var pick *symexec.Path
		fewest := 0
		for _, p := range class {
			n := h.add(p)
			h.remove(p)
			if pick == nil || n < fewest {
				pick, fewest = p, n
			}
		}
		if pick != nil {
			conflicts += h.add(pick)
		}
	}
	return h, conflicts
}

// side is the side to take at a site. It goes by the longest history that is known, which
// known tells the length of: -1, if not even the site is.
func (h *habits) side(site symexec.Site, p *past) (side bool, known int) {
	known = -1
	length := 0
	h.keys(site, p, func(key uint64) {
		if n, ok := h.counts[key]; ok {
			side, known = n[1] > n[0], length
		}
		length++
	})
	return side, known
}

// habitsData is a policy as it is kept.
type habitsData struct {
	Length  int         `json:"length"`
	Longest []lengthAt  `json:"longest"`
	Entries []habitData `json:"entries"`
}

// habitData is how often paths took each side after a history.
type habitData struct {
	Key   uint64 `json:"key"` // hash of the site and the history
	False uint32 `json:"false"`
	True  uint32 `json:"true"`
}

// data is the policy as it is kept, nil if it knows nothing.
func (h *habits) data() any {
	if len(h.counts) == 0 {
		return nil
	}
	d := &habitsData{Length: h.length, Longest: h.longest}
	for key, n := range h.counts {
		d.Entries = append(d.Entries, habitData{key, n[0], n[1]})
	}
	slices.SortFunc(d.Entries, func(a, b habitData) int { return cmp.Compare(a.Key, b.Key) })
	return d
}

func (d *habitsData) habits() *habits {
	h := &habits{length: min(max(d.Length, 0), maxHabit), counts: make(map[uint64][2]uint32, len(d.Entries)), longest: d.Longest}
	for _, e := range d.Entries {
		h.counts[e.Key] = [2]uint32{e.False, e.True}
	}
	return h
}
