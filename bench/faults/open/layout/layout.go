// Package layout computes how much memory records take.
package layout

import "fmt"

var basic = map[string]uint64{"byte": 1, "short": 2, "int": 4, "long": 8}

// Size returns the size of a type, which is basic or a record in types, by the types of its fields.
func Size(types map[string][]string, name string) (uint64, error) {
	return size(types, name, map[string]uint64{})
}

// size keeps the sizes of the records that it has seen in known.
func size(types map[string][]string, name string, known map[string]uint64) (uint64, error) {
	if n, ok := basic[name]; ok {
		return n, nil
	}
	if n, ok := known[name]; ok {
		return n, nil
	}
	fields, ok := types[name]
	if !ok {
		return 0, fmt.Errorf("layout: there is no type %s", name)
	}
	total := uint64(0)
	for _, field := range fields {
		n, err := size(types, field, known)
		if err != nil {
			return 0, err
		}
		total += n
	}
	known[name] = total
	return total, nil
}
