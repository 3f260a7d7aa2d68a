package probe

// PublishedI returns the published distance, the float64 of Baars et al., for an exact distance of
// integers, strings, bools or pointers.
func PublishedI(exact uint64) float64 { return float64(exact) }

// PublishedF returns the published distance for an exact distance of floating point operands.
// The result is finite: an overflow gives the largest float.
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

// Kind is the kind of operands of an exact distance.
type Kind uint8

const (
	Whole Kind = iota // of integers, strings, bools and pointers
	Float             // of floating point operands
)

// published returns the published distance for an exact distance.
func (k Kind) published(exact uint64) float64 {
	if k == Float {
		return PublishedF(exact)
	}
	return PublishedI(exact)
}

// Norm is a normalization of distances. NormRatio and NormPower are from Baars et al. 2011, section
// II: they map a distance to [0, 1) and keep its order.
type Norm uint8

const (
	NormRatio Norm = iota // d/(d+1), the paper's choice and the default
	NormPower             // 1 - 1.001^-d
	NormRaw               // d, without normalization
)

// String returns the formula of the normalization.
func (n Norm) String() string {
	switch n {
	case NormPower:
		return "1-1.001^-d"
	case NormRaw:
		return "d"
	}
	return "d/(d+1)"
}

// Of normalizes a published distance. 0 stays 0. Because of rounding, distances beyond about
// 10^16 (NormRatio) or 40 000 (NormPower) become 1.
func (n Norm) Of(d float64) float64 {
	switch n {
	case NormPower:
		return NormalizePower(d)
	case NormRaw:
		return d
	}
	return Normalize(d)
}

// Normalize returns d/(d+1).
func Normalize(d float64) float64 { return d / (d + 1) }

// NormalizePower returns 1 - 1.001^-d.
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
