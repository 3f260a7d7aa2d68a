package probe

// PublishedI returns the published distance, a float64, of an exact distance
// of integers, strings, bools and pointers.
func PublishedI(exact uint64) float64 { return float64(exact) }

// PublishedF returns the published distance of an exact distance of floating
// point operands. It is finite: what overflows is the largest float.
func PublishedF(exact uint64) float64 {
	if exact == 0 {
		return 0
	}
	d := floatFrom(exact-1) + 1
	if d <= maxFloat {
		return d
	}
	return maxFloat // infinite, or the distance of a NaN
}

// Kind says what an exact distance is.
type Kind uint8

const (
	Whole Kind = iota // of integers, strings, bools and pointers
	Float             // of floating point operands
)

// published is the published distance.
func (k Kind) published(exact uint64) float64 {
	if k == Float {
		return PublishedF(exact)
	}
	return PublishedI(exact)
}

// Norm is one of the two normalizations of the paper's section II, which map
// a distance onto [0, 1) and keep its order, or none.
type Norm uint8

const (
	NormRatio Norm = iota // d/(d+1), the paper's choice and the default
	NormPower             // 1 - 1.001^-d
	NormRaw               // d as it is
)

// String names the normalization by its formula.
func (n Norm) String() string {
	switch n {
	case NormPower:
		return "1-1.001^-d"
	case NormRaw:
		return "d"
	}
	return "d/(d+1)"
}

// Of normalizes a published distance. 0 stays 0. In float64 distances beyond
// about 10^16 (NormRatio) or 40 000 (NormPower) all become 1.
func (n Norm) Of(d float64) float64 {
	switch n {
	case NormPower:
		return NormalizePower(d)
	case NormRaw:
		return d
	}
	return Normalize(d)
}

// Normalize is d/(d+1).
func Normalize(d float64) float64 { return d / (d + 1) }

// NormalizePower is 1 - 1.001^-d.
func NormalizePower(d float64) float64 {
	const (
		ln     = 0.000999500333083533166809398 // ln 1.001
		beyond = 40000                         // 1.001^-40000 < 2^-54: the result rounds to 1
	)
	if d >= beyond {
		return 1
	}
	whole := uint64(d)
	x := (d - float64(whole)) * ln
	// e^-x for x < 0.001: four terms leave an error below 2^-57
	p := 1 - x*(1-x/2*(1-x/3*(1-x/4)))
	for q := 1 / 1.001; whole != 0; whole >>= 1 {
		if whole&1 != 0 {
			p *= q
		}
		q *= q
	}
	return 1 - p
}
