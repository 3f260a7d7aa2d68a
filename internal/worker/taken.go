package worker

import (
	"maps"
	"slices"

	"nearmiss/internal/probe"
)

// taken counts the runs of a search job that take each branch, up to two: the parent estimates from
// the branches that a single run took how many are still to come (Good 1953). A branch is armed for
// the count of its second run only, which changes nothing else in the search.
type taken struct {
	often   map[uint32]bool // branches that need no count
	runs    map[uint32]int
	waiting map[uint32]bool // armed for the count alone
}

func newTaken(often []uint32) taken {
	t := taken{map[uint32]bool{}, map[uint32]int{}, map[uint32]bool{}}
	for _, b := range often {
		t.often[b] = true
	}
	return t
}

// count counts a run, and returns the branches that were not armed for the count alone.
func (t *taken) count(fresh []probe.Branch) (news []probe.Branch) {
	for _, b := range fresh {
		if t.runs[b]++; !t.waiting[b] {
			news = append(news, b)
		}
		delete(t.waiting, b)
	}
	return news
}

// await arms the branches that a single run has taken.
func (t *taken) await(branches []probe.Branch) {
	for _, b := range branches {
		if t.runs[b] == 1 && !t.often[b] {
			t.waiting[b] = true
			probe.Arm(b)
		}
	}
}

// lists returns the branches that one run has taken, and those that several have, without those that
// need no count.
func (t *taken) lists() (once, again []uint32) {
	for _, b := range slices.Sorted(maps.Keys(t.runs)) {
		switch {
		case t.often[b]:
		case t.runs[b] == 1:
			once = append(once, b)
		default:
			again = append(again, b)
		}
	}
	return once, again
}
