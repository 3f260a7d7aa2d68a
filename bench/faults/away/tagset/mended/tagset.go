// Package tagset has sets of tags.
package tagset

import "strings"

// A Set is a set of tags in lower case. The zero Set is empty.
type Set struct {
	tags map[string]bool
}

// Of returns the set of the tags in a text, with commas between them.
func Of(text string) Set {
	s := Set{map[string]bool{}}
	for tag := range strings.SplitSeq(text, ",") {
		if tag = strings.ToLower(strings.TrimSpace(tag)); tag != "" {
			s.tags[tag] = true
		}
	}
	return s
}

// Len returns how many tags the set has.
func (s Set) Len() int { return len(s.tags) }

// Has reports whether the set has a tag, in letters of either case.
func (s Set) Has(tag string) bool { return s.tags[strings.ToLower(tag)] }

// Equal reports whether two sets have the same tags.
func (s Set) Equal(other Set) bool {
	if len(s.tags) != len(other.tags) {
		return false
	}
	for tag := range s.tags {
		if !other.tags[tag] {
			return false
		}
	}
	return true
}
