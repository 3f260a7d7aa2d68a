// Package words has functions that take text apart.
package words

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func Prefix(s string) int {
	switch {
	case strings.HasPrefix(s, "http://"):
		return 1
	case strings.HasSuffix(s, ".go"):
		return 2
	case strings.Contains(s, "ab"):
		return 3
	}
	return 0
}

func Index(s string) int {
	if i := strings.Index(s, "::"); i > 0 {
		if s[:i] == "std" {
			return 1
		}
		return 2
	}
	if i := strings.IndexByte(s, '='); i >= 0 && s[i+1:] == "on" {
		return 3
	}
	return 0
}

func Fields(s string) int {
	f := strings.Fields(s)
	if len(f) == 2 && f[0] == "go" {
		return len(f[1])
	}
	return -len(f)
}

func Split(s string) (int, error) {
	parts := strings.Split(s, ",")
	if len(parts) != 2 {
		return 0, errors.New("not two parts")
	}
	n, err := strconv.Atoi(parts[0])
	if err != nil {
		return 0, fmt.Errorf("first part: %w", err)
	}
	if n == 42 && parts[1] == "x" {
		return 1, nil
	}
	return 2, nil
}

func Trim(s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(s, "#")
	if s == "end" {
		return "END"
	}
	return strings.TrimRight(s, ".")
}

func Cut(s string) (string, bool) {
	key, value, ok := strings.Cut(s, "=")
	if !ok {
		return "", false
	}
	if key == "k" && value != "" {
		return value, true
	}
	return key, false
}

func Lower(s string) int {
	if strings.ToLower(s) == "yes" || strings.EqualFold(s, "ok") {
		return 1
	}
	if strings.ToUpper(s) == s {
		return 2
	}
	return 0
}

func Number(s string) int {
	n, err := strconv.ParseInt(s, 0, 16)
	if errors.Is(err, strconv.ErrRange) {
		return -1
	}
	if err != nil {
		return -2
	}
	if n == -77 {
		return 1
	}
	return 0
}

func Float(s string) int {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return -1
	}
	if f > 1.5 {
		return 1
	}
	return 0
}

// Tokens counts numbers, names and marks.
func Tokens(s string) (numbers, names, marks int, err error) {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ':
			i++
		case c >= '0' && c <= '9':
			j := i
			for j < len(s) && s[j] >= '0' && s[j] <= '9' {
				j++
			}
			if s[i:j] == "007" {
				numbers += 7
			}
			numbers++
			i = j
		case c >= 'a' && c <= 'z':
			j := i
			for j < len(s) && s[j] >= 'a' && s[j] <= 'z' {
				j++
			}
			switch s[i:j] {
			case "if", "for":
				marks++
			case "func":
				marks += 2
			default:
				names++
			}
			i = j
		case strings.ContainsRune("+-*/", rune(c)):
			marks++
			i++
		default:
			return numbers, names, marks, fmt.Errorf("unexpected %q at %d", c, i)
		}
	}
	return
}

var keywords = map[string]int{"if": 1, "for": 2, "func": 3, "var": 4}

// Keyword looks a name up.
func Keyword(s string) (int, bool) {
	n, ok := keywords[s]
	if n == 3 {
		return 30, ok
	}
	return n, ok
}

// Count counts numbers in a map of its own.
func Count(list []int) int {
	m := map[int]int{}
	for _, x := range list {
		m[x]++
		if m[x] == 3 {
			return x
		}
	}
	return len(m)
}

// Between is a part with bounds of its own.
func Between(s string, i, j int) int {
	if i < 0 || j > len(s) || i > j {
		return -1
	}
	if s[i:j] == "mid" {
		return 1
	}
	return 0
}

// Bytes makes strings of bytes.
func Bytes(b []byte, n int) int {
	if string(b) == "magic" {
		return 1
	}
	if n >= 0 && n < len(b) && string(b[:n]) == "PK" {
		return 2
	}
	if bytes.Equal(b, []byte{1, 2}) || bytes.HasPrefix(b, []byte("\x7fELF")) {
		return 3
	}
	if bytes.Contains(b, []byte("--")) {
		return 4
	}
	return 0
}

// Runes goes over runes.
func Runes(s string) (n int) {
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			n++
		case unicode.IsDigit(r):
			n += 10
		case unicode.IsSpace(r):
			n += 100
		case r == 'é':
			return -1
		}
	}
	if utf8.RuneCountInString(s) == 3 {
		return -3
	}
	return n
}

// Reverse turns runes around.
func Reverse(s string) bool {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r) == "olleh"
}

// Build joins what it is given.
func Build(a []string, sep string) bool {
	var b strings.Builder
	for i, s := range a {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(s)
	}
	return b.String() == "a-b" || strings.Join(a, sep) == "x+y+z"
}

// Replace rewrites text.
func Replace(s string) bool {
	return strings.ReplaceAll(s, "aa", "b") == "bcb" || strings.Repeat(s, 2) == "xyxy"
}

// Sorted finds words.
func Sorted(a []string, s string) bool {
	sort.Strings(a)
	i := sort.SearchStrings(a, s)
	return i < len(a) && a[i] == s && i == 2
}

// Bracket matches brackets.
func Bracket(s string) bool {
	var stack []byte
	pairs := map[byte]byte{')': '(', ']': '['}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '(', '[':
			stack = append(stack, c)
		case ')', ']':
			if len(stack) == 0 || stack[len(stack)-1] != pairs[c] {
				return false
			}
			stack = stack[:len(stack)-1]
		}
	}
	return len(stack) == 0 && len(s) > 3
}

// At reads an element with an index of its own.
func At(list []int, i, j int) int {
	if i < 0 || i >= len(list) || j < 0 || j >= len(list) {
		return -1
	}
	if list[i] == list[j]+7 && i != j {
		return 1
	}
	list[i] = 5
	if list[j] == 6 {
		return 2
	}
	return 0
}

// Date checks a date.
func Date(s string) (y, m, d int, ok bool) {
	parts := strings.SplitN(s, "-", 3)
	if len(parts) != 3 || len(parts[0]) != 4 {
		return
	}
	var err error
	if y, err = strconv.Atoi(parts[0]); err != nil {
		return
	}
	if m, err = strconv.Atoi(parts[1]); err != nil || m < 1 || m > 12 {
		return
	}
	if d, err = strconv.Atoi(parts[2]); err != nil || d < 1 || d > 31 {
		return
	}
	return y, m, d, m != 2 || d < 30
}

// Forget has keys of two parts in a map.
func Forget(a, b, c int) (n, sum int) {
	m := map[[2]int]int{{a, 1}: 1}
	m[[2]int{b, 1}] = 2
	delete(m, [2]int{c, 1})
	for k, v := range m {
		sum += k[0] * v
	}
	return len(m), sum
}

// Zeros has keys that need not equal themselves.
func Zeros(x, y float64) int {
	m := map[float64]int{x: 1}
	m[y]++
	return 10*len(m) + m[x]
}

// Wrapped compares text that was formatted.
func Wrapped(s string) bool {
	return fmt.Errorf("not %v: %w", s, errors.New(s)).Error() == "not ab: ab"
}

// Message formats text in all ways.
func Message(s string, n int8) string {
	format := "%d %5s|%-3v|%.1s|%q|%x|%+v|%d|%s"
	return fmt.Sprintf(format, n, s, s, s, s, s, s, s, s, s) + fmt.Sprint(s, 1, s, n) + fmt.Sprintln(s, errors.New(s)) + fmt.Sprintf("%[2]*[1]s%[1]v%%", s, int(n)&7)
}

// First decodes a rune and encodes it again.
func First(s string) (rune, string) {
	for _, r := range s {
		if r == '€' {
			return -1, ""
		}
		return r, string(r) + string([]rune{r + 1, 'x', r - 1})
	}
	return 0, ""
}

// Encode makes text of numbers.
func Encode(r rune, u uint16, n int64) string {
	return string(r) + string(rune(u)) + string(rune(n)) + string([]rune{rune(u), r})
}
