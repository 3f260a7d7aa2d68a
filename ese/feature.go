package ese

import (
	"nearmiss/symexec"
	"nearmiss/term"
)

// Feature is something of the moment of a decision that a learned policy goes
// by.
type Feature uint8

const (
	AtSite      Feature = iota // the place in the program alone
	AfterOne                   // the place and the last decision
	AfterThree                 // the place and the last three
	AfterSix                   // the place and the last six
	AtCondition                // the condition itself, over which inputs it may be
	AtEnds                     // the place, and whether the inputs of the condition are the first or last of their lists, and how they stand to each other
	AtPast                     // the place, and for each operand of the condition the last decision on an input that is in it
	AfterRuns                  // the place and the last three runs of equal decisions, however long
)

// maxFeatures is how many features a policy may have.
const maxFeatures = 7

// A step is a decision as a rollout took it.
type step struct {
	at   [maxFeatures]uint32 // weights of the policy
	site uint32
	cond uint64 // of the site and the condition; equal on all paths
	side bool
	free bool  // the other side was feasible, as far as is known
	used uint8 // ways of going on that were tried behind the other side
}

// observer computes the features of one path.
type observer struct {
	features []Feature
	places   []symexec.Place // by slot, nil if they are not known
	mask     uint32
	recent   uint64          // ten bits a decision, the last one lowest
	runs     [numRuns]uint64 // of equal decisions, the last one first
	past     []uint64        // by slot: the last decision that it was in, and its part there; 0 if there is none
}

// numRuns is how many runs of equal decisions are remembered.
const numRuns = 3

func (o *observer) begin() {
	o.recent = 1
	o.runs = [numRuns]uint64{}
	clear(o.past)
}

// at sets the places and the condition of s for a branch.
func (o *observer) at(b *symexec.Branch, s *step) {
	site := hashSite(b.Site)
	s.site = uint32(site >> 32)
	s.cond = mix(site, hashTerm(b.Cond, 4))
	for i, f := range o.features {
		h := mix(site, uint64(f))
		switch f {
		case AfterOne:
			h = mix(h, o.recent&(1<<10-1))
		case AfterThree:
			h = mix(h, o.recent&(1<<30-1))
		case AfterSix:
			h = mix(h, o.recent&(1<<60-1))
		case AtCondition:
			h = mix(h, s.cond)
		case AtEnds:
			h = mix(h, o.ends(b.Cond.Slots()))
		case AtPast:
			h = mix(h, o.pasts(b.Cond))
		case AfterRuns:
			for _, run := range o.runs {
				h = mix(h, run)
			}
		}
		s.at[i] = uint32(h>>20) & o.mask
	}
}

// few is how many of the inputs of a condition are looked at.
const few = 3

// ends says little enough of places for it to be the same in inputs of all
// sizes.
func (o *observer) ends(slots []int32) (h uint64) {
	if o.places == nil {
		return 0
	}
	slots = slots[:min(few, len(slots))]
	for i, slot := range slots {
		p := &o.places[slot]
		h = mix(h, class(p))
		if i > 0 {
			h = mix(h, relation(&o.places[slots[0]], p))
		}
	}
	return h
}

// class tells the first, the last and the others apart, and even from odd.
func class(p *symexec.Place) uint64 {
	switch p.Index {
	case 0:
		return 1
	case p.Len - 1:
		return 2
	}
	return 3 + uint64(p.Index&1)
}

// relation tells apart how two places stand to each other.
func relation(p, q *symexec.Place) uint64 {
	switch {
	case p.List != q.List:
		return 1
	case p.Index+1 == q.Index:
		return 2
	case p.Index+q.Index == p.Len-1:
		return 3
	}
	return 4
}

// took goes on behind a decision.
func (o *observer) took(b *symexec.Branch, side bool) {
	site := hashSite(b.Site)
	o.recent = o.recent<<10 | site>>50&(1<<10-2)
	is := site << 1
	if side {
		o.recent |= 1
		is++
	}
	if is != o.runs[0] {
		copy(o.runs[1:], o.runs[:])
		o.runs[0] = is
	}
	for part := range parts(b.Cond) {
		if slot, ok := slotOf(b.Cond, part); ok {
			for len(o.past) <= slot {
				o.past = append(o.past, 0)
			}
			o.past[slot] = mix(is, uint64(part)+1)
		}
	}
}

// pasts is what has become of the inputs of a condition before.
func (o *observer) pasts(c *term.Term) (h uint64) {
	for part := range parts(c) {
		if slot, ok := slotOf(c, part); ok && slot < len(o.past) {
			h = mix(h, o.past[slot])
		} else {
			h = mix(h, 0)
		}
	}
	return h
}

// parts is in how many parts of a condition inputs are looked for: both
// operands of a comparison; of others, a few inputs.
func parts(c *term.Term) int {
	if len(c.Args) == 2 {
		return 2
	}
	return min(few, len(c.Slots()))
}

// slotOf is the input that stands for a part of a condition.
func slotOf(c *term.Term, part int) (slot int, ok bool) {
	slots := c.Slots()
	if len(c.Args) == 2 {
		slots, part = c.Args[part].Slots(), 0
	}
	if part >= len(slots) {
		return 0, false
	}
	return int(slots[part]), true
}

func hashSite(s symexec.Site) uint64 {
	return mix(uint64(s.Cond)+1, uint64(s.At))
}

// hashTerm tells terms apart by what they are, so that a term that was
// forgotten and made again is the same, down to a depth.
func hashTerm(t *term.Term, depth int) uint64 {
	h := mix(uint64(t.Op)<<8|uint64(t.Sort.Kind), t.Bits)
	for i := range len(t.Str) {
		h = mix(h, uint64(t.Str[i]))
	}
	if depth == 0 {
		return h
	}
	for _, a := range t.Args {
		h = mix(h, hashTerm(a, depth-1))
	}
	return h
}

// mix hashes two words.
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 ^ b
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}
