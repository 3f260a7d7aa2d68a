package dse

import (
	"strings"

	"nearmiss/symexec"
)

// A readingRecorder records the comparisons of pieces of the input, and whether the run took a
// branch in a calling context, or directly after another branch, for the first time. It implements
// symexec.Reader.
type readingRecorder struct {
	function   *Function
	seenEvents map[uint64]bool // hashes of the events of all runs
	lastBranch uint32          // the branch that the run took last
	timesTaken map[uint32]int  // number of times that the current run took each branch
	maxTimes   map[uint32]int  // largest number of times that any run took each branch, rounded up by nextMaximum
	reading    Reading
}

func (n *readingRecorder) reset() {
	n.lastBranch, n.reading, n.timesTaken = 0, Reading{}, map[uint32]int{}
	if n.maxTimes == nil {
		n.maxTimes = map[uint32]int{}
	}
}

// ObserveBranch implements symexec.Reader.
func (n *readingRecorder) ObserveBranch(branch uint32, calls uint64) {
	n.recordEvent(mix(calls, uint64(branch)))
	n.recordEvent(mix(uint64(n.lastBranch)<<1|1, uint64(branch)))
	n.lastBranch = branch
	n.timesTaken[branch]++
	if most := n.maxTimes[branch]; n.timesTaken[branch] > most {
		n.maxTimes[branch], n.reading.NewMaximum = nextMaximum(most), true
	}
}

// nextMaximum returns the maximum that a count above the maximum n sets: n+1 below four, 2n from four on.
func nextMaximum(n int) int {
	if n < 4 {
		return n + 1
	}
	return 2 * n
}

func (n *readingRecorder) recordEvent(e uint64) {
	if !n.seenEvents[e] {
		n.seenEvents[e], n.reading.NewEvent = true, true
	}
}

// ObserveComparison implements symexec.Reader.
func (n *readingRecorder) ObserveComparison(comparison symexec.Comparison) {
	place := n.function.places[comparison.Piece.First]
	if place.List == 0 || place.Offset > 0 || n.function.lists[place.List].multiWord {
		return
	}
	compared := Compared{List: place.List, Index: place.Index, Len: comparison.Piece.Len, Key: mix(comparison.Calls, uint64(comparison.Site.At))}
	compared.From, compared.To = compared.Index, compared.Index+compared.Len
	switch comparison.Match {
	case symexec.MatchPrefix:
		compared.To = compared.Index + min(compared.Len, len(comparison.Other))
		compared.Holds = strings.HasPrefix(comparison.Text, comparison.Other)
	case symexec.MatchSuffix:
		compared.From = compared.To
		compared.Holds = strings.HasSuffix(comparison.Text, comparison.Other)
	case symexec.MatchSubstring:
		compared.From = compared.To
		compared.Holds = strings.Contains(comparison.Text, comparison.Other)
	case symexec.MatchWhole:
		compared.Holds = comparison.Text == comparison.Other
	}
	for _, b := range []byte(comparison.Other) {
		compared.Word = append(compared.Word, uint64(b))
		compared.Key = mix(compared.Key, uint64(b))
	}
	n.reading.Compared = append(n.reading.Compared, compared)
}

// mix hashes a word into a hash.
func mix(h, word uint64) uint64 {
	const prime = 0x9e3779b97f4a7c15
	h = (h ^ (word + 1)) * prime
	return h ^ h>>29
}
