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
	AtDepth                    // the place and how many decisions there were before
	AtCalls                    // the place, the frames on the stack and the last decision
	NumFeatures
)

// maxFeatures is how many features a policy may have.
const maxFeatures = 6

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
	mask     uint32
	recent   uint64 // ten bits a decision, the last one lowest
}

func (o *observer) begin() { o.recent = 1 }

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
		case AtDepth:
			h = mix(h, uint64(b.Depth))
		case AtCalls:
			h = mix(mix(h, uint64(b.Calls)), o.recent&(1<<10-1))
		}
		s.at[i] = uint32(h>>20) & o.mask
	}
}

// took goes on behind a decision.
func (o *observer) took(b *symexec.Branch, side bool) {
	o.recent = o.recent<<10 | hashSite(b.Site)>>50&(1<<10-2)
	if side {
		o.recent |= 1
	}
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
