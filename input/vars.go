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
	w := walker{vars: dst, vec: vec, limits: &s.Limits, returns: s.newReturnCounts()}
	pos := 0
	for i := range s.Sig.Inputs() {
		pos = w.walk(s.Sig.Input(i).Type, pos)
	}
	return w.vars
}

// Var returns the variable of word off of vec, as Vars lists it. It does not list the other
// variables, unless an Earlier depends on them. It allocates nothing if buf has some room.
func (s *Space) Var(buf []Var, vec Vector, off int) Var {
	w := walker{vars: buf[:0], vec: vec, limits: &s.Limits, returns: s.newReturnCounts(), single: !s.Sig.Shares, off: off}
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

// A walker lists the variables of a vector.
type walker struct {
	vars    []Var
	vec     Vector
	place   Place
	limits  *Limits
	returns *returnCounts
	single  bool // only the variable at index off and the variables around it are listed
	off     int
}

func (w *walker) walk(typ *Type, pos int) int {
	if w.single {
		if end := Skip(typ, w.vec, pos); w.off < pos || w.off >= end {
			return end
		}
	}
	variable := Var{Off: pos, End: pos + 1, Type: typ, Place: w.place}
	switch typ.Kind {
	case Bool:
		variable.Role, variable.Hi = RoleBool, 1
	case Int, Uint:
		variable.setIntDomain(w.limits.Modest && isModest(typ, wordAt(w.vec, pos)))
	case Earlier:
		variable.Role, variable.Hi = RoleUint, uint64(max(w.returns.count(typ), 1)-1)
	case Float:
		variable.Role = RoleFloat
		variable.Lo, variable.Hi = typ.bounds(w.limits.Finite)
	case Complex:
		variable.Role = RoleFloat
		variable.Lo, variable.Hi = typ.bounds(w.limits.Finite)
		w.vars = append(w.vars, variable)
		variable.Off, variable.End = pos+1, pos+2
	case String:
		return w.text(variable)
	case Struct:
		for i := range typ.Fields {
			from := len(w.vars)
			if pos = w.walk(typ.Fields[i].Type, pos); w.limits.Legal && typ.packageOnly(i) {
				w.fixWords(from)
			}
		}
		return pos
	case Array:
		w.place.each(typ, 0, func(part *Type) { pos = w.walk(part, pos) })
		return pos
	default:
		return w.shape(variable)
	}
	w.vars = append(w.vars, variable)
	return variable.End
}

// text lists the variables of a string: its length and its bytes.
func (w *walker) text(variable Var) int {
	variable.Role, variable.Hi, variable.End = RoleLen, uint64(w.limits.Len), skipBytes(w.vec, variable.Off)
	w.vars = append(w.vars, variable)
	from, end := variable.Off+1, variable.End
	to := end
	if w.single {
		from, to = max(from, w.off), w.off+1
	}
	variable.Role, variable.Item = RoleByte, true
	variable.Lo, variable.Hi = variable.Type.bounds(false)
	for variable.Off = from; variable.Off < to; variable.Off++ {
		variable.End = variable.Off + 1
		w.vars = append(w.vars, variable)
	}
	return end
}

// shape walks the kinds with a first word that decides how many parts follow.
func (w *walker) shape(variable Var) int {
	typ, pos, i := variable.Type, variable.Off+1, len(w.vars)
	n := wordAt(w.vec, variable.Off)
	switch typ.Kind {
	case Slice, Map:
		variable.Role, variable.Hi = RoleLen, uint64(w.limits.maxLen(variable.Place))+1
	case Pointer:
		variable.Role, variable.Hi = RoleNil, 1
	case Choice:
		variable.Role, variable.Hi = RoleAlt, w.returns.unlessKey(variable.Key).lastMakeable(typ)
	default:
		panic("input: BUG: " + typ.Kind.String() + " is not an input")
	}
	if variable.Depth >= w.limits.Depth {
		variable.Hi = 0
	}
	w.vars = append(w.vars, variable)
	w.place.each(typ, n, func(part *Type) { pos = w.walk(part, pos) })
	if typ.Kind == Choice {
		w.returns.unlessKey(variable.Key).add(typ.alt(n))
	}
	w.vars[i].End = pos
	return pos
}

// fixWords restricts the variables from an index on to their current words.
func (w *walker) fixWords(index int) {
	for i := index; i < len(w.vars); i++ {
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

// setIntDomain sets the domain of an integer: all values of its type, or if modest is set those
// that Limits.Modest permits.
func (v *Var) setIntDomain(modest bool) {
	v.Role = RoleInt
	if v.Type.Kind == Uint {
		v.Role = RoleUint
	}
	v.Lo, v.Hi = v.Type.bounds(false)
	if !modest {
		return
	}
	if v.Hi = uintMax(modestBits); v.Role == RoleInt {
		lo, hi := intBounds(modestBits)
		v.Lo, v.Hi = uint64(lo), uint64(hi)
	}
}

// isModest reports whether t is an integer of more than 16 bits without a domain, and w a value
// that Limits.Modest permits.
func isModest(t *Type, w uint64) bool {
	if t.Bits <= 16 || t.Domain != nil {
		return false
	}
	if t.Kind == Uint {
		return w <= uintMax(modestBits)
	}
	lo, hi := intBounds(modestBits)
	return lo <= int64(w) && int64(w) <= hi
}
