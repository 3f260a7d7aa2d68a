package command

import (
	"fmt"
	"slices"
	"strings"
)

// A listValue is the value of a flag that takes elements separated by commas, and may be given several
// times.
type listValue[T any] struct {
	elems *[]T
	parse func(string) (T, error)
}

// String implements flag.Value. Package flag calls it for the zero value, too.
func (l listValue[T]) String() string {
	if l.elems == nil {
		return ""
	}
	var texts []string
	for _, e := range *l.elems {
		texts = append(texts, fmt.Sprint(e))
	}
	return strings.Join(texts, ",")
}

// Set implements flag.Value.
func (l listValue[T]) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		elem, err := l.parse(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		*l.elems = append(*l.elems, elem)
	}
	return nil
}

// wordOf returns a parser of one of these words.
func wordOf(words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("%q is none of %s", text, strings.Join(words, ", "))
		}
		return text, nil
	}
}
