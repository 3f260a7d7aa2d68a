package search

import (
	"unicode/utf8"

	"nearmiss/input"
)

// letters renames characters everywhere at once: in strings, and where a
// number of a character's type is one.
func (s *shrinker) letters() {
	const most = 24
	tried := map[rune]bool{}
	for range most {
		r, ok := s.nextLetter(tried)
		if !ok || s.spent() {
			return
		}
		tried[r] = true
		if character(func(c byte) bool { return s.rename(r, rune(c)) }) || r < utf8.RuneSelf {
			continue
		}
		for _, q := range input.Accented {
			if s.rename(r, q) {
				break
			}
		}
	}
}

// nextLetter returns the first character of a string that was not tried.
func (s *shrinker) nextLetter(tried map[rune]bool) (rune, bool) {
	for i := range s.vars {
		if v := &s.vars[i]; v.Type.Kind == input.String && v.Role == input.RoleLen {
			for _, r := range s.text(v) {
				if !tried[r] && r != utf8.RuneError {
					return r, true
				}
			}
		}
	}
	return 0, false
}

// text returns the string of a length variable.
func (s *shrinker) text(v *input.Var) string {
	b := make([]byte, v.Count(s.best))
	for i := range b {
		b[i] = byte(s.best[v.Off+1+i])
	}
	return string(b)
}

// rename tries another character in all places.
func (s *shrinker) rename(from, to rune) bool {
	raw := make(input.Vector, 0, len(s.best))
	at := 0
	for i := range s.vars {
		v := &s.vars[i]
		switch {
		case v.Off < at:
		case v.Type.Kind == input.String && v.Role == input.RoleLen:
			raw = append(append(raw, s.best[at:v.Off]...), 0)
			n := len(raw)
			for rest := s.text(v); rest != ""; {
				r, size := utf8.DecodeRuneInString(rest)
				piece := rest[:size]
				if r == from && (r != utf8.RuneError || size > 1) {
					piece = string(to)
				}
				for j := range len(piece) {
					raw = append(raw, uint64(piece[j]))
				}
				rest = rest[size:]
			}
			raw[n-1] = uint64(len(raw) - n)
			at = v.End
		case scalar(v) && v.Char() && s.best[v.Off] == uint64(from):
			raw = append(append(raw, s.best[at:v.Off]...), uint64(to))
			at = v.End
		}
	}
	return s.try(s.space.Normalize(nil, append(raw, s.best[at:]...)))
}

// thorough tries what is dear and seldom helps: deleting two elements apart,
// and every plainer character.
func (s *shrinker) thorough() {
	s.brackets()
	for i := 0; i < len(s.vars) && !s.spent(); i++ {
		v := s.vars[i]
		if !v.Char() || v.Key || s.best[v.Off] == v.Plain() {
			continue
		}
		for c := range len(input.Characters) {
			w := uint64(input.Characters[c])
			if w == s.best[v.Off] || s.set(&v, w) {
				break
			}
		}
	}
	s.wide()
}

// wide tries the first accented letter for a run of other bytes.
func (s *shrinker) wide() {
	for i := 0; i+1 < len(s.vars); i++ {
		if s.vars[i].Role != input.RoleByte || s.vars[i+1].Role != input.RoleByte || s.vars[i].Key || s.best[i] < utf8.RuneSelf {
			continue
		}
		c := s.copied()
		for j := range len(accent) {
			c[s.vars[i+j].Off] = uint64(accent[j])
		}
		s.try(c)
	}
}

// accent is the shortest character beyond ASCII.
const accent = "é"
