// Package revision orders revisions of documents.
package revision

import (
	"fmt"
	"strconv"
	"strings"
)

// A Revision has a number for large changes and one for small ones.
type Revision struct {
	Major, Minor uint16
}

// Parse returns the revision of a text such as "3.14"; without a dot the small changes are zero.
func Parse(text string) (Revision, error) {
	major, minor, ok := strings.Cut(text, ".")
	if !ok {
		minor = "0"
	}
	a, err := strconv.ParseUint(major, 10, 16)
	if err != nil {
		return Revision{}, fmt.Errorf("revision: %w", err)
	}
	b, err := strconv.ParseUint(minor, 10, 16)
	if err != nil {
		return Revision{}, fmt.Errorf("revision: %w", err)
	}
	return Revision{uint16(a), uint16(b)}, nil
}

// Less reports whether r is older than s.
func (r Revision) Less(s Revision) bool {
	if r.Major < s.Major {
		return true
	}
	return r.Major == s.Major && r.Minor < s.Minor
}
