package harness

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSample is the most bytes in a sample.
const maxSample = 256

// samples returns at most n distinct texts that the expression matches: the simplest text, one
// with all optional parts, and then a text for each choice in the expression that deviates from
// the simplest text in this choice alone. Repetitions and alternatives come before characters.
// samples returns nil if the expression is not valid. It returns fewer texts if some would be
// too long, or do not match because of an assertion that it does not model, such as a word
// boundary.
func samples(expr string, n int) (out []string) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	shapes, letters := []*sampler{{}, {full: true}}, []*sampler(nil)
	for len(out) < n && len(shapes)+len(letters) > 0 {
		if len(shapes) == 0 {
			shapes, letters = letters[:1], letters[1:]
		}
		s := shapes[0]
		fits := s.write(tree)
		shapes = append(shapes[1:], s.deviations(false)...)
		letters = append(letters, s.deviations(true)...)
		if text := s.text.String(); fits && !slices.Contains(out, text) && re.MatchString(text) {
			out = append(out, text)
		}
	}
	return out
}

// A sampler writes one text that an expression matches.
type sampler struct {
	taken   []int // options to take, by choice in the order of the text; behind them, the first option
	full    bool  // optional parts are there
	text    strings.Builder
	choices []choice
	inner   int // number of choices up to the end of what the last option of taken has opened
}

// A choice is a place where an expression leaves open how the text goes on.
type choice struct {
	options  int
	isLetter bool // between characters
}

// deviations returns the samplers that deviate from the text that s has written in one choice: between
// characters, or any other. If s deviates from the simplest text itself, only the choices count that its
// last option has opened.
func (s *sampler) deviations(letters bool) (list []*sampler) {
	end := s.inner
	switch {
	case s.full:
		return nil
	case len(s.taken) == 0:
		end = len(s.choices)
	}
	for i := len(s.taken); i < end; i++ {
		for option := 1; option < s.choices[i].options && s.choices[i].isLetter == letters; option++ {
			taken := make([]int, i+1)
			copy(taken, s.taken)
			taken[i] = option
			list = append(list, &sampler{taken: taken})
		}
	}
	return list
}

// choose returns the option to take at the next choice, and whether it is the last of taken. The choices
// behind the first maxSample are not known.
func (s *sampler) choose(options int, isLetter bool) (option int, last bool) {
	i := len(s.choices)
	if i == maxSample {
		return 0, false
	}
	s.choices = append(s.choices, choice{options, isLetter})
	if i < len(s.taken) {
		option = s.taken[i]
	}
	return option, i == len(s.taken)-1
}

// repeatRange returns how often a part is repeated at least and at most. For an unbounded
// repetition, most is least plus 2.
func repeatRange(re *syntax.Regexp) (least, most int) {
	switch re.Op {
	case syntax.OpQuest:
		return 0, 1
	case syntax.OpPlus:
		least = 1
	case syntax.OpRepeat:
		least, most = re.Min, re.Max
	}
	if most <= 0 && !(re.Op == syntax.OpRepeat && re.Max == 0) {
		most = least + 2
	}
	return least, most
}

// write writes the text of a part. It reports false if there is none, or if the text is too
// long.
func (s *sampler) write(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			s.text.WriteRune(r)
		}
	case syntax.OpCharClass:
		all := classChars(re)
		if len(all) == 0 {
			return false
		}
		option, _ := s.choose(len(all), true)
		s.text.WriteRune(all[option])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		s.text.WriteByte('a')
	case syntax.OpAlternate:
		option, last := s.choose(len(re.Sub), false)
		fits := s.write(re.Sub[option])
		if last {
			s.inner = len(s.choices)
		}
		return fits
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := repeatRange(re)
		option, last := s.choose(min(most-least, 2)+1, false)
		if s.full && least == 0 && most > 0 {
			option = 1
		}
		for range least + option {
			if !s.write(re.Sub[0]) {
				return false
			}
		}
		if last && least == 0 && option == 1 {
			s.inner = len(s.choices)
		}
	default: // a group, a sequence or an assertion
		for _, sub := range re.Sub {
			if !s.write(sub) {
				return false
			}
		}
	}
	return s.text.Len() <= maxSample
}

// preferredChars are the characters that samples prefer, in order of preference.
const preferredChars = "a1A0z9Z-_. /:@"

// maxLettersPerClass is the most characters of a class that are tried.
const maxLettersPerClass = 3

// classChars returns the characters of a class that are tried.
func classChars(re *syntax.Regexp) (out []rune) {
	in := func(r rune) bool {
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i] <= r && r <= re.Rune[i+1] {
				return true
			}
		}
		return false
	}
	for _, r := range preferredChars {
		if in(r) && len(out) < maxLettersPerClass {
			out = append(out, r)
		}
	}
	if n := len(re.Rune); n > 0 && len(out) < 2 {
		for _, r := range []rune{re.Rune[0], re.Rune[n-1]} {
			if len(out) == 0 || !slices.Contains(out, r) && r < utf8.RuneSelf {
				out = append(out, r)
			}
		}
	}
	return out
}
