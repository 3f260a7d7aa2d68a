package symexec

import (
	"slices"

	"nearmiss/input"
	"nearmiss/term"
)

// A Reader receives the pieces of the input that the program compares with words, which are texts
// here and not machine words. The other side of such a comparison is a candidate for the piece: many
// programs copy pieces of their input and compare them unchanged (Aschermann et al., REDQUEEN, NDSS
// 2019, section III.A, input-to-state correspondence). The comparison need not be a decision of the
// path: that of a piece with a word of another length has only one outcome.
type Reader interface {
	// ObserveComparison receives a comparison. Calls come in the order of the run.
	ObserveComparison(c Comparison)

	// ObserveBranch receives a branch of rewritten code that the run takes, and the hash of the
	// innermost calls around it, comparable with Comparison.Calls.
	ObserveBranch(branch uint32, calls uint64)
}

// A Piece is a range of consecutive slots of one list of the input. Each byte of the compared
// text depends on exactly one of the slots.
type Piece struct {
	First int // first slot
	Len   int // number of slots, at least 1
}

// Comparison is a comparison of a piece of the input with a word.
type Comparison struct {
	Site  Site
	Calls uint64    // hash of the innermost enclosing calls
	Match MatchKind // which part of the piece is compared
	Piece Piece
	Text  string // the side of the comparison that is the piece, under the witness
	Other string // the other side of the comparison, under the witness
}

// MatchKind is the way in which a piece is compared with a word.
type MatchKind uint8

const (
	MatchWhole     MatchKind = iota // equality or order of the whole piece
	MatchPrefix                     // prefix test
	MatchSuffix                     // suffix test
	MatchSubstring                  // substring test
)

func (h MatchKind) String() string { return [...]string{"whole", "prefix", "suffix", "substring"}[h] }

// comparesTexts reports whether the two arguments of a function are passed to the Reader. Its code
// may make no comparison of texts, for example when the lengths differ.
func comparesTexts(name string) (h MatchKind, ok bool) {
	switch name {
	case "strings.EqualFold", "bytes.EqualFold", "strings.Compare", "bytes.Compare":
		return MatchWhole, true
	case "strings.HasPrefix", "bytes.HasPrefix", "strings.CutPrefix", "bytes.CutPrefix", "strings.TrimPrefix", "bytes.TrimPrefix":
		return MatchPrefix, true
	case "strings.HasSuffix", "bytes.HasSuffix", "strings.CutSuffix", "bytes.CutSuffix", "strings.TrimSuffix", "bytes.TrimSuffix":
		return MatchSuffix, true
	case "strings.Index", "bytes.Index", "strings.Cut", "bytes.Cut", "strings.Split", "bytes.Split", "strings.SplitN", "bytes.SplitN":
		return MatchSubstring, true
	}
	return 0, false
}

// watch emits opWatch at the begin of a watched function.
func (c *compiler) watch() {
	if h, ok := comparesTexts(c.fn.name); ok {
		second := 1
		if c.fn.ssa.Pkg.Pkg.Path() == "bytes" {
			second = 3
		}
		at := int32(c.fn.params)
		c.emit(instr{op: opWatch, a: at, b: at + int32(second), c: int32(second), f: uint8(h)})
	}
}

// watchCall passes the arguments of a watched function to the Reader, if there is one.
func (m *machine) watchCall(r []cell, in *instr) {
	if m.opts.Reader == nil {
		return
	}
	x, y := r[in.a], r[in.b]
	if in.c > 1 {
		x, y = m.textOfSlice(r[in.a:]), m.textOfSlice(r[in.b:])
	}
	m.reportComparison(MatchKind(in.f), x, y)
}

// textOfSlice returns the bytes of the slice s as a string, as many as its length under the witness.
// It settles nothing. If the memory of the slice is not known, the string is empty.
func (m *machine) textOfSlice(s []cell) cell {
	o, ok := s[0].r.(*object)
	n := m.wordUnderWitness(kInt64, s[1])
	if !ok || isUnknown(s[1]) || s[0].n+n > uint64(len(o.cells)) {
		return cell{}
	}
	return strOfCells(o.cells[s[0].n : s[0].n+n])
}

// reportComparison passes the comparison of two texts to the Reader.
func (m *machine) reportComparison(match MatchKind, x, y cell) {
	if !m.running || m.reporting || isUnknown(x) || isUnknown(y) || m.current.top().fn.standin {
		return
	}
	p, ok1 := m.pieceOf(x)
	q, ok2 := m.pieceOf(y)
	if !ok1 && !ok2 || p == q {
		return
	}
	c := Comparison{Site: m.currentSite(), Calls: m.callsHash(), Match: match, Piece: p}
	c.Text, _ = m.textUnderWitness(x)
	c.Other, _ = m.textUnderWitness(y)
	if ok1 {
		m.opts.Reader.ObserveComparison(c)
	}
	if c.Piece, c.Text, c.Other = q, c.Other, c.Text; ok2 && match == MatchWhole {
		m.opts.Reader.ObserveComparison(c)
	}
}

// maxHashedCalls is the number of innermost calls that distinguish one place from another. A parser
// has few calls between reading a token and the grammar rule that needs the token; a hash of all
// calls would differ at each depth of a recursion.
const maxHashedCalls = 4

// callsHash returns a hash of the innermost calls.
func (m *machine) callsHash() (h uint64) {
	list := m.current.frames[:len(m.current.frames)-1]
	for _, f := range list[max(0, len(list)-maxHashedCalls):] {
		h = (h + uint64(f.instructionNumber())) * hashMultiplier
		h ^= h >> 29
	}
	return h
}

// pieceOf returns the piece of the input that a text is a copy of.
func (m *machine) pieceOf(c cell) (piece Piece, ok bool) {
	room, count := fullText(c), 0
	switch o := c.r.(type) {
	case nil:
		return Piece{}, false
	case *openStr:
		count = int(m.wordUnderWitness(kInt64, cell{r: o.length}))
	case *str:
		count = strLen(c)
	default:
		return Piece{}, false
	}
	for i := range count {
		t, _ := byteAt(room, i).r.(*term.Term)
		if t == nil {
			return Piece{}, false
		}
		s := t.Slots()
		if len(s) != 1 || i > 0 && int(s[0]) != piece.First+i {
			return Piece{}, false
		}
		if i == 0 {
			piece.First = int(s[0])
		}
	}
	piece.Len = count
	return piece, count > 0
}

// readKeys passes the comparison of a map key with each key in the map to the Reader.
func (m *machine) readKeys(h *hashmap, t *rtype, key []cell) {
	if h == nil || t.kind != kString {
		return
	}
	for i := range h.entries {
		if e := &h.entries[i]; !e.deleted {
			m.reportComparison(MatchWhole, key[0], e.key[0])
		}
	}
}

// SlotsOf returns the slots of the words of an input, by word.
func (e *Executor) SlotsOf(v input.Vector) ([]int, error) {
	slots := make([]int, len(v))
	e.firstBuffer = slices.Grow(e.firstBuffer[:0], len(e.shape.firstWords))[:len(e.shape.firstWords)]
	return slots, e.shape.readInput(e.firstBuffer, v, slots)
}
