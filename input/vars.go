package input

import (
	"math"
	"slices"
	"strconv"
)

// Role is the meaning of one word of a vector.
type Role uint8

const (
	RoleBool  Role = iota // 0 or 1
	RoleInt               // a signed integer
	RoleUint              // an unsigned integer
	RoleFloat             // a float, or half of a complex number
	RoleByte              // a byte of a string
	RoleLen               // the length of a string (n), slice or map (nil is 0, else n+1)
	RoleNil               // a pointer: 0 is nil, 1 is not
	RoleAlt               // the index of a Choice's alternative
)

var roleNames = [...]string{"bool", "int", "uint", "float", "byte", "len", "nil", "alt"}

func (r Role) String() string { return roleNames[r] }

// Var is one variable of a vector: a word with a domain.
type Var struct {
	Off  int // index of the word
	End  int // index behind the value that begins with the word: Off+1, or behind the elements
	Role Role
	Type *Type // the type of the word; for a byte, the type of the string
	Place
	Lo uint64 // least word of the domain, encoded by Role: int64 bits, uint64 or float64 bits
	Hi uint64 // greatest word of the domain, encoded like Lo
}

// Shape reports whether a change of v may change the layout of the vector.
func (v *Var) Shape() bool { return v.Role >= RoleLen || v.Key }

// Precision returns the number of decimals of the smallest move of v.
func (v *Var) Precision() int {
	if v.Role == RoleFloat {
		return decimals
	}
	return 0
}

// Vars appends the variables of vec to dst, in order of their words. It allocates nothing if dst
// has room.
func (s *Space) Vars(dst []Var, vec Vector) []Var {
	w := walker{vars: dst, vec: vec, lim: &s.Limits, made: s.returned()}
	pos := 0
	for i := range s.Sig.Inputs() {
		pos = w.walk(s.Sig.Input(i).Type, pos)
	}
	return w.vars
}

// Var returns the variable of word off of vec, as Vars lists it. It does not list the other
// variables, unless an Earlier depends on them. It allocates nothing if buf has some room.
func (s *Space) Var(buf []Var, vec Vector, off int) Var {
	w := walker{vars: buf[:0], vec: vec, lim: &s.Limits, made: s.returned(), one: !s.Sig.Shares, off: off}
	pos := 0
	for i := 0; i < s.Sig.Inputs() && pos <= off; i++ {
		pos = w.walk(s.Sig.Input(i).Type, pos)
	}
	for _, v := range slices.Backward(w.vars) {
		if v.Off == off {
			return v
		}
	}
	panic("input: BUG: no variable at word " + strconv.Itoa(off))
}

type walker struct {
	vars []Var
	vec  Vector
	at   Place
	lim  *Limits
	made *returned
	one  bool // only the variable of word off and the variables around it are wanted
	off  int
}

func (w *walker) walk(t *Type, pos int) int {
	if w.one {
		if end := Skip(t, w.vec, pos); w.off < pos || w.off >= end {
			return end
		}
	}
	v := Var{Off: pos, End: pos + 1, Type: t, Place: w.at}
	switch t.Kind {
	case Bool:
		v.Role, v.Hi = RoleBool, 1
	case Int, Uint:
		v.bound(w.lim.Modest && modest(t, wordAt(w.vec, pos)))
	case Earlier:
		v.Role, v.Hi = RoleUint, uint64(max(w.made.count(t), 1)-1)
	case Float:
		v.Role = RoleFloat
		v.Lo, v.Hi = t.bounds(w.lim.Finite)
	case Complex:
		v.Role = RoleFloat
		v.Lo, v.Hi = t.bounds(w.lim.Finite)
		w.vars = append(w.vars, v)
		v.Off, v.End = pos+1, pos+2
	case String:
		return w.text(v)
	case Struct:
		for i := range t.Fields {
			from := len(w.vars)
			if pos = w.walk(t.Fields[i].Type, pos); w.lim.Legal && t.own(i) {
				w.hold(from)
			}
		}
		return pos
	case Array:
		w.at.each(t, 0, func(part *Type) { pos = w.walk(part, pos) })
		return pos
	default:
		return w.shape(v)
	}
	w.vars = append(w.vars, v)
	return v.End
}

// text walks a string.
func (w *walker) text(v Var) int {
	v.Role, v.Hi, v.End = RoleLen, uint64(w.lim.Len), skipBytes(w.vec, v.Off)
	w.vars = append(w.vars, v)
	from, end := v.Off+1, v.End
	to := end
	if w.one {
		from, to = max(from, w.off), w.off+1
	}
	v.Role, v.Item = RoleByte, true
	v.Lo, v.Hi = v.Type.bounds(false)
	for v.Off = from; v.Off < to; v.Off++ {
		v.End = v.Off + 1
		w.vars = append(w.vars, v)
	}
	return end
}

// shape walks the kinds with a first word that decides how many parts follow.
func (w *walker) shape(v Var) int {
	t, pos, i := v.Type, v.Off+1, len(w.vars)
	n := wordAt(w.vec, v.Off)
	switch t.Kind {
	case Slice, Map:
		v.Role, v.Hi = RoleLen, uint64(w.lim.longest(v.Place))+1
	case Pointer:
		v.Role, v.Hi = RoleNil, 1
	case Choice:
		v.Role, v.Hi = RoleAlt, w.made.outside(v.Key).last(t)
	default:
		panic("input: BUG: " + t.Kind.String() + " is not an input")
	}
	if v.Depth >= w.lim.Depth {
		v.Hi = 0
	}
	w.vars = append(w.vars, v)
	w.at.each(t, n, func(part *Type) { pos = w.walk(part, pos) })
	if t.Kind == Choice {
		w.made.outside(v.Key).add(t.alt(n))
	}
	w.vars[i].End = pos
	return pos
}

// hold restricts the variables from index at on to their current words.
func (w *walker) hold(at int) {
	for i := at; i < len(w.vars); i++ {
		w.vars[i].Lo = wordAt(w.vec, w.vars[i].Off)
		w.vars[i].Hi = w.vars[i].Lo
	}
}

func floatDomain(bits int, finite bool) (lo, hi uint64) {
	f := math.Inf(1)
	if finite {
		f = floatBound(bits)
	}
	return math.Float64bits(-f), math.Float64bits(f)
}

// bound sets the domain of an integer.
func (v *Var) bound(small bool) {
	v.Role = RoleInt
	if v.Type.Kind == Uint {
		v.Role = RoleUint
	}
	v.Lo, v.Hi = v.Type.bounds(false)
	if !small {
		return
	}
	if v.Hi = uintMax(modestBits); v.Role == RoleInt {
		lo, hi := intBounds(modestBits)
		v.Lo, v.Hi = uint64(lo), uint64(hi)
	}
}

// modest reports whether t is an integer of more than 16 bits without a domain, and w a value
// that modest limits draw.
func modest(t *Type, w uint64) bool {
	if t.Bits <= 16 || t.Domain != nil {
		return false
	}
	if t.Kind == Uint {
		return w <= uintMax(modestBits)
	}
	lo, hi := intBounds(modestBits)
	return lo <= int64(w) && int64(w) <= hi
}
