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
//
// samples takes time linear in n times the size of the expression.
func samples(expr string, n int) []string {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	var c patternChoices
	c.visit(tree, nil)
	plans := []plan{{}, c.everything()}
	for _, o := range slices.Concat(c.shapes, c.letters) {
		plans = append(plans, o.plan())
	}
	var out []string
	for _, p := range plans {
		if len(out) >= n {
			break
		}
		var b strings.Builder
		if !p.write(&b, tree) {
			continue
		}
		if s := b.String(); !slices.Contains(out, s) && re.MatchString(s) {
			out = append(out, s)
		}
	}
	return out
}

// A plan maps parts of an expression to the choices that are not the simplest: a number of
// repetitions, or the index of an alternative or a character.
type plan map[*syntax.Regexp]int

// A choicePoint is a choice that is not the simplest: alternative is the entry of part in a plan.
// The part may be present only under another choice, parent.
type choicePoint struct {
	part        *syntax.Regexp
	alternative int
	parent      *choicePoint // nil if the part is always present
}

func (o *choicePoint) plan() plan {
	p := plan{}
	for ; o != nil; o = o.parent {
		p[o.part] = o.alternative
	}
	return p
}

// patternChoices holds the choices that an expression leaves open.
type patternChoices struct {
	shapes  []*choicePoint // repetitions and alternatives
	letters []*choicePoint // characters
	all     []*choicePoint // shapes that include an optional part
}

// everything returns the plan that includes all optional parts.
func (c *patternChoices) everything() plan {
	p := plan{}
	for _, o := range c.all {
		p[o.part] = o.alternative
	}
	return p
}

// visit collects the choices of a part.
func (c *patternChoices) visit(re *syntax.Regexp, under *choicePoint) {
	shape := func(taken int) *choicePoint {
		o := &choicePoint{re, taken, under}
		c.shapes = append(c.shapes, o)
		return o
	}
	switch re.Op {
	case syntax.OpCharClass:
		for i := 1; i < len(classChars(re)); i++ {
			c.letters = append(c.letters, &choicePoint{re, i, under})
		}
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			if i == 0 {
				c.visit(sub, under)
			} else {
				c.visit(sub, shape(i))
			}
		}
		return
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		least, most := repeatRange(re)
		inner := under
		if least < most {
			o := shape(least + 1)
			if least == 0 {
				c.all = append(c.all, o)
				inner = o
			}
			if least+2 <= most {
				shape(least + 2)
			}
		}
		c.visit(re.Sub[0], inner)
		return
	}
	for _, sub := range re.Sub {
		c.visit(sub, under)
	}
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
func (p plan) write(b *strings.Builder, re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		all := classChars(re)
		if len(all) == 0 {
			return false
		}
		b.WriteRune(all[p[re]])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpAlternate:
		return p.write(b, re.Sub[p[re]])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		n, _ := repeatRange(re)
		if taken, ok := p[re]; ok {
			n = taken
		}
		for range n {
			if !p.write(b, re.Sub[0]) {
				return false
			}
		}
	default: // a group, a sequence or an assertion
		for _, sub := range re.Sub {
			if !p.write(b, sub) {
				return false
			}
		}
	}
	return b.Len() <= maxSample
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
