package probe

// The conditions on operands of a type parameter's type. What they compare is known only
// when they run: a predeclared type has the distance of its class, and anything else is
// flat.

// Ordered are the types whose values have an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// EqT is a == b at the condition whose false branch is f.
func EqT[T comparable](f Branch, a, b T) bool { return relateAny(f, EQ, a, b, a == b) }

// NeT is a != b at the condition whose false branch is f.
func NeT[T comparable](f Branch, a, b T) bool { return relateAny(f, NE, a, b, a != b) }

// LtT is a < b at the condition whose false branch is f.
func LtT[T Ordered](f Branch, a, b T) bool { return relateAny(f, LT, a, b, a < b) }

// LeT is a <= b at the condition whose false branch is f.
func LeT[T Ordered](f Branch, a, b T) bool { return relateAny(f, LE, a, b, a <= b) }

// GtT is a > b at the condition whose false branch is f.
func GtT[T Ordered](f Branch, a, b T) bool { return relateAny(f, GT, a, b, a > b) }

// GeT is a >= b at the condition whose false branch is f.
func GeT[T Ordered](f Branch, a, b T) bool { return relateAny(f, GE, a, b, a >= b) }

// relateAny is relate for operands whose class is not known.
func relateAny[T any](f Branch, r Rel, a, b T, holds bool) bool {
	if holds {
		f++
	}
	if hot[f] > off {
		hitAny(f, r, a, b)
	}
	return holds
}

//go:noinline
func hitAny(f Branch, r Rel, a, b any) {
	switch a := a.(type) {
	case int:
		hit(f, r, int64(a), int64(b.(int)))
	case int8:
		hit(f, r, int64(a), int64(b.(int8)))
	case int16:
		hit(f, r, int64(a), int64(b.(int16)))
	case int32:
		hit(f, r, int64(a), int64(b.(int32)))
	case int64:
		hit(f, r, a, b.(int64))
	case uint:
		hit(f, r, uint64(a), uint64(b.(uint)))
	case uint8:
		hit(f, r, uint64(a), uint64(b.(uint8)))
	case uint16:
		hit(f, r, uint64(a), uint64(b.(uint16)))
	case uint32:
		hit(f, r, uint64(a), uint64(b.(uint32)))
	case uint64:
		hit(f, r, a, b.(uint64))
	case uintptr:
		hit(f, r, uint64(a), uint64(b.(uintptr)))
	case float32:
		hit(f, r, float64(a), float64(b.(float32)))
	case float64:
		hit(f, r, a, b.(float64))
	case string:
		hit(f, r, a, b.(string))
	default:
		hitFlat(f)
	}
}
