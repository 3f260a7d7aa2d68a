package term

// Value is the value of a term.
type Value struct {
	Bits  uint64   // value of a scalar, as in Term.Bits
	Str   string   // value of a String
	Elems []uint64 // elements of an Array, each as in Term.Bits
	Nil   bool     // the Array is a nil slice
}

// Env returns the value of a slot. ok is false if the slot is undefined.
type Env func(slot int) (Value, bool)

// Eval computes t. ok is false if t is undefined.
func Eval(t *Term, env Env) (Value, bool) { return singleUse(env).value(t) }

func length(v Value, s Sort) int {
	if s.Kind == String {
		return len(v.Str)
	}
	return len(v.Elems)
}

func inRange(i uint64, s Sort, n int) bool {
	return (s.Kind == Uint || int64(i) >= 0) && i <= uint64(n)
}

func index(v Value, s Sort, i uint64, is Sort) (uint64, bool) {
	n := length(v, s)
	if n == 0 || !inRange(i, is, n-1) {
		return 0, false
	}
	if s.Kind == String {
		return uint64(v.Str[i]), true
	}
	return v.Elems[i], true
}

func substr(v Value, t *Term, lo, hi uint64) (Value, bool) {
	s := t.Args[0].Sort
	if !inRange(hi, t.Args[2].Sort, length(v, s)) || !inRange(lo, t.Args[1].Sort, int(hi)) {
		return Value{}, false
	}
	if s.Kind == String {
		return Value{Str: v.Str[lo:hi]}, true
	}
	return Value{Elems: v.Elems[lo:hi], Nil: v.Nil}, true
}
