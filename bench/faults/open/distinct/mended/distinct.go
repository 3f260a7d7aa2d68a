// Package distinct counts the different values of JSON lists.
package distinct

import (
	"encoding/json"
	"errors"
)

// ErrNested is returned for a list that has lists or objects in it.
var ErrNested = errors.New("distinct: nested value")

// Count returns how many different values a list has, and how often the most frequent of them comes.
func Count(list []byte) (different, most int, err error) {
	var values []any
	if err := json.Unmarshal(list, &values); err != nil {
		return 0, 0, err
	}
	times := map[any]int{}
	for _, v := range values {
		switch v.(type) {
		case []any, map[string]any:
			return 0, 0, ErrNested
		}
		times[v]++
		if times[v] > most {
			most = times[v]
		}
	}
	return len(times), most, nil
}
