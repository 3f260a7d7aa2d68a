package probe

// MaxExact is the greatest number of clause distances in a Value.
const MaxExact = 16

// Value is the enhanced fitness at one critical node that a run visited.
type Value struct {
	Value float64          // published fitness: approximation level + path distance
	Level int              // approximation level within Value
	N     int              // number of distances in Exact
	Exact [MaxExact]uint64 // exact distances of clauses, in path order; if full, the last element includes all further clauses
}

// less reports whether v is less than w: by the published value, then by the exact distances in
// path order.
func (v *Value) less(w *Value) bool {
	if v.Value != w.Value {
		return v.Value < w.Value
	}
	for i := 0; i < v.N && i < w.N; i++ {
		if v.Exact[i] != w.Exact[i] {
			return v.Exact[i] < w.Exact[i]
		}
	}
	return v.N < w.N
}
