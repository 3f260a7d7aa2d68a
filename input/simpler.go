package input

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Simpler reports whether a is easier to read than b. Vectors with fewer rare alternatives are
// simpler, then vectors with fewer words, then vectors with a smaller sum of reading costs
// (small numbers, round floats, plain characters and early alternatives cost little). Otherwise
// the first variable that differs decides; zeros in a list come last. The order is strict and
// total on the legal vectors, of which there are finitely many.
//
// A receiver is the exception to fewer words: a pointer to a zero value is simpler than nil,
// because few methods are called on nil.
func (s *Space) Simpler(a, b Vector) bool { return s.SimplerThan(b, s.Vars(nil, b), nil)(a) }

// SimplerThan returns a function that reports whether a vector is Simpler than b. vars are the
// variables of b, and the capacity of buf is used as scratch space.
func (s *Space) SimplerThan(b Vector, vars, buf []Var) func(a Vector) bool {
	return func(a Vector) bool {
		var va []Var
		if s.choices {
			va = s.Vars(buf[:0], a)
		}
		if c := s.outline(a, va).compare(s.outline(b, vars)); c != 0 {
			return c < 0
		}
		va = vars
		if !sameShape(vars, a, b) {
			va = s.Vars(buf[:0], a)
		}
		return simpler(va, vars, a, b)
	}
}

// Order returns the indices of the vectors in the order of Simpler, the simplest first. The sort
// is stable.
//
// Complexity: the outline of each vector is computed once; vectors with equal outlines are
// compared word by word.
func (s *Space) Order(list []Vector) []int {
	outlines := make([]outline, len(list))
	order := make([]int, len(list))
	var va, vb []Var
	for i, v := range list {
		order[i] = i
		if s.choices {
			va = s.Vars(va[:0], v)
		}
		outlines[i] = s.outline(v, va)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := list[i], list[j]
		if c := outlines[i].compare(outlines[j]); c != 0 || slices.Equal(a, b) {
			return c
		}
		va, vb = s.Vars(va[:0], a), s.Vars(vb[:0], b)
		if simpler(va, vb, a, b) {
			return -1
		}
		return 1
	})
	return order
}

// outline holds the properties of a vector by which it is compared before its words.
type outline struct{ rareAlternatives, size, words int }

// outline returns the outline of v. vars are the variables of v; they are not needed if there
// are no choices.
func (s *Space) outline(v Vector, vars []Var) outline {
	o := outline{size: s.size(v), words: len(v)}
	if s.choices {
		o.rareAlternatives = rareAlternatives(vars, v)
	}
	return o
}

func (o outline) compare(p outline) int {
	return cmp.Or(cmp.Compare(o.rareAlternatives, p.rareAlternatives), cmp.Compare(o.size, p.size), cmp.Compare(p.words, o.words))
}

// size returns the number of words, where a nil receiver counts one word more than a receiver
// that points to zeros.
func (s *Space) size(v Vector) int {
	if r := s.Sig.Recv; r != nil {
		if p, v0 := r.Type.pointed(v); p != nil && wordAt(v0, 0) == 0 {
			return len(v) + MinWords(p.Elem) + 1
		}
	}
	return len(v)
}

// sameShape reports whether the variables of b are also the variables of a, which is as long as
// b.
func sameShape(vars []Var, a, b Vector) bool {
	for i := range vars {
		if r := vars[i].Role; r >= RoleLen && a[vars[i].Off] != b[vars[i].Off] {
			return false
		}
	}
	return true
}

// rareAlternatives counts the choices with a rare alternative.
func rareAlternatives(vars []Var, vec Vector) (n int) {
	for i := range vars {
		if v := &vars[i]; v.Role == RoleAlt && v.Type.alt(vec[v.Off]).Rare {
			n++
		}
	}
	return n
}

// simpler compares two vectors of equal length by their variables.
func simpler(va, vb []Var, a, b Vector) bool {
	total, first := 0, 0
	for i := range va {
		if a[i] == b[i] && va[i].Role == vb[i].Role && va[i].Type == vb[i].Type && va[i].Text == vb[i].Text {
			continue
		}
		ca, ra := va[i].cost(a[i])
		cb, rb := vb[i].cost(b[i])
		total += ca - cb
		if fa, fb := va[i].isZeroElement(a[i]), vb[i].isZeroElement(b[i]); first == 0 && fa != fb {
			first = 1
			if fb {
				first = -1
			}
		}
		if first == 0 {
			first = cmp.Or(cmp.Compare(ca, cb), cmp.Compare(ra, rb))
		}
	}
	return total < 0 || total == 0 && first < 0
}

// isZeroElement reports whether w, a word of v, is a zero element of a list. Simpler puts zeros
// behind other elements.
func (v *Var) isZeroElement(w uint64) bool {
	return v.Item && w == 0 && v.Role <= RoleFloat && !v.Text
}

// cost returns the cost of reading a word, in bits, and a rank that orders words of equal cost.
func (v *Var) cost(word uint64) (bitCost int, rank uint64) {
	switch {
	case v.Role == RoleFloat:
		return floatCost(math.Float64frombits(word))
	case v.Role == RoleByte || v.Text:
		rank = uint64(byteRanks[byte(word)])
	case v.Char():
		rank = runeRank(int64(word))
	case v.Type.Words != nil && v.Role < RoleLen:
		return v.constantCost(word)
	case v.Role == RoleInt:
		rank = intRank(int64(word))
	case v.Steps:
		return 4 * int(word), word
	case v.Role == RoleAlt:
		if rank = word; v.Type.alt(word).Rare {
			rank += uint64(len(v.Type.Alts))
		}
	default:
		rank = word
	}
	return bits.Len64(rank), rank
}

// constantCost is the cost of a word of a type with constants: those that are written by their names are easier to read
// than any number.
func (v *Var) constantCost(word uint64) (bitCost int, rank uint64) {
	if rank = word; v.Role == RoleInt {
		rank = intRank(int64(word))
	}
	list, named := v.Type.Constants(word)
	switch {
	case !named:
		return 65 + bits.Len64(rank), rank
	case v.Type.Flags:
		return len(list), rank
	}
	return bits.Len64(rank), rank
}

// Plainer reports whether the word a of v is easier to read than b. Unless a change of v may change
// the layout of the vector (Var.Shape), a vector with a is then Simpler than the same vector with
// b.
func (v *Var) Plainer(a, b uint64) bool {
	ca, ra := v.cost(a)
	cb, rb := v.cost(b)
	return ca < cb || ca == cb && ra < rb
}

// Char reports whether v stands for a character: a byte of a string or of a []byte, or a number
// that the source declares as rune or byte.
func (v *Var) Char() bool {
	switch v.Role {
	case RoleByte:
		return true
	case RoleInt:
		return v.Type.Go == "rune"
	case RoleUint:
		return v.Text || v.Type.Go == "byte"
	}
	return false
}

// Plain returns the word of v that is the easiest to read, or the word of its domain nearest to
// it.
func (v *Var) Plain() uint64 {
	if v.Role == RoleByte || v.Text {
		return v.Clamp(uint64(characters[0]))
	}
	return v.Clamp(0)
}

// intRank orders 0, 1, -1, 2, -2, …
func intRank(x int64) uint64 {
	switch {
	case x > 0:
		return 2*uint64(x) - 1
	case x == math.MinInt64:
		return math.MaxUint64
	}
	return 2 * uint64(-x)
}

// characters holds the ASCII characters in the order in which they are easy to read.
const characters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ._-/,:;+*=()[]{}<>!?@#$%&|~^'`\"\\\n\t\r"

// accented holds a letter for each length of a UTF-8 encoding beyond ASCII. Its bytes rank after
// characters.
const accented = "é世😀"

// byteRanks is a permutation of the bytes: the bytes of characters and accented, then all other
// bytes by number.
var byteRanks = rankBytes(characters + accented)

func rankBytes(first string) (rank [256]uint8) {
	next := uint8(0)
	var have [256]bool
	for i := range len(first) {
		have[first[i]] = true
		rank[first[i]] = next
		next++
	}
	for b := range have {
		if !have[b] {
			rank[b] = next
			next++
		}
	}
	return rank
}

// runeRank orders zero first, because a literal can leave it out; then ASCII characters in the
// order of characters; then other characters by number, accented first; then negative numbers.
func runeRank(x int64) uint64 {
	switch {
	case x == 0:
		return 0
	case x > 0 && x < 0x80:
		return 1 + uint64(byteRanks[byte(x)])
	case x > 0:
		for i, r := range []rune(accented) {
			if int64(r) == x {
				return 0x100 + uint64(i)
			}
		}
		return 0x108 + uint64(x)
	}
	return 1<<40 + uint64(-x)
}

// floatCost orders whole numbers by size, and prefers few decimals, then few digits. Negative
// zero, infinities and NaN come last.
func floatCost(number float64) (bitCost int, rank uint64) {
	b := math.Float64bits(number)
	if number != number || number-number != 0 || number == 0 && b != 0 {
		return 300, b
	}
	if math.Abs(number) < 1<<40 {
		for decimals, scale := range [...]float64{1, 10, 100, 1000} {
			if n := math.Round(number * scale); n/scale == number {
				rank = intRank(int64(n))
				return bits.Len64(rank) + 3*decimals, rank
			}
		}
	}
	_, e := math.Frexp(number)
	return 60 + 4*decimalDigits(number) + max(e, -e)/8, b<<1 | b>>63
}

// decimalDigits returns the number of significant decimal digits of f, up to 17.
func decimalDigits(f float64) int {
	for n := 1; n < 17; n++ {
		if Digits(f, n) == f {
			return n
		}
	}
	return 17
}

// Digits rounds f to n significant decimal digits, as exactly as floats allow. It returns f
// unchanged if the power of ten needed is out of range.
func Digits(f float64, n int) float64 {
	e := int(math.Floor(math.Log10(math.Abs(f))))
	k := n - 1 - e
	if f == 0 || k > 300 || k < -300 {
		return f
	}
	p := math.Pow10(max(k, -k))
	if k < 0 {
		return math.Round(f/p) * p
	}
	return math.Round(f*p) / p
}
