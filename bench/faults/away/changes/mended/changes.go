// Package changes tells two versions of a JSON configuration apart.
package changes

import (
	"encoding/json"
	"reflect"
	"slices"
)

// Between returns the keys that were added, removed or given another value, in order, with a sign before each.
func Between(old, new []byte) ([]string, error) {
	var a, b map[string]any
	if err := json.Unmarshal(old, &a); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(new, &b); err != nil {
		return nil, err
	}
	var keys []string
	for key, was := range a {
		is, ok := b[key]
		switch {
		case !ok:
			keys = append(keys, "-"+key)
		case !reflect.DeepEqual(is, was):
			keys = append(keys, "~"+key)
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, "+"+key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}
