package explore

import (
	"slices"

	"nearmiss/input"
)

// withoutDuplicateKeys returns the input without map entries that a later entry with the same key
// replaces. The values are the same, but can be written as a Go literal, which allows no duplicate
// keys.
func withoutDuplicateKeys(sig *input.Signature, v input.Vector) input.Vector {
	v = slices.Clone(v)
	for _, x := range slices.Backward(input.NewSpace(sig, input.Limits{}).Vars(nil, v)) { // inner maps first
		if x.Type.Kind != input.Map || v[x.Off] == 0 {
			continue
		}
		var keys, entries []input.Vector
		pos := x.Off + 1
		for range v[x.Off] - 1 {
			value := input.Skip(x.Type.Key, v, pos)
			end := input.Skip(x.Type.Elem, v, value)
			if i := slices.IndexFunc(keys, func(k input.Vector) bool { return slices.Equal(k, v[pos:value]) }); i >= 0 {
				keys, entries = slices.Delete(keys, i, i+1), slices.Delete(entries, i, i+1)
			}
			keys, entries = append(keys, v[pos:value]), append(entries, v[pos:end])
			pos = end
		}
		v = slices.Concat(v[:x.Off], input.Vector{1 + uint64(len(entries))}, slices.Concat(entries...), v[pos:])
	}
	return v
}
