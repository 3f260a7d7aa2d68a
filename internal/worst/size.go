package worst

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/subject"
)

// Sizes holds the lengths of the slices, strings and maps of an input.
type Sizes struct {
	All   []int          // lengths of all parameters that have a size; there is a search for each
	Named map[string]int // lengths of single parameters by name, instead of All
}

// Set adds the value of one flag -size: a list of lengths and of name=length, separated by
// commas.
func (s *Sizes) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		name, number, named := strings.Cut(strings.TrimSpace(part), "=")
		if !named {
			name, number = "", name
		}
		n, err := strconv.Atoi(number)
		switch {
		case errors.Is(err, strconv.ErrRange) || n > subject.MaxWords:
			return fmt.Errorf("%s is more than %d", number, subject.MaxWords)
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
			return fmt.Errorf("%d is listed twice", n)
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

// checkSizes returns an error if sizes are missing for a signature, or if a size applies to no
// parameter.
func checkSizes(sig *input.Signature, s Sizes) error {
	var sized, names []string
	for i := range sig.Inputs() {
		f := sig.Input(i)
		names = append(names, fmt.Sprintf("%s %s", subject.InputName(f, i), f.Type.Go))
		if subject.Sized(f.Type) {
			sized = append(sized, subject.InputName(f, i))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Named)) {
		switch i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, name+" ") }); {
		case i < 0:
			return fmt.Errorf("-size %s=%d: %s has no parameter %s; it has %s", name, s.Named[name], sig.Name, name, joinWords(names))
		case !slices.Contains(sized, name):
			return fmt.Errorf("-size %s=%d: %s holds no slice, string or map that could have a size", name, s.Named[name], names[i])
		}
	}
	open := slices.DeleteFunc(slices.Clone(sized), func(name string) bool { _, ok := s.Named[name]; return ok })
	switch {
	case len(sized) == 0 && len(s.All) > 0 && len(names) == 0:
		return fmt.Errorf("-size %d has no effect: %s takes no inputs", s.All[0], sig.Name)
	case len(sized) == 0 && len(s.All) > 0:
		return fmt.Errorf("-size %d has no effect: no parameter of %s (%s) is a slice, a string or a map; leave it out", s.All[0], sig.Name, joinWords(names))
	case len(open) == 0 && len(s.All) > 0:
		return fmt.Errorf("-size %d has no effect: every parameter has a size of its own", s.All[0])
	case len(open) > 0 && len(s.All) == 0:
		return fmt.Errorf("-size is missing: say how long %s should be, as in -size 100", joinWords(open))
	}
	return nil
}

func joinWords(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}
