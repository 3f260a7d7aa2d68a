// Package sparse reads vectors that are mostly zero.
package sparse

import (
	"fmt"
	"strconv"
	"strings"
)

const most = 1 << 16

// Parse returns the vector of a text such as "5: 1=2.5 3=-1": its length, and the elements that are not zero.
func Parse(text string) ([]float64, error) {
	head, tail, ok := strings.Cut(text, ":")
	if !ok {
		return nil, fmt.Errorf("sparse: no length in %q", text)
	}
	length, err := strconv.Atoi(strings.TrimSpace(head))
	if err != nil || length < 0 || length > most {
		return nil, fmt.Errorf("sparse: length %q", head)
	}
	vector := make([]float64, length)
	for word := range strings.FieldsSeq(tail) {
		at, value, _ := strings.Cut(word, "=")
		i, err := strconv.ParseUint(at, 10, 31)
		if err != nil || int(i) >= len(vector) {
			return nil, fmt.Errorf("sparse: there is no element %q", at)
		}
		if vector[i], err = strconv.ParseFloat(value, 64); err != nil {
			return nil, fmt.Errorf("sparse: element %d: %w", i, err)
		}
	}
	return vector, nil
}
