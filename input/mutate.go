package input

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Mutate returns a changed copy of vec. It changes one variable, and after each change another one
// with probability 1/3. Half of the changes of a byte of a string change the string instead, as
// reshape does.
func (s *Space) Mutate(vec Vector, rng *rand.Rand) Vector {
	vec = slices.Clone(vec)
	m := &mutator{s: s, rng: rng, d: drawer{s: s, rng: rng, writer: s.writer(nil)}}
	for {
		m.vars = s.Vars(slices.Grow(m.vars[:0], len(vec)), vec)
		if len(m.vars) == 0 {
			return vec
		}
		vec = m.mutateOnce(vec)
		if rng.IntN(3) > 0 {
			return vec
		}
	}
}

// mutator mutates one vector.
type mutator struct {
	s    *Space
	rng  *rand.Rand
	d    drawer
	vars []Var
}

func (m *mutator) mutateOnce(vec Vector) Vector {
	variable := m.choose()
	switch variable.Role {
	case RoleLen, RoleNil:
		return m.reshape(vec, variable)
	case RoleAlt:
		return m.rechoose(vec, variable)
	case RoleByte:
		if m.rng.IntN(2) == 0 {
			if owner := m.owner(variable); owner != nil {
				return m.reshape(vec, owner)
			}
		}
	}
	return m.s.Set(vec, variable, m.change(vec, variable))
}

// choose draws the variable to change: half of the time a variable outside of lists, because the
// elements of a long list outnumber the other variables, else any variable.
func (m *mutator) choose() *Var {
	if m.rng.IntN(2) == 0 {
		if v := m.pick(func(v *Var) bool { return !v.Item }); v != nil {
			return v
		}
	}
	return &m.vars[m.rng.IntN(len(m.vars))]
}

// pick draws one of the variables that fits accepts, or returns nil if there is none.
func (m *mutator) pick(fits func(*Var) bool) (v *Var) {
	n := 0
	for i := range m.vars {
		if u := &m.vars[i]; fits(u) {
			if n++; m.rng.IntN(n) == 0 {
				v = u
			}
		}
	}
	return v
}

// owner returns the length variable of the string that contains byte v.
func (m *mutator) owner(v *Var) *Var {
	for i := range m.vars {
		if u := &m.vars[i]; u.Role == RoleLen && u.Off < v.Off && v.Off < u.End && u.Type == v.Type {
			return u
		}
	}
	return nil
}

// change returns a new word for a variable that is no length, pointer or Choice.
func (m *mutator) change(vec Vector, variable *Var) uint64 {
	word := vec[variable.Off]
	if variable.Role == RoleBool {
		return word ^ 1
	}
	if m.rng.IntN(5) == 0 {
		// Conditions most often compare inputs with each other.
		if u := m.pick(func(u *Var) bool { return u.Role == variable.Role && u.Off != variable.Off }); u != nil {
			return m.nearWord(variable, vec[u.Off])
		}
	}
	switch variable.Role {
	case RoleByte:
		return variable.Type.Domain.orRandom(m.changeByte(word), m.rng)
	case RoleFloat:
		return m.changeFloat(variable, word)
	}
	if some := variable.Type.Words; variable.Type.Flags && m.rng.IntN(2) == 0 {
		return word ^ some[m.rng.IntN(len(some))]
	}
	switch m.rng.IntN(8) {
	case 0, 1:
		return variable.Move(word, m.rng.IntN(2) == 0, 1+m.rng.Uint64N(16))
	case 2:
		return variable.wrapToWidth(word ^ 1<<m.rng.IntN(variable.Type.Bits))
	case 3:
		return variable.Move(word, m.rng.IntN(2) == 0, m.rng.Uint64()>>(64-variable.Type.Bits+m.rng.IntN(variable.Type.Bits)))
	case 4:
		return variable.wrapToWidth(-word)
	case 5:
		return variable.FromInt(variable.Int(word) / 2)
	}
	return m.d.number(variable)
}

// nearWord returns the word of v nearest to w, or a neighbour of it.
func (m *mutator) nearWord(v *Var, w uint64) uint64 {
	w = v.Clamp(w)
	if m.rng.IntN(3) == 0 {
		return v.Move(w, m.rng.IntN(2) == 0, 1)
	}
	return w
}

func (m *mutator) changeByte(w uint64) uint64 {
	switch m.rng.IntN(5) {
	case 0:
		return (w + 1) & 255
	case 1:
		return (w - 1) & 255
	case 2:
		return w ^ 1<<m.rng.IntN(8)
	case 3:
		return m.rng.Uint64N(256)
	}
	return uint64(printable[m.rng.IntN(len(printable))])
}

func (m *mutator) changeFloat(variable *Var, w uint64) uint64 {
	number := math.Float64frombits(w)
	switch m.rng.IntN(6) {
	case 0:
		return variable.Move(w, m.rng.IntN(2) == 0, 1<<m.rng.IntN(24))
	case 1:
		return variable.FromFloat(number + float64(m.rng.IntN(2)*2-1))
	case 2:
		return variable.FromFloat(-number)
	case 3:
		return variable.FromFloat(math.Trunc(number))
	case 4:
		return variable.FromFloat(number * math.Ldexp(1, m.rng.IntN(9)-4))
	}
	m.d.place = variable.Place
	return m.d.float(variable.Type)
}

// reshape changes the value of a length or pointer variable: its length, the order of its elements,
// a piece of a string, whether it is nil, or the whole value.
func (m *mutator) reshape(vec Vector, variable *Var) Vector {
	if variable.Role == RoleNil {
		if vec[variable.Off] == 0 && variable.Hi > 0 {
			return m.s.splice(vec, variable, append(Vector{1}, m.randomElem(vec, variable, 0)...))
		}
		return m.s.Set(vec, variable, 0)
	}
	count := variable.Count(vec)
	if count == 0 {
		if !variable.Steps && m.rng.IntN(4) == 0 {
			return m.s.Set(vec, variable, m.rng.Uint64N(2))
		}
		return m.redraw(vec, variable)
	}
	index := m.rng.IntN(count)
	switch m.rng.IntN(9) {
	case 0:
		return m.s.Delete(vec, variable, index, 1)
	case 1:
		return m.s.Delete(vec, variable, index, 1+m.rng.IntN(count-index))
	case 2:
		return m.redraw(vec, variable)
	case 3:
		if variable.Type.Kind != Map {
			return m.s.Insert(vec, variable, index, variable.Elements(vec, index, 1))
		}
	case 4:
		if variable.Type.Kind != Map {
			return m.swap(vec, variable, index, m.rng.IntN(count))
		}
	case 5, 6:
		if variable.Type.Kind == String {
			return m.splicePiece(vec, variable, index)
		}
	}
	to := m.rng.IntN(count + 1)
	return m.s.Insert(vec, variable, to, m.randomElem(vec, variable, to))
}

// redraw replaces the whole value of v by a random one.
func (m *mutator) redraw(vec Vector, v *Var) Vector {
	m.draw(vec, v)
	m.d.value(v.Type)
	return m.s.splice(vec, v, m.d.out)
}

// randomElem draws an element to insert at an index of the list of v, or the target of the pointer
// v.
func (m *mutator) randomElem(vec Vector, v *Var, index int) Vector {
	off := v.Off + 1
	if v.Role == RoleLen && index > 0 {
		off = v.Off + elemEnd(v.Type, vec[v.Off:v.End], index)
	}
	return m.s.randomElem(v, m.rng, m.s.returnedBefore(m.vars, vec, off))
}

// draw prepares the drawer for a new value at the position of v.
func (m *mutator) draw(vec Vector, v *Var) {
	m.d.out, m.d.returns, m.d.place = nil, m.s.returnedBefore(m.vars, vec, v.Off), v.Place
}

// swap exchanges two elements of a string or slice.
func (m *mutator) swap(vec Vector, variable *Var, i, j int) Vector {
	i, j = min(i, j), max(i, j)
	if i == j {
		return vec
	}
	old := vec[variable.Off:variable.End]
	at := func(n int) int { return elemEnd(variable.Type, old, n) }
	mid := append(make(Vector, 0, len(old)), old[:at(i)]...)
	mid = append(mid, old[at(j):at(j+1)]...)
	mid = append(mid, old[at(i+1):at(j)]...)
	mid = append(mid, old[at(i):at(i+1)]...)
	mid = append(mid, old[at(j+1):]...)
	return m.s.splice(vec, variable, mid)
}

// splicePiece puts a seed or a short text into a string at index. It inserts the text or overwrites
// as many bytes. A string that becomes too long loses its end.
func (m *mutator) splicePiece(vec Vector, variable *Var, index int) Vector {
	m.d.out = nil
	m.d.piece(4)
	old := vec[variable.Off:variable.End]
	rest := old[1+index:]
	if m.rng.IntN(2) == 0 {
		rest = rest[min(len(m.d.out), len(rest)):]
	}
	mid := append(make(Vector, 0, len(old)+len(m.d.out)), 0)
	mid = append(append(append(mid, old[1:1+index]...), m.d.out...), rest...)
	mid[0] = uint64(len(mid) - 1)
	if mid[0] > variable.Hi {
		mid = mid[:variable.Hi+1]
		mid[0] = variable.Hi
	}
	return m.s.splice(vec, variable, mid)
}
