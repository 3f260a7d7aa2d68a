package input

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Random appends a random vector to dst. In paper mode every variable is uniform over its
// domain, and lengths are uniform up to a small limit. Otherwise the draw is a mixture of zeros,
// small numbers, boundaries, seeds and uniform values. If the package declares constants of a type
// (Type.Words, Type.Texts), half of the values of the type are constants. Most durations under a
// second become 1 to 60 seconds.
func (s *Space) Random(dst Vector, rng *rand.Rand) Vector {
	d := drawer{s: s, rng: rng, writer: s.writer(dst)}
	for i := range s.Sig.Inputs() {
		d.value(s.Sig.Input(i).Type)
	}
	if s.Sig.Shares { // sorting the entries of maps may have changed the values that an Earlier can select
		return s.Normalize(dst, slices.Clone(d.out[d.base:]))
	}
	return d.out
}

// paperLen is the longest string, slice or map of a random vector in paper mode.
const paperLen = 10

// A drawer appends random values.
type drawer struct {
	writer
	s         *Space
	rng       *rand.Rand
	enclosing []*Type // types that the pointers around the current position point to
}

// redrawOutside redraws the words from an index on that are not in the domain of t.
func (d *drawer) redrawOutside(t *Type, index int) {
	for i := index; i < len(d.out); i++ {
		d.out[i] = t.Domain.orRandom(d.out[i], d.rng)
	}
}

func (d *drawer) value(typ *Type) {
	switch typ.Kind {
	case Bool:
		d.put(d.rng.Uint64N(2))
	case Int, Uint:
		d.put(d.integer(typ))
	case Earlier:
		d.put(d.rng.Uint64N(uint64(max(d.returns.count(typ), 1))))
	case Float:
		d.put(d.float(typ))
	case Complex:
		d.put(d.float(typ))
		d.put(d.float(typ))
	case String:
		index := len(d.out)
		if !d.constant(typ) {
			d.text(d.capacity(1))
		}
		d.redrawOutside(typ, index+1)
	case Slice:
		d.slice(typ)
	case Map:
		d.entries(typ)
	case Pointer:
		if d.place.Depth >= d.limits.Depth || d.capacity(MinWords(typ.Elem)) == 0 || d.isNil() || d.crowded(typ) {
			d.put(0)
			return
		}
		d.put(1)
		d.enclosing = append(d.enclosing, typ.Elem)
		d.place.Depth++
		d.value(typ.Elem)
		d.place.Depth--
		d.enclosing = d.enclosing[:len(d.enclosing)-1]
	case Array:
		if !d.textArray(typ) {
			d.place.each(typ, 0, d.value)
		}
	case Choice:
		d.choice(typ)
	case Struct:
		for i := range typ.Fields {
			if d.limits.Legal && typ.packageOnly(i) {
				d.smallest(typ.Fields[i].Type)
			} else {
				d.value(typ.Fields[i].Type)
			}
		}
	}
}

// isNil draws whether a pointer is nil: seldom at the top, where most code does nothing with
// nil, and more often at greater depth.
func (d *drawer) isNil() bool {
	if d.s.Paper {
		return d.rng.IntN(2) == 0
	}
	return d.rng.IntN(8) < 1+d.place.Depth
}

// crowded draws whether a pointer inside a value of its own type is nil because the type has more
// than two pointers to itself. Two of them on average are not nil. Otherwise the number of values
// would multiply on each level, and all trees would reach the size limit.
func (d *drawer) crowded(t *Type) bool {
	if d.s.Paper || !slices.Contains(d.enclosing, t.Elem) {
		return false
	}
	n := countPointers(t.Elem, t.Elem)
	return n > 2 && d.rng.IntN(n) >= 2
}

// countPointers returns the number of pointers to elem within a value of type t.
func countPointers(t, elem *Type) (count int) {
	switch t.Kind {
	case Pointer:
		if t.Elem == elem {
			return 1
		}
	case Struct:
		for i := range t.Fields {
			count += countPointers(t.Fields[i].Type, elem)
		}
	}
	return count
}

// length draws the length of a string, slice or map, at most limit.
func (d *drawer) length(limit, depth int) int {
	limit = max(min(limit, d.limits.Len), 0)
	if d.s.Paper {
		return d.rng.IntN(min(limit, paperLen) + 1)
	}
	switch p := d.rng.IntN(20); {
	case p < 2:
		return 0
	case p == 2 && depth < 2:
		return d.rng.IntN(limit + 1)
	}
	n := 1
	for n < limit && d.rng.IntN(4+depth) < 3 {
		n++
	}
	return min(n, limit)
}

func (d *drawer) slice(typ *Type) {
	if d.place.Steps {
		d.steps(typ)
		return
	}
	if d.place.Depth >= d.limits.Depth || d.rng.IntN(16) == 0 {
		d.put(0)
		return
	}
	room := d.capacity(MinWords(typ.Elem))
	if !d.s.Paper && d.maybeText(typ, room) {
		return
	}
	n := d.length(room, d.place.Depth)
	d.put(uint64(n) + 1)
	same := !d.s.Paper && n > 1 && d.rng.IntN(8) == 0
	from, end := len(d.out), 0 // positions of the first element and behind it
	d.place.each(typ, uint64(n)+1, func(elem *Type) {
		switch {
		case !same || end == 0:
			d.value(elem)
			end = len(d.out)
		case d.capacity(end-from) == 0:
			d.smallest(elem)
		default:
			d.out = append(d.out, d.out[from:end]...)
		}
	})
}

// maybeText draws a byte or rune slice as a text half of the time. It reports whether it has drawn
// a text.
func (d *drawer) maybeText(t *Type, room int) bool {
	elem := t.Elem
	isByte, isRune := elem.Kind == Uint && elem.Bits == 8, elem.Kind == Int && elem.Bits == 32
	if !isByte && !(isRune && elem.Go == "rune") || d.rng.IntN(2) == 0 {
		return false
	}
	index := len(d.out)
	d.text(room)
	d.out[index]++
	if isRune {
		for i := index + 1; i < len(d.out); i++ {
			if d.out[i] >= 0x80 {
				d.out[i] = uint64(d.runeValue())
			}
		}
	}
	d.redrawOutside(elem, index+1)
	return true
}

// textArray draws a long array of bytes, most likely a buffer, as a text followed by zeros most
// of the time. It reports whether it has drawn a text.
func (d *drawer) textArray(t *Type) bool {
	const long = 16
	if t.Elem.Kind != Uint || t.Elem.Bits != 8 || t.Len < long || d.s.Paper || d.rng.IntN(4) == 0 {
		return false
	}
	index := len(d.out)
	d.pieces(t.Len)
	d.out = appendZeros(d.out[:min(len(d.out), index+t.Len)], max(index+t.Len-len(d.out), 0))
	d.redrawOutside(t.Elem, index)
	return true
}

func (d *drawer) entries(typ *Type) {
	if d.place.Depth >= d.limits.Depth || d.rng.IntN(16) == 0 {
		d.put(0)
		return
	}
	index, outer := len(d.out), d.place
	size := MinWords(typ.Key) + MinWords(typ.Elem)
	n := min(d.length(d.capacity(size), d.place.Depth), d.capacity(size))
	d.put(uint64(n) + 1)
	d.place.Key = false
	d.place.each(typ, uint64(n)+1, d.value)
	// Keys were drawn in any order, perhaps twice.
	order := normalizer{writer: d.writer, vec: slices.Clone(d.out[index:])}
	order.out = d.out[:index]
	order.value(typ)
	d.out, d.place = order.out, outer
}

func (d *drawer) integer(t *Type) uint64 {
	v := Var{Type: t}
	v.setIntDomain(false)
	w := d.number(&v)
	if d.limits.Modest && t.Bits > 16 && t.Domain == nil && !isModest(t, w) {
		if t.Kind == Uint {
			return w & uintMax(modestBits)
		}
		return uint64(int64(w) % (1 << (modestBits - 1)))
	}
	return w
}

// wrapToWidth wraps w to the width of v, as a conversion does in Go.
func (v *Var) wrapToWidth(w uint64) uint64 {
	if v.Role == RoleInt {
		shift := 64 - v.Type.Bits
		return uint64(int64(w<<shift) >> shift)
	}
	return v.Clamp(w & (1<<bits.Len64(v.Hi) - 1))
}

const second = 1e9 // nanoseconds

// number draws an integer.
func (d *drawer) number(v *Var) uint64 {
	if t := v.Type; t.Domain != nil && d.s.Paper {
		return t.Domain.uniform(d.rng)
	}
	w := d.mixedInteger(v)
	if !d.s.Paper && v.Type.IsBriefDuration(w) && d.rng.IntN(8) > 0 {
		w = (1 + w%60) * second // tests of code that reads the clock are suppressed if they hold a duration under a second
	}
	return v.Type.Domain.orRandom(w, d.rng)
}

// mixedInteger draws an integer from all values of the type, mostly a small number, a boundary or a
// seed.
func (d *drawer) mixedInteger(variable *Var) uint64 {
	if d.s.Paper {
		return variable.wrapToWidth(d.rng.Uint64())
	}
	if some := variable.Type.Words; len(some) > 0 && d.rng.IntN(2) == 0 {
		w := some[d.rng.IntN(len(some))]
		for variable.Type.Flags && d.rng.IntN(2) == 0 {
			w |= some[d.rng.IntN(len(some))]
		}
		return w
	}
	switch p := d.rng.IntN(100); {
	case p < 10:
		return 0
	case p < 30:
		return variable.FromInt(int64(d.rng.IntN(33)) - 16)
	case p < 40:
		return d.boundary(variable)
	case p < 55:
		return variable.wrapToWidth(d.rng.Uint64() >> d.rng.IntN(64))
	case p < 65:
		return variable.wrapToWidth(d.rng.Uint64())
	case p < 90 && len(d.s.Seeds.Ints) > 0:
		w := variable.wrapToWidth(uint64(d.s.Seeds.Ints[d.rng.IntN(len(d.s.Seeds.Ints))]))
		if d.rng.IntN(4) == 0 {
			w = variable.Move(w, d.rng.IntN(2) == 0, 1)
		}
		return w
	}
	return variable.FromInt(int64(d.rng.IntN(1200)) - 200)
}

// boundary draws an end of the domain or a power of two, or a neighbour of one.
func (d *drawer) boundary(variable *Var) uint64 {
	word := variable.Hi
	switch d.rng.IntN(3) {
	case 0:
		word = variable.Lo
	case 1:
		word = variable.wrapToWidth(1 << d.rng.IntN(variable.Type.Bits))
	}
	switch d.rng.IntN(3) {
	case 0:
		return variable.Move(word, true, 1)
	case 1:
		return variable.Move(word, false, 1)
	}
	return word
}

func (d *drawer) float(t *Type) uint64 {
	v := Var{Role: RoleFloat, Type: t, Place: d.place}
	v.Lo, v.Hi = t.bounds(d.limits.Finite)
	f := d.mixedFloat(v.floatBits())
	if lo, hi := math.Float64frombits(v.Lo), math.Float64frombits(v.Hi); t.Domain != nil && (d.s.Paper || !(lo <= f && f <= hi)) {
		part := d.rng.Float64()
		f = lo*(1-part) + hi*part
	}
	return v.Clamp(math.Float64bits(f))
}

func (d *drawer) mixedFloat(bits int) float64 {
	bound := floatBound(bits)
	if d.s.Paper {
		return (d.rng.Float64()*2 - 1) * bound
	}
	switch p := d.rng.IntN(100); {
	case p < 10:
		return 0
	case p < 30:
		return float64(d.rng.IntN(33) - 16)
	case p < 40:
		return float64(d.rng.IntN(65)-32) / 8
	case p < 50:
		return float64(d.rng.IntN(2_000_001)-1_000_000) / 1000
	case p < 58:
		return (d.rng.Float64()*2 - 1) * bound
	case p < 64:
		return d.specialFloat(bits)
	case p < 70 && bits == 32:
		return float64(math.Float32frombits(d.rng.Uint32()))
	case p < 70:
		return math.Float64frombits(d.rng.Uint64())
	case p < 85 && len(d.s.Seeds.Floats) > 0:
		f := d.s.Seeds.Floats[d.rng.IntN(len(d.s.Seeds.Floats))]
		switch d.rng.IntN(6) {
		case 0:
			return math.Nextafter(f, math.Inf(1))
		case 1:
			return f - 0.001
		}
		return f
	case p < 92 && len(d.s.Seeds.Ints) > 0:
		return float64(d.s.Seeds.Ints[d.rng.IntN(len(d.s.Seeds.Ints))])
	}
	return d.rng.Float64()
}

func (d *drawer) specialFloat(bits int) float64 {
	largest, least := math.MaxFloat64, math.SmallestNonzeroFloat64
	if bits == 32 {
		largest, least = math.MaxFloat32, math.SmallestNonzeroFloat32
	}
	all := [...]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), largest, -largest, least}
	return all[d.rng.IntN(len(all))]
}
