// Package slug makes names for addresses of pages.
package slug

import "strings"

// Normalize returns a title in lower-case letters, digits and single hyphens. Other characters are left out, blanks and
// underscores become hyphens. A name that is normal already stays as it is.
func Normalize(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			b.WriteRune(r)
		case r == ' ', r == '_':
			b.WriteByte('-')
		}
	}
	s := b.String()
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	return strings.Trim(s, "-")
}
