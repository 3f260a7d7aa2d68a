package probe

// The condition probes below compare operands whose type is a type parameter. The type argument
// is known only at run time. Predeclared integer, float and string types have the distance of their
// class; other types give no gradient: their distance is always 1.

// Ordered are the types whose values have an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// EqT records the condition a == b with the false branch f and returns its value.
func EqT[T comparable](f Branch, a, b T) bool { return relateAny(f, EQ, a, b, a == b) }

// NeT records the condition a != b with the false branch f and returns its value.
func NeT[T comparable](f Branch, a, b T) bool { return relateAny(f, NE, a, b, a != b) }

// LtT records the condition a < b with the false branch f and returns its value.
func LtT[T Ordered](f Branch, a, b T) bool { return relateAny(f, LT, a, b, a < b) }

// LeT records the condition a <= b with the false branch f and returns its value.
func LeT[T Ordered](f Branch, a, b T) bool { return relateAny(f, LE, a, b, a <= b) }

// GtT records the condition a > b with the false branch f and returns its value.
func GtT[T Ordered](f Branch, a, b T) bool { return relateAny(f, GT, a, b, a > b) }

// GeT records the condition a >= b with the false branch f and returns its value.
func GeT[T Ordered](f Branch, a, b T) bool { return relateAny(f, GE, a, b, a >= b) }

// relateAny is relate for operands of unknown class.
func relateAny[T any](f Branch, r Rel, a, b T, holds bool) bool {
	if holds {
		f++
	}
	if branchFlags[f] > threshold {
		recordAnyRelation(f, r, a, b)
	}
	return holds
}

//go:noinline
func recordAnyRelation(branch Branch, rel Rel, a, b any) {
	switch a := a.(type) {
	case int:
		recordRelation(branch, rel, int64(a), int64(b.(int)))
	case int8:
		recordRelation(branch, rel, int64(a), int64(b.(int8)))
	case int16:
		recordRelation(branch, rel, int64(a), int64(b.(int16)))
	case int32:
		recordRelation(branch, rel, int64(a), int64(b.(int32)))
	case int64:
		recordRelation(branch, rel, a, b.(int64))
	case uint:
		recordRelation(branch, rel, uint64(a), uint64(b.(uint)))
	case uint8:
		recordRelation(branch, rel, uint64(a), uint64(b.(uint8)))
	case uint16:
		recordRelation(branch, rel, uint64(a), uint64(b.(uint16)))
	case uint32:
		recordRelation(branch, rel, uint64(a), uint64(b.(uint32)))
	case uint64:
		recordRelation(branch, rel, a, b.(uint64))
	case uintptr:
		recordRelation(branch, rel, uint64(a), uint64(b.(uintptr)))
	case float32:
		recordRelation(branch, rel, float64(a), float64(b.(float32)))
	case float64:
		recordRelation(branch, rel, a, b.(float64))
	case string:
		recordRelation(branch, rel, a, b.(string))
	default:
		recordUnrelated(branch)
	}
}
