package probe

// The conditions on operands of a type parameter's type. What they compare is
// known only when they run: a predeclared type has the distance of its class,
// and anything else is flat.

// Ordered are the types whose values have an order.
type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// EqT is a == b at the condition whose false branch is f.
func EqT[T comparable](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return EqI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return EqU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return EqF(f, a, any(b).(float64))
	case float32:
		return EqF(f, float64(a), float64(any(b).(float32)))
	case string:
		return EqS(f, a, any(b).(string))
	}
	return Bool(f, a == b)
}

// NeT is a != b at the condition whose false branch is f.
func NeT[T comparable](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return NeI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return NeU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return NeF(f, a, any(b).(float64))
	case float32:
		return NeF(f, float64(a), float64(any(b).(float32)))
	case string:
		return NeS(f, a, any(b).(string))
	}
	return Bool(f, a != b)
}

// LtT is a < b at the condition whose false branch is f.
func LtT[T Ordered](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return LtI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return LtU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return LtF(f, a, any(b).(float64))
	case float32:
		return LtF(f, float64(a), float64(any(b).(float32)))
	case string:
		return LtS(f, a, any(b).(string))
	}
	return Bool(f, a < b)
}

// LeT is a <= b at the condition whose false branch is f.
func LeT[T Ordered](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return LeI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return LeU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return LeF(f, a, any(b).(float64))
	case float32:
		return LeF(f, float64(a), float64(any(b).(float32)))
	case string:
		return LeS(f, a, any(b).(string))
	}
	return Bool(f, a <= b)
}

// GtT is a > b at the condition whose false branch is f.
func GtT[T Ordered](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return GtI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return GtU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return GtF(f, a, any(b).(float64))
	case float32:
		return GtF(f, float64(a), float64(any(b).(float32)))
	case string:
		return GtS(f, a, any(b).(string))
	}
	return Bool(f, a > b)
}

// GeT is a >= b at the condition whose false branch is f.
func GeT[T Ordered](f Branch, a, b T) bool {
	if x, y, ok := ints(a, b); ok {
		return GeI(f, x, y)
	}
	if x, y, ok := uints(a, b); ok {
		return GeU(f, x, y)
	}
	switch a := any(a).(type) {
	case float64:
		return GeF(f, a, any(b).(float64))
	case float32:
		return GeF(f, float64(a), float64(any(b).(float32)))
	case string:
		return GeS(f, a, any(b).(string))
	}
	return Bool(f, a >= b)
}

// ints returns a and b if they are of a predeclared signed integer type.
func ints[T any](a, b T) (x, y int64, ok bool) {
	switch a := any(a).(type) {
	case int:
		return int64(a), int64(any(b).(int)), true
	case int8:
		return int64(a), int64(any(b).(int8)), true
	case int16:
		return int64(a), int64(any(b).(int16)), true
	case int32:
		return int64(a), int64(any(b).(int32)), true
	case int64:
		return a, any(b).(int64), true
	}
	return 0, 0, false
}

// uints returns a and b if they are of a predeclared unsigned integer type.
func uints[T any](a, b T) (x, y uint64, ok bool) {
	switch a := any(a).(type) {
	case uint:
		return uint64(a), uint64(any(b).(uint)), true
	case uint8:
		return uint64(a), uint64(any(b).(uint8)), true
	case uint16:
		return uint64(a), uint64(any(b).(uint16)), true
	case uint32:
		return uint64(a), uint64(any(b).(uint32)), true
	case uint64:
		return a, any(b).(uint64), true
	case uintptr:
		return uint64(a), uint64(any(b).(uintptr)), true
	}
	return 0, 0, false
}
