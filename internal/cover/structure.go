package cover

import (
	"encoding/binary"
	"math"

	"nearmiss/input"
)

// structureOf returns the structure of an input: the choices that the executor treats as fixed,
// that is, which alternative makes each value and in how many steps. Inputs of the same
// structure share an execution tree. It takes time linear in the size of the input.
//
// For each choice that differs from the zero input, the structure has the position of the value and
// the alternative. Positions are counted within the value around them, so that the lengths of lists
// and the alternatives of values do not change the position of any other value.
func structureOf(sig *input.Signature, v input.Vector) string {
	var key []byte
	ends, path := []int{math.MaxInt}, []uint64{0} // for each value around a variable: where the value ends, and how many variables were met in it
	for _, x := range input.NewSpace(sig, input.Limits{}).Vars(nil, v) {
		for x.Off >= ends[len(ends)-1] {
			ends, path = ends[:len(ends)-1], path[:len(path)-1]
		}
		path[len(path)-1]++
		if fixed := x.Role == input.RoleAlt || x.Steps || x.Type.Kind == input.Earlier; fixed && x.Off < len(v) && v[x.Off] != 0 {
			key = binary.AppendUvarint(key, uint64(len(path)))
			for _, n := range path {
				key = binary.AppendUvarint(key, n)
			}
			key = binary.AppendUvarint(key, v[x.Off])
		}
		if x.End > x.Off+1 {
			ends, path = append(ends, x.End), append(path, 0)
		}
	}
	return string(key)
}
