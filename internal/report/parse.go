package report

import (
	"fmt"
	"strconv"
	"strings"
)

// hunk is the head of one change.
type hunk struct {
	removed   int // lines
	at, added int // first line in the new file, and how many
}

// parseHunk reads "@@ -12,3 +14 @@ func name".
func parseHunk(line string) (h hunk, err error) {
	words := strings.Fields(line)
	if len(words) < 4 || words[0] != "@@" || words[3] != "@@" || words[1][0] != '-' || words[2][0] != '+' {
		return h, fmt.Errorf("%q is no head of a change", line)
	}
	if _, h.removed, err = parseRange(words[1][1:]); err == nil {
		h.at, h.added, err = parseRange(words[2][1:])
	}
	return h, err
}

// parseRange reads "14,3", or "14" for "14,1".
func parseRange(s string) (at, n int, err error) {
	first, count, found := strings.Cut(s, ",")
	if !found {
		count = "1"
	}
	if at, err = strconv.Atoi(first); err == nil {
		n, err = strconv.Atoi(count)
	}
	return at, n, err
}

// newName reads the name of the file after the change, "" for one that is
// gone. Git ends a name with spaces in a tab, and quotes one with characters
// that would be misread.
func newName(s string) (string, error) {
	s = strings.TrimSuffix(s, "\t")
	if strings.HasPrefix(s, `"`) {
		var err error
		if s, err = strconv.Unquote(s); err != nil {
			return "", fmt.Errorf("git diff writes a name as %s", s)
		}
	}
	if s == "/dev/null" {
		return "", nil
	}
	name, ok := strings.CutPrefix(s, "b/")
	if !ok {
		return "", fmt.Errorf("git diff writes a name as %q", s)
	}
	return name, nil
}
