package command

import (
	"fmt"
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
