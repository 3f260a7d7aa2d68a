package worst

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Sizes says how long the lists of an input are.
type Sizes struct {
	All   []int          // of everything that has a size; a search for each
	Named map[string]int // of single parameters instead
}

// Set adds what one -size says: lengths and lengths of single parameters, with
// commas between them.
func (s *Sizes) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name, number, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			name, number = "", name
		}
		n, err := strconv.Atoi(number)
		switch {
		case errors.Is(err, strconv.ErrRange) || n > maxWords:
			return fmt.Errorf("%s is more than %d", number, maxWords)
		case err != nil:
			return fmt.Errorf("%q is no size: write a length, or name=length for one parameter alone", part)
		case n < 0:
			return fmt.Errorf("%d is negative", n)
		case named && !token.IsIdentifier(name):
			return fmt.Errorf("%q is not the name of a parameter", name)
		case named && s.Named == nil:
			s.Named = map[string]int{name: n}
		case named:
			s.Named[name] = n
		case slices.Contains(s.All, n):
			return fmt.Errorf("%d is there twice", n)
		default:
			s.All = append(s.All, n)
		}
	}
	return nil
}

// String writes the sizes as -size takes them.
func (s *Sizes) String() string {
	var parts []string
	for _, n := range s.All {
		parts = append(parts, strconv.Itoa(n))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Named)) {
		parts = append(parts, fmt.Sprintf("%s=%d", name, s.Named[name]))
	}
	return strings.Join(parts, ",")
}
