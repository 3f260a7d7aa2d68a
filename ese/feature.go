package ese

import (
	"nearmiss/symexec"
	"nearmiss/term"
)

// Feature is a property of the situation at a decision. A learned policy has a weight for each
// value of each of its features.
type Feature uint8

const (
	AtSite      Feature = iota // the site in the program
	AfterOne                   // the site and the last decision
	AfterThree                 // the site and the last three decisions
	AfterSix                   // the site and the last six decisions
	AtCondition                // the condition, with the identity of the inputs in it
	AtEnds                     // the site, whether the inputs in the condition are the first or last of their lists, and their relative positions
	AtPast                     // the site, and for each operand of the condition the last decision on an input in the operand
	AfterRuns                  // the site and the last three runs of equal decisions, without their lengths
)

// maxFeatures is the greatest number of features of a rollout.
const maxFeatures = 7

// step is a decision of a rollout.
type step struct {
	weights            [maxFeatures]uint32 // by feature: index of the policy's weight for the feature's value at this decision
	site               uint32              // hash of the site
	condition          uint64              // hash of the site and the condition; equal on all paths
	side               bool                // the side taken
	bothFeasible       bool                // the other side was feasible too, as far as it is known
	triedContinuations uint8               // set of the continuations that were tried behind the other side, one bit each
}

// observer computes the features of one path.
type observer struct {
	features      []Feature       // features of the policy, in the order of step.weights
	places        []symexec.Place // by slot; nil if unknown
	tableMask     uint32          // mask that maps a hash to an index of the table of weights
	recent        uint64          // the last decisions, ten bits each, the latest in the lowest bits
	runs          [numRuns]uint64 // decision of each of the last runs of equal decisions, the latest first
	lastDecisions []uint64        // by slot: hash of the last decision on the slot and of the slot's part in it; 0 if there was none
}

// numRuns is the number of runs of equal decisions in the feature AfterRuns.
const numRuns = 3

func (o *observer) begin() {
	o.recent = 1
	o.runs = [numRuns]uint64{}
	clear(o.lastDecisions)
}

// observe sets the weights, the site and the condition of decision for a branch.
func (o *observer) observe(branch *symexec.Branch, decision *step) {
	site := hashSite(branch.Site)
	decision.site = uint32(site >> 32)
	decision.condition = mix(site, hashTerm(branch.Cond, 4))
	for i, f := range o.features {
		hash := mix(site, uint64(f))
		switch f {
		case AfterOne:
			hash = mix(hash, o.recent&(1<<10-1))
		case AfterThree:
			hash = mix(hash, o.recent&(1<<30-1))
		case AfterSix:
			hash = mix(hash, o.recent&(1<<60-1))
		case AtCondition:
			hash = mix(hash, decision.condition)
		case AtEnds:
			hash = mix(hash, o.placesHash(branch.Cond.Slots()))
		case AtPast:
			hash = mix(hash, o.lastDecisionsHash(branch.Cond))
		case AfterRuns:
			for _, run := range o.runs {
				hash = mix(hash, run)
			}
		}
		decision.weights[i] = uint32(hash>>20) & o.tableMask
	}
}

// maxConditionInputs limits the inputs of a condition that a feature considers.
const maxConditionInputs = 3

// placesHash hashes the places of slots so coarsely that the hash does not depend on the size
// of the input.
func (o *observer) placesHash(slots []int32) (hash uint64) {
	if o.places == nil {
		return 0
	}
	slots = slots[:min(maxConditionInputs, len(slots))]
	for i, slot := range slots {
		p := &o.places[slot]
		hash = mix(hash, placeClass(p))
		if i > 0 {
			hash = mix(hash, placeRelation(&o.places[slots[0]], p))
		}
	}
	return hash
}

// placeClass returns a code for the first index, the last index, other even indices and other
// odd indices of a list.
func placeClass(p *symexec.Place) uint64 {
	switch p.Index {
	case 0:
		return 1
	case p.Len - 1:
		return 2
	}
	return 3 + uint64(p.Index&1)
}

// placeRelation returns a code for the relative position of two places: in different lists,
// q directly behind p, mirror images, or any other.
func placeRelation(p, q *symexec.Place) uint64 {
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

// advance records the decision taken at a branch.
func (o *observer) advance(branch *symexec.Branch, side bool) {
	site := hashSite(branch.Site)
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
	for part := range partCount(branch.Cond) {
		if slot, ok := partSlot(branch.Cond, part); ok {
			for len(o.lastDecisions) <= slot {
				o.lastDecisions = append(o.lastDecisions, 0)
			}
			o.lastDecisions[slot] = mix(is, uint64(part)+1)
		}
	}
}

// lastDecisionsHash hashes the last decisions on the inputs of a condition.
func (o *observer) lastDecisionsHash(c *term.Term) (h uint64) {
	for part := range partCount(c) {
		if slot, ok := partSlot(c, part); ok && slot < len(o.lastDecisions) {
			h = mix(h, o.lastDecisions[slot])
		} else {
			h = mix(h, 0)
		}
	}
	return h
}

// partCount returns the number of parts of a condition: the two operands of a comparison, or
// the first inputs of another condition.
func partCount(c *term.Term) int {
	if len(c.Args) == 2 {
		return 2
	}
	return min(maxConditionInputs, len(c.Slots()))
}

// partSlot returns the slot of the input that represents a part of a condition.
func partSlot(c *term.Term, part int) (slot int, ok bool) {
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

// hashTerm hashes the structure of a term down to a depth. A term that was forgotten and built
// again has the same hash, although not the same ID.
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
