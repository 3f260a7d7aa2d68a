package symexec

import (
	"strconv"

	"nearmiss/input"
	"nearmiss/term"
)

// A Variable describes a word in the layout of inputs (see Options.Bound).
type Variable struct {
	Name             string     // path of the word within the input, such as s.items[…].key; the same for all elements of a list
	Term             *term.Term // nil: the word is concrete
	Role             input.Role
	Type             *input.Type // type that the word belongs to
	Input            int         // index of the input in the signature
	LengthOffset     uint64      // for a length word: the word minus the number of elements
	MaxWord          uint64      // for a length word: the largest word
	InElement        bool        // the word is within an element of a list or an array
	FirstCounterpart int         // slot of the same word in the first elements of all lists and arrays around it
}

// elements stands for the index of an element in the name of a Variable.
const elements = "[…]"

// Variables returns the variables by slot: one for each word in the layout.
func (e *Executor) Variables() []Variable {
	layout := e.shape
	list := make([]Variable, len(layout.slots))
	index := 0 // input
	var walk func(p *part, name string, item bool)
	walk = func(p *part, name string, item bool) {
		for i := p.slot; i < p.slot+p.ownWords(); i++ {
			list[i] = Variable{Name: name, Term: layout.slots[i], Role: p.role, Type: p.typ, Input: index, LengthOffset: p.lengthOffset, MaxWord: p.maxWord, InElement: item}
		}
		for i, q := range p.inner {
			inner := name
			switch {
			case p.typ.Kind == input.Struct && i < len(p.typ.Fields):
				inner += "." + p.typ.Fields[i].Name
			case p.list && p.typ.Kind == input.Map && i%p.partsPerElement == 0:
				inner += "[key]"
			case p.list, p.typ.Kind == input.Array:
				inner += elements
			case p.byCalls:
				inner += "#" + strconv.Itoa(i)
			}
			walk(q, inner, item || p.list || p.typ.Kind == input.Array)
		}
	}
	for i, p := range layout.roots {
		index = i
		walk(p, e.sig.Input(i).Name, false)
	}
	for slot, p := range layout.places() {
		list[slot].FirstCounterpart = p.FirstCounterpart
	}
	return list
}
