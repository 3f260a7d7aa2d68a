// Package distinct counts the different values of JSON lists.
package distinct

import (
	"encoding/json"
)

// Count returns how many different values a list has, and how often the most frequent of them comes.
func Count(list []byte) (different, most int, err error) {
	var values []any
	if err := json.Unmarshal(list, &values); err != nil {
		return 0, 0, err
	}
	times := map[any]int{}
	for _, v := range values {
		times[v]++
		if times[v] > most {
			most = times[v]
		}
	}
	return len(times), most, nil
}
