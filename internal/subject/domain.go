package subject

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
)

// Domains are ranges for the numbers in parameters: integers, floats and characters, also those
// in fields, elements, keys, and arguments of calls that make a value. Lengths have no range. A
// range is given for the name of a parameter, or for the name qualified by the function:
//
//	n=0..99    Sum.n=0..99    (*Stack).Push.v=-1..1    x=-0.5..0.5    text='a'..'z'
type Domains struct {
	ranges map[string]span
	used   map[string]bool
	failed map[string]error // by name of a parameter: why the parameter cannot have its range
	known  map[string]bool  // names of parameters with numbers
}

type span struct {
	text   string
	lo, hi *big.Rat
}

// NewDomains parses ranges of the form lo..hi by parameter.
func NewDomains(texts map[string]string) (*Domains, error) {
	d := &Domains{ranges: map[string]span{}, used: map[string]bool{}, failed: map[string]error{}, known: map[string]bool{}}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		low, high, _ := strings.Cut(texts[name], "..")
		s := span{text: name + "=" + texts[name], lo: rational(low), hi: rational(high)}
		switch {
		case name == "" || s.lo == nil || s.hi == nil:
			return nil, fmt.Errorf("%s: give a range as name=lo..hi, such as n=0..99, x=-0.5..0.5 or s='a'..'z'", s.text)
		case s.lo.Cmp(s.hi) > 0:
			return nil, fmt.Errorf("%s: %s is above %s; give the smaller one first", s.text, low, high)
		}
		d.ranges[name] = s
	}
	return d, nil
}

// rational parses a number or a quoted character. It returns nil if the text is neither.
func rational(text string) *big.Rat {
	if inner, ok := strings.CutPrefix(text, "'"); ok {
		c, _, rest, err := strconv.UnquoteChar(inner, '\'')
		if err != nil || rest != "'" {
			return nil
		}
		return new(big.Rat).SetInt64(int64(c))
	}
	r, _ := new(big.Rat).SetString(text)
	return r
}

// Bound restricts the parameters of a signature to their ranges.
func (d *Domains) Bound(sig *input.Signature) {
	for i := range sig.Inputs() {
		f := sig.Input(i)
		name := InputName(f, i)
		c := cloner{types: map[*input.Type]*input.Type{}}
		bounded := c.clone(f.Type)
		if len(c.numbers) > 0 {
			d.known[name] = true
		}
		key := sig.Name + "." + name
		if _, own := d.ranges[key]; !own {
			key = name
		}
		s, ok := d.ranges[key]
		if !ok {
			continue
		}
		if err := s.bound(c.numbers); err != nil {
			d.failed[key] = fmt.Errorf("%s: parameter %s of %s %w", s.text, name, sig.Name, err)
			continue
		}
		d.used[key] = true
		f.Type = bounded
	}
}

// Unused returns an error if a range was not used for any parameter, and says why.
func (d *Domains) Unused() error {
	for _, name := range slices.Sorted(maps.Keys(d.ranges)) {
		switch {
		case d.used[name]:
		case d.failed[name] != nil:
			return d.failed[name]
		case len(d.known) == 0:
			return fmt.Errorf("%s: there is no parameter with numbers", d.ranges[name].text)
		default:
			return fmt.Errorf("%s: no parameter is called %s; with numbers there are %s", d.ranges[name].text, name, strings.Join(slices.Sorted(maps.Keys(d.known)), ", "))
		}
	}
	return nil
}

// bound restricts each type to the part of the range that it can represent. It returns an error if
// a type represents no number in the range, or if no type represents one of the ends.
func (s span) bound(numbers []*input.Type) error {
	if len(numbers) == 0 {
		return errors.New("has no numbers to bound")
	}
	low, high := true, true // no type can represent the lower or upper end of the range
	for _, t := range numbers {
		least, most := ends(t)
		low = low && (s.lo.Cmp(least) < 0 || s.lo.Cmp(most) > 0)
		high = high && (s.hi.Cmp(least) < 0 || s.hi.Cmp(most) > 0)
		if s.hi.Cmp(least) < 0 || s.lo.Cmp(most) > 0 || !s.within(t) {
			return fmt.Errorf("has numbers of type %s, of which none is in the range", t.Go)
		}
	}
	if low || high {
		return fmt.Errorf("has numbers of type %s: the range goes beyond them", numbers[0].Go)
	}
	return nil
}

// ends returns the least and the greatest number of a type.
func ends(t *input.Type) (least, most *big.Rat) {
	n := new(big.Int)
	switch t.Kind {
	case input.Int:
		n.Lsh(big.NewInt(1), uint(t.Bits-1))
		return new(big.Rat).SetInt(new(big.Int).Neg(n)), new(big.Rat).SetInt(n.Sub(n, big.NewInt(1)))
	case input.Uint:
		n.Lsh(big.NewInt(1), uint(t.Bits))
		return new(big.Rat), new(big.Rat).SetInt(n.Sub(n, big.NewInt(1)))
	case input.String:
		return new(big.Rat), big.NewRat(math.MaxUint8, 1)
	}
	f := math.MaxFloat64
	if floatBits(t) == 32 {
		f = math.MaxFloat32
	}
	return new(big.Rat).SetFloat64(-f), new(big.Rat).SetFloat64(f)
}

func floatBits(t *input.Type) int {
	if t.Kind == input.Complex {
		return t.Bits / 2
	}
	return t.Bits
}

// within sets the domain of a type to its part of the range, and reports whether it is not
// empty.
func (s span) within(t *input.Type) bool {
	least, most := ends(t)
	lo, hi := s.lo, s.hi
	if lo.Cmp(least) < 0 {
		lo = least
	}
	if hi.Cmp(most) > 0 {
		hi = most
	}
	switch t.Kind {
	case input.Float, input.Complex:
		from, to := float(lo, floatBits(t), big.ToPositiveInf), float(hi, floatBits(t), big.ToNegativeInf)
		t.Domain = &input.Domain{Lo: math.Float64bits(from), Hi: math.Float64bits(to)}
		return from <= to
	}
	from, to := whole(lo, true), whole(hi, false)
	t.Domain = &input.Domain{Lo: word(from), Hi: word(to)}
	return from.Cmp(to) <= 0
}

// whole rounds a number up or down to an integer.
func whole(r *big.Rat, up bool) *big.Int {
	n := new(big.Int).Div(r.Num(), r.Denom())
	if up && !r.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return n
}

// word encodes an integer as a word of an input.
func word(n *big.Int) uint64 {
	if n.Sign() < 0 {
		return uint64(n.Int64())
	}
	return n.Uint64()
}

// float rounds to a float of 32 or 64 bits.
func float(r *big.Rat, bits int, mode big.RoundingMode) float64 {
	prec := uint(53)
	if bits == 32 {
		prec = 24
	}
	f, _ := new(big.Float).SetPrec(prec).SetMode(mode).SetRat(r).Float64()
	return f
}

// A cloner makes deep copies of types, and collects the copies that represent numbers in numbers.
// A string represents numbers: its bytes.
type cloner struct {
	types   map[*input.Type]*input.Type
	numbers []*input.Type
}

func (c *cloner) clone(t *input.Type) *input.Type {
	if t == nil || c.types[t] != nil {
		return c.types[t]
	}
	n := *t
	c.types[t] = &n
	switch n.Kind {
	case input.Int, input.Uint, input.Float, input.Complex, input.String:
		c.numbers = append(c.numbers, &n)
	}
	n.Elem, n.Key, n.Fields, n.Alts = c.clone(t.Elem), c.clone(t.Key), c.fields(t.Fields), slices.Clone(t.Alts)
	for i := range n.Alts {
		a := &n.Alts[i]
		a.Fields, a.Steps = c.fields(a.Fields), c.clone(a.Steps)
	}
	return &n
}

func (c *cloner) fields(list []input.Field) []input.Field {
	list = slices.Clone(list)
	for i := range list {
		list[i].Type = c.clone(list[i].Type)
	}
	return list
}
