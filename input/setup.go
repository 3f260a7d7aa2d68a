package input

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Setup ranks how unusual the values of an input are, the best rank first. Of two inputs that make
// a function panic, the one with the lower rank points more likely to a fault of the function.
type Setup uint8

const (
	Plain       Setup = iota // no value is unusual
	NilInput                 // a parameter, an element of a parameter or an argument of a constructor is a nil pointer, interface, function or channel
	RawLiteral               // a value is not known to be legal: see FirstIllegal
	NilReceiver              // the receiver is nil, and methods panic on nil by convention
	NumSetups
)

// String returns the text that a report adds behind a call.
func (s Setup) String() string {
	return [...]string{"", "nil argument", "only in a state that no call made", "nil receiver", "?"}[min(s, NumSetups)]
}

// SetupOf returns the worst setup of the inputs in v.
func SetupOf(sig *Signature, v Vector) Setup {
	w := setups{reader: reader{vec: v}}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type, 2)
		if i == 0 && sig.Recv != nil && isNil(sig.Recv.Type, v) {
			w.recordWorst(NilReceiver)
		}
	}
	return w.worst
}

// isNil reports whether the value at the start of v is a nil pointer or the alternative "nil" of
// a Choice.
func isNil(t *Type, v Vector) bool {
	if p, v := t.pointed(v); p != nil {
		return wordAt(v, 0) == 0
	}
	if word := wordAt(v, 0); t.Kind == Choice {
		return word < uint64(len(t.Alts)) && t.Alts[word].Name == "nil"
	}
	return false
}

// A setups walks over the values of an input and finds the worst Setup among them.
type setups struct {
	reader
	worst        Setup
	firstIllegal *Type // type of the first value that is not known to be legal, nil if there is none
	setsFields   bool  // a literal sets an unexported field
}

func (w *setups) recordWorst(s Setup) { w.worst = max(w.worst, s) }

// value walks one value. A nil counts only within the given number of outer levels: deeper nil
// pointers end lists and trees.
func (w *setups) value(typ *Type, outer int) {
	switch typ.Kind {
	case Complex:
		w.pos += 2
	case String:
		n := w.next()
		w.pos += int(min(n, uint64(len(w.vec))))
	case Slice, Map:
		n := w.next()
		for i := uint64(1); i < n && w.pos < len(w.vec); i++ {
			if typ.Kind == Map {
				w.value(typ.Key, 0)
			}
			w.value(typ.Elem, outer-1)
		}
	case Array:
		for range typ.Len {
			w.value(typ.Elem, outer-1)
		}
	case Pointer:
		if w.next() != 0 {
			w.value(typ.Elem, 0)
		} else if outer > 0 {
			w.recordWorst(NilInput)
		}
	case Struct:
		w.fields(typ)
	case Choice:
		w.choice(typ, outer)
	default:
		w.pos++
	}
}

func (w *setups) fields(t *Type) {
	for i, f := range t.Fields {
		from := w.pos
		w.value(f.Type, 0)
		if w.areZero(from) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(f.Name); !unicode.IsUpper(first) {
			w.setsFields = true
		}
		if t.packageOnly(i) {
			w.noteIllegal(t)
		}
	}
}

// areZero reports whether the words between from and the current position are zero.
func (w *setups) areZero(from int) bool {
	end := min(w.pos, len(w.vec))
	return !slices.ContainsFunc(w.vec[min(from, end):end], func(x uint64) bool { return x != 0 })
}

// noteIllegal records that a value of type t is not known to be legal.
func (w *setups) noteIllegal(t *Type) {
	w.recordWorst(RawLiteral)
	w.firstIllegal = cmp.Or(w.firstIllegal, t)
}

func (w *setups) choice(typ *Type, outer int) {
	i := w.next()
	if i >= uint64(len(typ.Alts)) {
		return
	}
	alt := &typ.Alts[i]
	if alt.Name == "nil" && outer > 0 {
		w.recordWorst(NilInput)
	}
	inner := 0
	switch {
	case alt.RunsCode && outer > 0:
		inner = 1
	case len(alt.Fields) == 1 && alt.Fields[0].Name == "value":
		inner = outer // an interface that holds the value
	}
	from := w.pos
	for _, f := range alt.Fields {
		w.value(f.Type, inner)
	}
	switch {
	case alt.Raw && w.areZero(from):
		w.noteIllegal(typ)
	case alt.Name == "literal" && len(alt.Fields) == 1 && w.firstIllegal == alt.Fields[0].Type:
		w.firstIllegal = typ
	}
	if alt.Steps != nil {
		w.value(alt.Steps, outer) // a nil argument of a step counts
	}
}
