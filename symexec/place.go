package symexec

import "nearmiss/input"

// Place is where the value of a slot stands in the input.
type Place struct {
	List  int // the innermost string, slice or map around it, by number; 0 for none
	Index int // in that list; of the word, if there is none
	Len   int // of that list
}

// Places returns the places of the slots, by slot.
func (e *Executor) Places() []Place {
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
		p := Place{Index: x.Off, Len: len(v)}
		if n := len(around); n > 0 {
			l := &around[n-1]
			p = Place{l.number, (x.Off - l.begin) * l.len / (l.end - l.begin), l.len}
		}
		places[x.Off] = p
		if x.Role == input.RoleLen && x.End > x.Off+1 {
			n := int(v[x.Off])
			if x.Type.Kind != input.String {
				n--
			}
			lists++
			around = append(around, list{lists, x.Off + 1, x.End, n})
		}
	}
	return places
}

// list is a string, slice or map of the input.
type list struct {
	number     int
	begin, end int // words
	len        int // elements
}
