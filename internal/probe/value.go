package probe

// MaxExact is how many clause distances a Value holds.
const MaxExact = 16

// Value is the enhanced fitness at one visited node.
type Value struct {
	Value float64 // as published: approximation level + path distance
	Level int     // the approximation level within Value
	N     int     // clauses in Exact
	Exact [MaxExact]uint64
}

// less orders by the published value, then by the clauses in path order.
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
