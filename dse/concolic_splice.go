package dse

import (
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

var _ Reader = (*ConcolicProgram)(nil)

// A notebook keeps what a run compared pieces of its input with, and whether it
// took a branch in a calling context, or one right after another one, for the
// first time. It implements symexec.Reader.
type notebook struct {
	p      *ConcolicProgram
	seen   map[uint64]bool // in all runs
	recent [1 << 10]uint64 // some of that
	last   uint32          // branch
	often  []often         // by branch
	run    uint32
	r      Reading
}

// comparedBlock is how many comparisons there is room for at once, of one run or many.
const comparedBlock = 32

// begin begins a run. What the last one has compared stays where it is.
func (n *notebook) begin() {
	n.last = 0
	n.run++
	n.r.News, n.r.Often, n.r.Compared = false, false, n.r.Compared[len(n.r.Compared):]
}

// Passed implements symexec.Reader.
func (n *notebook) Passed(branch uint32, calls uint64) {
	n.event(below(calls, int(branch)))
	n.event(below(uint64(n.last)<<1|1, int(branch)))
	n.last = branch
	n.count(branch)
}

// often is how often a branch was taken: in a run, and by all runs the most, as a power of two.
type often struct{ run, times, most uint32 }

// count counts a branch.
func (n *notebook) count(branch uint32) {
	if more := int(branch) + 1 - len(n.often); more > 0 {
		n.often = append(n.often, make([]often, more)...)
	}
	o := &n.often[branch]
	if o.run != n.run {
		o.run, o.times = n.run, 0
	}
	if o.times++; o.times > o.most {
		n.r.Often = true
		o.most = next(o.most)
	}
}

// next is the next power of two, but that each number up to four counts.
func next(n uint32) uint32 {
	if n < 4 {
		return n + 1
	}
	return 2 * n
}

func (n *notebook) event(e uint64) {
	if at := &n.recent[e%uint64(len(n.recent))]; *at != e {
		*at = e
		if !n.seen[e] {
			n.seen[e], n.r.News = true, true
		}
	}
}

// Read implements symexec.Reader.
func (n *notebook) Read(c symexec.Comparison) {
	at := n.p.places()[c.Piece.First]
	if at.List == 0 || at.Offset > 0 || n.p.lists[at.List].wide {
		return
	}
	d := Compared{List: at.List, At: at.Index, Len: c.Piece.Len, Key: below(c.Calls, c.Site.At)}
	d.From, d.To = d.At, d.At+d.Len
	switch c.How {
	case symexec.Begin:
		d.To = d.At + min(d.Len, len(c.Word))
		d.Holds = strings.HasPrefix(c.Text, c.Word)
	case symexec.Finish:
		d.From = d.To
		d.Holds = strings.HasSuffix(c.Text, c.Word)
	case symexec.Within:
		d.From = d.To
		d.Holds = strings.Contains(c.Text, c.Word)
	case symexec.Whole:
		d.Holds = c.Text == c.Word
	}
	d.Word = make([]uint64, len(c.Word))
	for i := range d.Word {
		d.Word[i] = uint64(c.Word[i])
		d.Key = below(d.Key, int(d.Word[i]))
	}
	if len(n.r.Compared) == cap(n.r.Compared) {
		n.r.Compared = slices.Grow(n.r.Compared, comparedBlock)
	}
	n.r.Compared = append(n.r.Compared, d)
}

// A listing is what is known of a list of the input.
type listing struct {
	slot  int  // of its length
	more  int  // what that has besides the number of elements
	room  int  // elements
	wide  bool // its elements have more words than one, or none
	fixed bool // the word of its length has the number of its slot
}

// places are those of the slots.
func (p *ConcolicProgram) places() []symexec.Place {
	if p.placed == nil {
		p.placed = p.executor.Places()
		p.lists, p.stands = map[int]*listing{}, make([]Place, len(p.placed))
		for slot, at := range p.placed {
			if p.stands[slot] = (Place{List: at.List, Index: at.Index}); at.Begins > 0 {
				p.stands[slot] = Place{List: at.Begins, Length: true}
			}
			if at.Begins > 0 {
				p.lists[at.Begins] = &listing{slot: slot, room: at.Room, more: at.More, fixed: at.Fixed}
			}
			if l := p.lists[at.List]; l != nil && (at.Offset > 0 || at.Begins > 0) {
				l.wide = true
			}
		}
	}
	return p.placed
}

// Reading implements dse.Reader.
func (p *ConcolicProgram) Reading() *Reading { return &p.notes.r }

// Place implements dse.Reader.
func (p *ConcolicProgram) Place(slot int) Place {
	p.places()
	return p.stands[slot]
}

// find finds the length of a list in an input.
func (p *ConcolicProgram) find(in input.Vector, list int) (l *listing, pos, n int) {
	p.places()
	if l = p.lists[list]; l == nil || l.wide {
		return nil, 0, 0
	}
	if pos = l.slot; !l.fixed {
		pos = slices.Index(p.slotsOf(in), l.slot)
	}
	if pos < 0 || pos >= len(in) {
		return nil, 0, 0
	}
	return l, pos, max(0, int(in[pos])-l.more)
}

// slotsOf remembers the slots of the last input: of one, several lists are asked for.
func (p *ConcolicProgram) slotsOf(in input.Vector) []int {
	return p.located.of(in, func() []int {
		slots, err := p.executor.SlotsOf(in)
		if err != nil {
			return nil
		}
		return slots
	})
}

// Elements implements dse.Reader.
func (p *ConcolicProgram) Elements(in input.Vector, list int) []uint64 {
	l, pos, n := p.find(in, list)
	if l == nil {
		return nil
	}
	return in[pos+1 : pos+1+n]
}

// Splice implements dse.Reader.
func (p *ConcolicProgram) Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector {
	l, pos, n := p.find(in, list)
	if l == nil || from < 0 || from > to || to > n || n-(to-from)+len(with) > l.room {
		return nil
	}
	at := pos + 1
	out := slices.Concat(in[:at+from], with, in[at+to:])
	out[pos] = uint64(n - (to - from) + len(with) + l.more)
	return out
}

// Wants implements dse.Reader.
func (p *ConcolicProgram) Wants(clause *term.Term) (list, elements int) {
	word, least := longer(clause, false)
	if word == nil {
		return 0, 0
	}
	at := p.places()[word.Bits]
	return at.Begins, max(0, int(least)-at.More)
}
