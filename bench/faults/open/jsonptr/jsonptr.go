// Package jsonptr finds values in JSON documents.
package jsonptr

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Find returns the value at a path of keys and indexes with slashes between them, and the document's own for an empty path.
func Find(document []byte, path string) (any, error) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return nil, err
	}
	for key := range strings.SplitSeq(path, "/") {
		if key == "" {
			continue
		}
		if list, ok := value.([]any); ok {
			i, err := strconv.ParseUint(key, 10, 31)
			if err != nil || int(i) >= len(list) {
				return nil, fmt.Errorf("jsonptr: no element %s", key)
			}
			value = list[i]
			continue
		}
		next, ok := value.(map[string]any)[key]
		if !ok {
			return nil, fmt.Errorf("jsonptr: no key %s", key)
		}
		value = next
	}
	return value, nil
}
