package worst

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// maxClauseEvaluations limits the clauses that printableText evaluates.
const maxClauseEvaluations = 1 << 22

// printableText returns a copy of the input in which printable characters replace unprintable
// bytes, as far as the path condition stays satisfied. Bytes of equal value get the same
// character. printableText first tries consecutive characters for all values, which keeps their
// order. If that fails, it tries the characters of printableOrder for one value at a time.
func printableText(v input.Vector, vars []input.Var, p *symexec.Path) input.Vector {
	places := map[byte][]int{} // indexes in v of each unprintable value
	for i := range vars {
		if b := byte(v[vars[i].Off]); vars[i].Role == input.RoleByte && !printable(b) {
			places[b] = append(places[b], vars[i].Off)
		}
	}
	var values []byte
	for b := range places {
		values = append(values, b)
	}
	slices.Sort(values)
	left := maxClauseEvaluations / (len(p.Condition) + 1)
	try := func(to func(i int) byte, which ...int) bool {
		if left--; left < 0 {
			return false
		}
		next := slices.Clone(v)
		for _, i := range which {
			for _, at := range places[values[i]] {
				next[at] = uint64(to(i))
			}
		}
		if !satisfies(next, p) {
			return false
		}
		v = next
		return true
	}
	all := make([]int, len(values))
	for i := range all {
		all[i] = i
	}
	for _, first := range []byte{'a', 'A', '0', ' '} {
		if n := len(values); n > 1 && int(first)+n <= maxPrintable && try(func(i int) byte { return first + byte(i) }, all...) {
			return v
		}
	}
	for i := range values {
		for _, b := range []byte(printableOrder) {
			if try(func(int) byte { return b }, i) {
				break
			}
		}
	}
	return v
}

const (
	maxPrintable   = '~' + 1
	printableOrder = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ _-.,:;/+*=#@!?$%&|~^<>()[]{}'`\"\\"
)

func printable(b byte) bool { return ' ' <= b && b < maxPrintable }
