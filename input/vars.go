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
	Off   int // index of the word
	End   int // index behind the value that begins with the word: Off+1, or behind the elements
	Role  Role
	Type  *Type  // the type of the word; for a byte, the type of the string
	Depth int    // nesting of pointers, slices, maps and choices
	Key   bool   // part of a map key: a change may move or merge entries
	Item  bool   // part of an element of a string, slice, array or map
	Text  bool   // an element of a []byte
	Steps bool   // the number of steps of a Choice; 1 means none, like 0
	Lo    uint64 // least word of the domain, encoded by Role: int64 bits, uint64 or float64 bits
	Hi    uint64 // greatest word of the domain, encoded like Lo
}

// Shape reports whether a change of v may change the layout of the vector.
func (v *Var) Shape() bool { return v.Role >= RoleLen || v.Key }

// Precision returns the number of decimals of the smallest move of v.
func (v *Var) Precision() int {
	if v.Role == RoleFloat {
		return Decimals
	}
	return 0
}

// Vars appends the variables of vec to dst, in order of their words. It allocates nothing if dst
// has room.
func (s *Space) Vars(dst []Var, vec Vector) []Var {
	w := walker{vars: dst, vec: vec, lim: s.Limits.withDefaults(), made: s.returned()}
	pos := 0
	for i := range s.Sig.Inputs() {
		pos = w.walk(s.Sig.Input(i).Type, pos, 0, false)
	}
	return w.vars
}

// Var returns the variable of word off of vec, as Vars lists it. It does not list the other
// variables, unless an Earlier depends on them. It allocates nothing if buf has some room.
func (s *Space) Var(buf []Var, vec Vector, off int) Var {
	w := walker{vars: buf[:0], vec: vec, lim: s.Limits.withDefaults(), made: s.returned(), one: !s.Sig.Shares, off: off}
	pos := 0
	for i := 0; i < s.Sig.Inputs() && pos <= off; i++ {
		pos = w.walk(s.Sig.Input(i).Type, pos, 0, false)
	}
	for _, v := range slices.Backward(w.vars) {
		if v.Off == off {
			return v
		}
	}
	panic("input: BUG: no variable at word " + strconv.Itoa(off))
}

type walker struct {
	vars  []Var
	vec   Vector
	lim   Limits
	items int // strings, slices, arrays and maps around the position
	made  *returned
	one   bool // only the variable of word off and the variables around it are wanted
	off   int
}

func (w *walker) walk(t *Type, pos, depth int, key bool) int {
	if w.one {
		if end := Skip(t, w.vec, pos); w.off < pos || w.off >= end {
			return end
		}
	}
	v := Var{Off: pos, End: pos + 1, Type: t, Depth: depth, Key: key, Item: w.items > 0}
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
	case Array:
		w.items++
		for range t.Len {
			pos = w.walk(t.Elem, pos, depth, key)
		}
		w.items--
		return pos
	case Struct:
		for i := range t.Fields {
			at := len(w.vars)
			pos = w.walk(t.Fields[i].Type, pos, depth, key)
			if w.lim.Legal && t.own(i) {
				w.hold(at)
			}
		}
		return pos
	default:
		return w.walkShape(v)
	}
	w.vars = append(w.vars, v)
	return v.End
}

// hold restricts the variables from index at on to their current words.
func (w *walker) hold(at int) {
	for i := at; i < len(w.vars); i++ {
		w.vars[i].Lo = wordAt(w.vec, w.vars[i].Off)
		w.vars[i].Hi = w.vars[i].Lo
	}
}

// walkShape walks the kinds with a first word that decides how many words follow.
func (w *walker) walkShape(v Var) int {
	t, pos, at := v.Type, v.Off+1, len(w.vars)
	n := wordAt(w.vec, v.Off)
	v.Role = RoleLen
	w.vars = append(w.vars, v)
	hi := uint64(w.lim.Len)
	switch t.Kind {
	case String:
		if w.one {
			if w.off < pos {
				n = 0
			} else {
				pos, n = w.off, 1
			}
		}
		lo, hi := t.bounds(false)
		for range n {
			w.vars = append(w.vars, Var{Off: pos, End: pos + 1, Role: RoleByte, Type: t, Depth: v.Depth, Key: v.Key, Item: true, Lo: lo, Hi: hi})
			pos++
		}
	case Slice, Map:
		if hi++; v.Depth >= w.lim.Depth {
			hi = 0
		}
		w.items++
		for i := uint64(1); i < n; i++ {
			if t.Kind == Map {
				pos = w.walk(t.Key, pos, v.Depth+1, true)
			}
			pos = w.walk(t.Elem, pos, v.Depth+1, v.Key)
			if last := &w.vars[len(w.vars)-1]; t.Kind == Slice && t.Elem.Go == "byte" && last.Off == pos-1 {
				last.Text = true
			}
		}
		w.items--
	case Pointer:
		w.vars[at].Role = RoleNil
		if hi = 1; v.Depth >= w.lim.Depth {
			hi = 0
		}
		if n != 0 {
			pos = w.walk(t.Elem, pos, v.Depth+1, v.Key)
		}
	case Choice:
		w.vars[at].Role = RoleAlt
		hi, pos = w.choice(&v, n)
	default:
		panic("input: BUG: " + t.Kind.String() + " is not an input")
	}
	if w.one {
		pos = Skip(t, w.vec, v.Off)
	}
	w.vars[at].Hi, w.vars[at].End = hi, pos
	return pos
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
