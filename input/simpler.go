package input

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Simpler reports whether a is easier to read than b. Fewer fall-backs among
// the alternatives of choices come first, then fewer words; among as many, the
// smaller sum of what each costs to read (small numbers, round floats, plain
// characters, early alternatives); then the first variable that differs
// decides, zeros in a list coming after all else. It is a strict total order
// on the legal vectors, which are finitely many.
//
// A receiver is the exception to fewer words: a pointer to a zero value is
// simpler than nil, on which few methods are called.
func (s *Space) Simpler(a, b Vector) bool { return s.SimplerThan(b, s.Vars(nil, b), nil)(a) }

// SimplerThan returns a function that says whether a vector is Simpler than b,
// of which vars are the variables. It uses what room buf has.
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

// Order returns the numbers of vectors in the order of Simpler, the simplest first.
// Vectors that are the same stay as they are.
//
// Complexity: what shows without comparing word by word is found once for each vector.
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

// outline is what shows of a vector without comparing it word by word.
type outline struct{ fallbacks, size, words int }

// outline takes the variables of v, which are not needed where there are no choices.
func (s *Space) outline(v Vector, vars []Var) outline {
	o := outline{size: s.size(v), words: len(v)}
	if s.choices {
		o.fallbacks = fallbacks(vars, v)
	}
	return o
}

func (o outline) compare(p outline) int {
	return cmp.Or(cmp.Compare(o.fallbacks, p.fallbacks), cmp.Compare(o.size, p.size), cmp.Compare(p.words, o.words))
}

// size is the number of words, and for a nil receiver one more than for a
// receiver that points to zeros.
func (s *Space) size(v Vector) int {
	if r := s.Sig.Recv; r != nil {
		if p, v0 := r.Type.pointed(v); p != nil && wordAt(v0, 0) == 0 {
			return len(v) + MinWords(p.Elem) + 1
		}
	}
	return len(v)
}

// sameShape reports whether the variables of b are also those of a, which is
// as long.
func sameShape(vars []Var, a, b Vector) bool {
	for i := range vars {
		if r := vars[i].Role; r >= RoleLen && a[vars[i].Off] != b[vars[i].Off] {
			return false
		}
	}
	return true
}

// fallbacks counts the choices that are made by a rare alternative.
func fallbacks(vars []Var, vec Vector) (n int) {
	for i := range vars {
		if v := &vars[i]; v.Role == RoleAlt && v.Type.alt(vec[v.Off]).Rare {
			n++
		}
	}
	return n
}

// simpler compares two vectors of one length by their variables.
func simpler(va, vb []Var, a, b Vector) bool {
	total, first := 0, 0
	for i := range va {
		if a[i] == b[i] && va[i].Role == vb[i].Role && va[i].Type == vb[i].Type && va[i].Text == vb[i].Text {
			continue
		}
		ca, ra := va[i].cost(a[i])
		cb, rb := vb[i].cost(b[i])
		total += ca - cb
		if fa, fb := va[i].filler(a[i]), vb[i].filler(b[i]); first == 0 && fa != fb {
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

// filler reports whether a word only fills its place in a list: zeros are best
// behind what counts.
func (v *Var) filler(w uint64) bool {
	return v.Item && w == 0 && v.Role <= RoleFloat && !v.Text
}

// cost says how hard a word is to read, and ranks the words of one cost. A
// step of cost stands for a bit.
func (v *Var) cost(w uint64) (bitCost int, rank uint64) {
	switch {
	case v.Role == RoleFloat:
		return floatCost(math.Float64frombits(w))
	case v.Role == RoleByte || v.Text:
		rank = uint64(byteRanks[byte(w)])
	case v.Char():
		rank = runeRank(int64(w))
	case v.Role == RoleInt:
		rank = intRank(int64(w))
	case v.Steps:
		return 4 * int(w), w
	case v.Role == RoleAlt:
		if rank = w; v.Type.alt(w).Rare {
			rank += uint64(len(v.Type.Alts))
		}
	default:
		rank = w
	}
	return bits.Len64(rank), rank
}

// Plainer reports whether the word a of v is easier to read than b: where v
// has no shape, a vector with a there is Simpler than one with b.
func (v *Var) Plainer(a, b uint64) bool {
	ca, ra := v.cost(a)
	cb, rb := v.cost(b)
	return ca < cb || ca == cb && ra < rb
}

// Char reports whether v stands for a character: a byte of a string or of a
// []byte, or a number that the source declares as rune or byte.
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

// Plain returns the word of v that is the easiest to read, or that of its domain which is
// the nearest to it.
func (v *Var) Plain() uint64 {
	if v.Role == RoleByte || v.Text {
		return v.Clamp(uint64(Characters[0]))
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

// Characters holds the characters in the order in which they are easy on the
// eye.
const Characters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ._-/,:;+*=()[]{}<>!?@#$%&|~^'`\"\\\n\t\r"

// Accented holds a letter for each length of an encoded character beyond
// ASCII; their bytes follow those of Characters.
const Accented = "é世😀"

// byteRanks is a permutation of the bytes: those of Characters and Accented,
// then all others by number.
var byteRanks = rankBytes(Characters + Accented)

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

// runeRank puts zero first, which a literal can leave out, then characters in
// the order of their bytes, those beyond ASCII by number, negative ones last.
func runeRank(x int64) uint64 {
	switch {
	case x == 0:
		return 0
	case x > 0 && x < 0x80:
		return 1 + uint64(byteRanks[byte(x)])
	case x > 0:
		for i, r := range []rune(Accented) {
			if int64(r) == x {
				return 0x100 + uint64(i)
			}
		}
		return 0x108 + uint64(x)
	}
	return 1<<40 + uint64(-x)
}

// floatCost orders whole numbers by size, prefers few decimals, then few
// digits; negative zero, infinities and NaN come last.
func floatCost(f float64) (bitCost int, rank uint64) {
	b := math.Float64bits(f)
	if f != f || f-f != 0 || f == 0 && b != 0 {
		return 300, b
	}
	if math.Abs(f) < 1<<40 {
		for decimals, scale := range [...]float64{1, 10, 100, 1000} {
			if n := math.Round(f * scale); n/scale == f {
				rank = intRank(int64(n))
				return bits.Len64(rank) + 3*decimals, rank
			}
		}
	}
	_, e := math.Frexp(f)
	return 60 + 4*places(f) + max(e, -e)/8, b<<1 | b>>63
}

// places counts the decimal digits that f takes, up to 17.
func places(f float64) int {
	for n := 1; n < 17; n++ {
		if Digits(f, n) == f {
			return n
		}
	}
	return 17
}

// Digits rounds f to n significant decimal digits, as well as that goes.
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
