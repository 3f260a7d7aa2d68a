// Package axis labels the ticks of a diagram.
package axis

// Label returns the label of a value on an axis whose ticks are step apart, downwards if step is negative. Labels begin at
// zero. There is none behind the last tick, or on the other side of zero.
func Label(labels []string, value, step int) string {
	if step == 0 {
		return ""
	}
	if value != 0 && (value < 0) != (step < 0) {
		return ""
	}
	tick := value / step
	if tick < 0 || tick >= len(labels) {
		return ""
	}
	return labels[tick]
}
