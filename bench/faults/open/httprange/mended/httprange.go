// Package httprange cuts the part out of a content that a Range header asks for.
package httprange

import (
	"errors"
	"strconv"
	"strings"
)

// ErrRange is returned for a range that the content does not have.
var ErrRange = errors.New("httprange: no such range")

// Cut returns the bytes of content that header names: "bytes=2-5", "bytes=2-" or "bytes=-5".
func Cut(content []byte, header string) ([]byte, error) {
	spec, ok := strings.CutPrefix(header, "bytes=")
	if !ok {
		return content, nil
	}
	first, last, ok := strings.Cut(spec, "-")
	if !ok {
		return nil, ErrRange
	}
	if first == "" {
		n, err := strconv.ParseUint(last, 10, 31)
		if err != nil || int(n) > len(content) {
			return nil, ErrRange
		}
		return content[len(content)-int(n):], nil
	}
	from, err := strconv.ParseUint(first, 10, 31)
	if err != nil {
		return nil, ErrRange
	}
	to := uint64(len(content))
	if last != "" {
		if to, err = strconv.ParseUint(last, 10, 31); err != nil {
			return nil, ErrRange
		}
		to = min(to+1, uint64(len(content)))
	}
	if from >= uint64(len(content)) || from >= to {
		return nil, ErrRange
	}
	return content[from:to], nil
}
