package symexec

import (
	"slices"

	"nearmiss/input"
	"nearmiss/term"
)

// A Reader hears which pieces of the input the program compares with words.
// What the two sides are tells what the input has to have there: many programs
// copy pieces of their input and compare them as they are (Aschermann et al.,
// REDQUEEN, NDSS 2019, section III.A, input-to-state correspondence). The
// comparison itself need be no decision of the path: a piece of another length
// than the word never equals it.
type Reader interface {
	// Read tells of a comparison by the run, in order.
	Read(c Comparison)

	// Passed tells of a branch of rewritten code that the run takes, and of the
	// calls around it.
	Passed(branch uint32, calls uint64)
}

// A Piece is slots of one list of the input, one behind the other: each byte of
// a text depends on one of them and nothing else.
type Piece struct {
	First int // slot
	Len   int // 1 at least
}

// Comparison is a piece of the input beside a word.
type Comparison struct {
	Site  Site
	Calls uint64 // hash of the innermost calls around it
	How   How
	Piece Piece
	Text  string // of the piece, as it is compared under the witness
	Word  string // the other side; another piece of the input is one under the witness
}

// How says what of a piece a word is compared with.
type How uint8

const (
	Whole  How = iota // it is equal, or less
	Begin             // it begins with the word
	Finish            // it ends with it
	Within            // it contains it
)

// String names it.
func (h How) String() string { return [...]string{"whole", "begin", "finish", "within"}[h] }

// watched lists the functions whose two arguments are told of besides the
// comparisons that their code makes: it may find out by the lengths alone.
func watched(name string) (h How, ok bool) {
	switch name {
	case "strings.EqualFold", "bytes.EqualFold", "strings.Compare", "bytes.Compare":
		return Whole, true
	case "strings.HasPrefix", "bytes.HasPrefix", "strings.CutPrefix", "bytes.CutPrefix", "strings.TrimPrefix", "bytes.TrimPrefix":
		return Begin, true
	case "strings.HasSuffix", "bytes.HasSuffix", "strings.CutSuffix", "bytes.CutSuffix", "strings.TrimSuffix", "bytes.TrimSuffix":
		return Finish, true
	case "strings.Index", "bytes.Index", "strings.Cut", "bytes.Cut", "strings.Split", "bytes.Split", "strings.SplitN", "bytes.SplitN":
		return Within, true
	}
	return 0, false
}

// watch emits what tells of the arguments of a function that begins.
func (c *compiler) watch() {
	if h, ok := watched(c.fn.name); ok && c.m.opts.Reader != nil {
		second := 1
		if c.fn.ssa.Pkg.Pkg.Path() == "bytes" {
			second = 3
		}
		at := int32(c.fn.params)
		c.emit(instr{op: opWatch, a: at, b: at + int32(second), c: int32(second), f: uint8(h)})
	}
}

// watchCall tells of the arguments of a watched function.
func (m *machine) watchCall(r []cell, in *instr) {
	x, y := r[in.a], r[in.b]
	if in.c > 1 {
		x, y = m.textOfSlice(r[in.a:]), m.textOfSlice(r[in.b:])
	}
	m.read(How(in.f), x, y)
}

// textOfSlice is the bytes of a slice as a string under the witness; nothing is
// settled for it.
func (m *machine) textOfSlice(s []cell) cell {
	o, ok := s[0].r.(*object)
	n := m.wordUnderWitness(kInt64, s[1])
	if !ok || isUnknown(s[1]) || s[0].n+n > uint64(len(o.cells)) {
		return cell{}
	}
	return strOfCells(o.cells[s[0].n : s[0].n+n])
}

// read tells of the comparison of two texts.
func (m *machine) read(h How, x, y cell) {
	if !m.running || m.reporting || isUnknown(x) || isUnknown(y) || m.g.top().fn.standin {
		return
	}
	p, ok1 := m.pieceOf(x)
	q, ok2 := m.pieceOf(y)
	if !ok1 && !ok2 || p == q {
		return
	}
	c := Comparison{Site: m.here(), Calls: m.innermost(), How: h, Piece: p}
	c.Text, _ = m.textUnderWitness(x)
	c.Word, _ = m.textUnderWitness(y)
	if ok1 {
		m.opts.Reader.Read(c)
	}
	if c.Piece, c.Text, c.Word = q, c.Word, c.Text; ok2 && h == Whole {
		m.opts.Reader.Read(c)
	}
}

// mostCalls is how many calls around a place tell it from others. A parser has
// few of them from what it reads to the rule that asked for it, and with all of
// them no two depths of a recursion would be the same.
const mostCalls = 4

// innermost is a hash of the innermost calls.
func (m *machine) innermost() (h uint64) {
	list := m.g.frames[:len(m.g.frames)-1]
	for _, f := range list[max(0, len(list)-mostCalls):] {
		h = (h + uint64(f.number())) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// pieceOf is the piece of the input that a text is.
func (m *machine) pieceOf(c cell) (p Piece, ok bool) {
	room, n := textRoom(c), 0
	switch o := c.r.(type) {
	case nil:
		return Piece{}, false
	case *open:
		n = int(m.wordUnderWitness(kInt64, cell{r: o.length}))
	case *str:
		n = strLen(c)
	default:
		return Piece{}, false
	}
	for i := range n {
		t, _ := byteAt(room, i).r.(*term.Term)
		if t == nil {
			return Piece{}, false
		}
		s := t.Slots()
		if len(s) != 1 || i > 0 && int(s[0]) != p.First+i {
			return Piece{}, false
		}
		if i == 0 {
			p.First = int(s[0])
		}
	}
	p.Len = n
	return p, n > 0
}

// readKeys tells of a key of a map beside those that are there.
func (m *machine) readKeys(h *hashmap, t *rtype, key []cell) {
	if h == nil || t.kind != kString {
		return
	}
	for i := range h.entries {
		if e := &h.entries[i]; !e.deleted {
			m.read(Whole, key[0], e.key[0])
		}
	}
}

// SlotsOf returns the slots of the words of an input, by word.
func (e *Executor) SlotsOf(v input.Vector) ([]int, error) {
	slots := make([]int, len(v))
	e.first = slices.Grow(e.first[:0], len(e.shape.first))[:len(e.shape.first)]
	return slots, e.shape.read(e.first, v, slots)
}
