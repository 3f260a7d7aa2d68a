package laws

// runtime declares the functions that laws share. Values are the same if they have the same elements and exported fields: unexported
// fields may be caches.
const runtime = `
func nearmissSame(a, b any) bool { return nearmissSameValues(nearmissreflect.ValueOf(a), nearmissreflect.ValueOf(b), 20) }

func nearmissSameValues(a, b nearmissreflect.Value, depth int) bool {
	if !a.IsValid() || !b.IsValid() || depth == 0 {
		return depth == 0 || a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case nearmissreflect.Pointer, nearmissreflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return nearmissSameValues(a.Elem(), b.Elem(), depth-1)
	case nearmissreflect.Slice, nearmissreflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := 0; i < a.Len(); i++ {
			if !nearmissSameValues(a.Index(i), b.Index(i), depth-1) {
				return false
			}
		}
		return true
	case nearmissreflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if v := b.MapIndex(k); k.Interface() == k.Interface() && (!v.IsValid() || !nearmissSameValues(a.MapIndex(k), v, depth-1)) {
				return false
			}
		}
		return true
	case nearmissreflect.Struct:
		for i := 0; i < a.NumField(); i++ {
			if a.Type().Field(i).IsExported() && !nearmissSameValues(a.Field(i), b.Field(i), depth-1) {
				return false
			}
		}
		return true
	case nearmissreflect.Float32, nearmissreflect.Float64:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	case nearmissreflect.Func, nearmissreflect.Chan, nearmissreflect.UnsafePointer:
		return true
	}
	return a.Interface() == b.Interface()
}
`
