package harness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
)

// A coderText is the text of a coder: a decoder, an encoder, or one of the functions that encode
// before and after the call.
type coderText struct {
	name string
	of   *input.Type
	text string
}

// coderName matches the name of a coder in generated text.
var coderName = regexp.MustCompile(`\bzznm(Dec|Enc|Before|After)[0-9]+\b`)

// equalCoders returns, for the name of each coder, the name of the first coder that does the same:
// their texts are equal but for the names of coders that do the same.
//
// It is partition refinement (Moore 1956): all coders begin in one class, and a class is split while
// two of its coders use coders of different classes. Work is the number of uses times the depth to
// which types nest.
func equalCoders(list []coderText) map[string]string {
	number := make(map[string]int, len(list)) // by name: index in list
	for i, c := range list {
		number[c.name] = i
	}
	frames, uses := make([]string, len(list)), make([][]int, len(list))
	for i, c := range list {
		frames[i] = coderName.ReplaceAllStringFunc(c.text, func(name string) string {
			uses[i] = append(uses[i], number[name])
			return ""
		})
	}
	class := make([]int, len(list))
	for count := 1; ; {
		known, next := map[string]int{}, make([]int, len(list))
		for i := range list {
			var key strings.Builder
			for _, u := range uses[i] {
				fmt.Fprintf(&key, "%d ", class[u])
			}
			key.WriteString(frames[i])
			k := key.String()
			if _, ok := known[k]; !ok {
				known[k] = len(known)
			}
			next[i] = known[k]
		}
		if class = next; len(known) == count {
			break
		}
		count = len(known)
	}
	first := make(map[string]string, len(list))
	for i, c := range list {
		first[c.name] = list[slices.Index(class, class[i])].name
	}
	return first
}
