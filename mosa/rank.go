package mosa

import (
	"fmt"
	"math/bits"
	"slices"
)

// A ranking compares members: it holds the rank of each under each of the
// objectives. Rank 0 is the least fitness; equals have the same rank. The
// ranks of a member stand side by side in words, each with a bit to spare, so
// that some instructions compare all ranks of two words.
type ranking struct {
	members, objectives int

	lane  int    // bits of a rank, the spare one included
	spare uint64 // the spare bits of a word
	width int    // words of a member
	words []uint64
}

func newRanking(members, objectives int) *ranking {
	r := new(ranking)
	r.clear(members, objectives)
	return r
}

// clear makes all ranks 0.
func (r *ranking) clear(members, objectives int) {
	r.members, r.objectives = members, objectives
	switch {
	case members <= 1<<7:
		r.lane, r.spare = 8, 0x8080808080808080
	case members <= 1<<15:
		r.lane, r.spare = 16, 0x8000800080008000
	default:
		panic(fmt.Sprintf("mosa: BUG: %d members", members))
	}
	r.width = (objectives + 64/r.lane - 1) / (64 / r.lane)
	n := members * r.width
	r.words = slices.Grow(r.words[:0], n)[:n]
	clear(r.words)
}

// place says in which word of a member objective k is, and how far from the
// right.
func (r *ranking) place(k int) (word, shift int) {
	per := 64 / r.lane
	return k / per, k % per * r.lane
}

func (r *ranking) row(i int) []uint64 { return r.words[i*r.width : (i+1)*r.width] }

// at is the rank of member i under objective k.
func (r *ranking) at(i, k int) int {
	word, shift := r.place(k)
	return int(r.words[i*r.width+word] >> shift & (1<<(r.lane-1) - 1))
}

// set gives member i its rank under objective k, once.
func (r *ranking) set(i, k, rank int) {
	word, shift := r.place(k)
	r.words[i*r.width+word] |= uint64(rank) << shift
}

// count says under how many objectives a is better than b, and b than a: a
// difference of ranks leaves the spare bit where the first is not the smaller
// one.
func (r *ranking) count(a, b int) (less, more int) {
	ra, rb := r.row(a), r.row(b)
	for i, x := range ra {
		y := rb[i]
		less += bits.OnesCount64(r.spare &^ ((x | r.spare) - y))
		more += bits.OnesCount64(r.spare &^ ((y | r.spare) - x))
	}
	return less, more
}

// dominance is -1 if row a dominates row b, being less somewhere and more
// nowhere, 1 if b dominates a, else 0.
func dominance(a, b []uint64, spare uint64) int {
	var less, more uint64
	for i, x := range a {
		y := b[i]
		less |= spare &^ ((x | spare) - y)
		more |= spare &^ ((y | spare) - x)
		if less != 0 && more != 0 {
			return 0
		}
	}
	switch {
	case less != 0:
		return -1
	case more != 0:
		return 1
	}
	return 0
}
