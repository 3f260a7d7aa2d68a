package input

import (
	"slices"
	"strings"
)

// Setup says how far an input is from what a careful caller would pass, the
// better ones first. It decides which of two inputs that make a function
// panic says more.
type Setup uint8

const (
	Plain       Setup = iota
	NilInput          // a parameter or an element of one, or what a constructor is given, is a nil pointer, interface, function or channel
	RawLiteral        // fields that only the package may set were set at will, or a literal stands in for a constructor
	NilReceiver       // the receiver is nil, on which methods panic by convention
	NumSetups
)

// String says what a report adds behind a call.
func (s Setup) String() string {
	return [...]string{"", "nil argument", "only with a literal that no constructor makes", "nil receiver", "?"}[min(s, NumSetups)]
}

// SetupOf returns the worst setup of the inputs in v.
func SetupOf(sig *Signature, v Vector) Setup {
	w := setups{reader: reader{vec: v}}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type, 2)
		if i == 0 && sig.Recv != nil && isNil(sig.Recv.Type, v) {
			w.note(NilReceiver)
		}
	}
	return w.worst
}

// isNil reports whether the value at the start of v is a nil pointer, or what
// else is called nil.
func isNil(t *Type, v Vector) bool {
	if p, v := t.pointed(v); p != nil {
		return wordAt(v, 0) == 0
	}
	if word := wordAt(v, 0); t.Kind == Choice {
		return word < uint64(len(t.Alts)) && t.Alts[word].Name == "nil"
	}
	return false
}

type setups struct {
	reader
	worst Setup
}

func (w *setups) note(s Setup) { w.worst = max(w.worst, s) }

// value walks one value. Within outer levels a nil counts: further in, the
// ends of lists and trees are nil.
func (w *setups) value(t *Type, outer int) {
	switch t.Kind {
	case Complex:
		w.pos += 2
	case String:
		n := w.next()
		w.pos += int(min(n, uint64(len(w.vec))))
	case Slice, Map:
		n := w.next()
		for i := uint64(1); i < n && w.pos < len(w.vec); i++ {
			if t.Kind == Map {
				w.value(t.Key, 0)
			}
			w.value(t.Elem, outer-1)
		}
	case Array:
		for range t.Len {
			w.value(t.Elem, outer-1)
		}
	case Pointer:
		if w.next() != 0 {
			w.value(t.Elem, 0)
		} else if outer > 0 {
			w.note(NilInput)
		}
	case Struct:
		w.fields(t)
	case Choice:
		w.choice(t, outer)
	default:
		w.pos++
	}
}

func (w *setups) fields(t *Type) {
	public := exportedName(t.Go)
	for _, f := range t.Fields {
		from := w.pos
		w.value(f.Type, 0)
		words := w.vec[min(from, len(w.vec)):min(w.pos, len(w.vec))]
		if public && !exportedName(f.Name) && slices.ContainsFunc(words, func(x uint64) bool { return x != 0 }) {
			w.note(RawLiteral)
		}
	}
}

func (w *setups) choice(t *Type, outer int) {
	i := w.next()
	if i >= uint64(len(t.Alts)) {
		return
	}
	a := &t.Alts[i]
	switch {
	case a.Name == "nil" && outer > 0:
		w.note(NilInput)
	case a.Name != "nil" && a.Rare:
		w.note(RawLiteral)
	}
	inner := 0
	switch {
	case a.Runs && outer > 0:
		inner = 1
	case len(a.Fields) == 1 && a.Fields[0].Name == "value":
		inner = outer // an interface that holds it
	}
	for _, f := range a.Fields {
		w.value(f.Type, inner)
	}
	if a.Steps != nil {
		w.value(a.Steps, outer) // a nil that a call is given
	}
}

// exportedName reports whether the name at the end of a type's text begins
// with a capital letter.
func exportedName(s string) bool {
	s = s[strings.LastIndexAny(s, ".*]")+1:]
	return s != "" && 'A' <= s[0] && s[0] <= 'Z'
}
