package symexec

import "nearmiss/input"

// Place is where the value of a slot stands in the input.
type Place struct {
	List   int // the innermost string, slice or map around it, by number; 0 for none
	Index  int // the element of that list that it belongs to; of the word, if there is no list
	Len    int // elements of that list; with symbolic lengths, those that it has room for; words, if there is no list
	Offset int // slots of that element before it
	Begins int // of the word that is the length of a list: the number of the list; else 0
	Room   int // of such a word: as many elements as the list may have
	More   int // of such a word: what it has besides the number of elements

	Fixed bool // all inputs have the word, as the one with the number of the slot: all before it has one length
}

// Places returns the places of the slots, by slot. Without symbolic lengths
// Index and Offset are about right for elements of different numbers of words.
func (e *Executor) Places() []Place {
	if e.shape != nil {
		return e.shape.places()
	}
	v := e.opts.Vector
	space := input.NewSpace(e.sig, input.Limits{})
	places := make([]Place, len(v))
	var around []list
	lists := 0
	for _, x := range space.Vars(nil, v) {
		for len(around) > 0 && x.Off >= around[len(around)-1].end {
			around = around[:len(around)-1]
		}
		if x.Off >= len(v) {
			break
		}
		p := Place{Index: x.Off, Len: len(v), Fixed: true}
		if n := len(around); n > 0 {
			l := &around[n-1]
			p = Place{Fixed: true, List: l.number, Index: (x.Off - l.begin) * l.len / (l.end - l.begin), Len: l.len}
			p.Offset = x.Off - l.begin - p.Index*(l.end-l.begin)/l.len
		}
		if x.Role == input.RoleLen && x.End > x.Off+1 {
			n := int(v[x.Off])
			if x.Type.Kind != input.String {
				p.More = 1
				n--
			}
			lists++
			p.Begins, p.Room = lists, n
			around = append(around, list{lists, x.Off + 1, x.End, n})
		}
		places[x.Off] = p
	}
	return places
}

// places are those of the slots of a shape.
func (s *shape) places() []Place {
	places := make([]Place, len(s.slots))
	lists, fixed := 0, true
	var walk func(p *part, in Place, first int)
	walk = func(p *part, in Place, first int) {
		for i := p.slot; i < p.slot+p.own(); i++ {
			if places[i] = in; in.List == 0 {
				places[i].Index = i
			} else {
				places[i].Offset = i - first
			}
			places[i].Fixed = fixed
		}
		fixed = fixed && !p.list && !p.ptr && !p.made
		if p.list {
			lists++
			room := len(p.each) / p.per
			places[p.slot].Begins, places[p.slot].Room, places[p.slot].More = lists, room, int(p.more)
			in = Place{List: lists, Len: room}
		}
		for i, q := range p.each {
			if p.list {
				in.Index, first = i/p.per, p.each[i-i%p.per].slot
			}
			walk(q, in, first)
		}
	}
	for _, p := range s.roots {
		walk(p, Place{Len: len(s.slots)}, 0)
	}
	return places
}

// list is a string, slice or map of the input.
type list struct {
	number     int
	begin, end int // words
	len        int // elements
}
