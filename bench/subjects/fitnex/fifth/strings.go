package fifth

import "strings"

// Invoice wants the number of an invoice of July: INV- and /EU around eight
// characters, and three hyphens in all.
func Invoice(text string) bool {
	if len(text) != 15 {
		return false
	}
	if !strings.HasPrefix(text, "INV-") || !strings.HasSuffix(text, "/EU") {
		return false
	}
	if strings.Count(text, "-") != 3 {
		return false
	}
	if strings.Contains(text, "-07-") {
		return true // target
	}
	return false
}

// Isogram wants a word of eleven small letters, none of them twice, with th first,
// ck within and ing last.
func Isogram(word string) bool {
	if len(word) != 11 || !strings.HasPrefix(word, "th") || !strings.HasSuffix(word, "ing") {
		return false
	}
	var seen [26]bool
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
		if seen[word[i]-'a'] {
			return false
		}
		seen[word[i]-'a'] = true
	}
	if strings.Contains(word, "ck") {
		return true // target
	}
	return false
}

// matches says whether a star for any characters, and a question mark for any one,
// make the pattern the text.
func matches(pattern, text string) bool {
	p, t, star, mark := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// Glob wants the name of a Go file, of nine characters, and a pattern that it
// matches, of seven, with two stars apart and a question mark, and no star first.
func Glob(pattern, name string) bool {
	if len(name) != 9 || !strings.HasSuffix(name, ".go") || strings.ContainsAny(name, "*?") {
		return false
	}
	if len(pattern) != 7 || pattern[0] == '*' || strings.Contains(pattern, "**") {
		return false
	}
	if strings.Count(pattern, "*") != 2 || strings.Count(pattern, "?") != 1 {
		return false
	}
	if matches(pattern, name) {
		return true // target
	}
	return false
}

// Slug wants a title with an ampersand between blanks, and what its address ends
// with: small letters, hyphens for blanks, the word for the ampersand and nothing
// else.
func Slug(title, slug string) bool {
	if len(title) < 10 || !strings.Contains(title, " & ") || !strings.HasSuffix(title, "!") {
		return false
	}
	made, capitals := "", 0
	for i := 0; i < len(title); i++ {
		c := title[i]
		switch {
		case c >= 'a' && c <= 'z':
			made += string(rune(c))
		case c >= 'A' && c <= 'Z':
			made += string(rune(c - 'A' + 'a'))
			capitals++
		case c == ' ':
			made += "-"
		case c == '&':
			made += "and"
		}
	}
	if capitals != 2 || strings.HasPrefix(slug, "-") {
		return false
	}
	if slug == made {
		return true // target
	}
	return false
}

// Zip wants two words of five and four letters, and both letter by letter in turn,
// with a cat in that and an ox at its end.
func Zip(a, b, mixed string) bool {
	if len(a) != 5 || len(b) != 4 || len(mixed) != 9 {
		return false
	}
	for i := 0; i < len(mixed); i++ {
		from := a
		if i%2 == 1 {
			from = b
		}
		if mixed[i] != from[i/2] {
			return false
		}
	}
	if !strings.HasSuffix(mixed, "ox") {
		return false
	}
	if strings.Contains(mixed, "cat") {
		return true // target
	}
	return false
}
