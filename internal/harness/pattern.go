package harness

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// longest is how long a sample may be, in bytes.
const longest = 256

// Samples returns at most n texts that match the expression, each once: the simplest
// one, one with all that may be left out, and then, for each choice that
// the expression leaves, one that makes it otherwise and is simple in all else. The
// choices of what is repeated and of alternatives come before those of
// characters. There are none if the expression is not valid, and fewer
// where they would be too long or what the samples know nothing of, such as a
// boundary of a word, keeps them from matching.
//
// Samples takes time linear in n times the size of the expression.
func Samples(expr string, n int) []string {
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

// A plan says which choices are not the simplest: how often a part is repeated, which
// alternative or which character is taken.
type plan map[*syntax.Regexp]int

// An option is a choice in a part that is there only if another choice was made.
type option struct {
	part  *syntax.Regexp
	taken int
	under *option // nil if the part is always there
}

func (o *option) plan() plan {
	p := plan{}
	for ; o != nil; o = o.under {
		p[o.part] = o.taken
	}
	return p
}

// choices are what an expression leaves open.
type patternChoices struct {
	shapes  []*option // what is repeated, and alternatives
	letters []*option // characters
	all     []*option // those of the shapes that make what may be left out be there
}

// everything is the plan in which nothing is left out.
func (c *patternChoices) everything() plan {
	p := plan{}
	for _, o := range c.all {
		p[o.part] = o.taken
	}
	return p
}

// visit collects the choices of a part.
func (c *patternChoices) visit(re *syntax.Regexp, under *option) {
	shape := func(taken int) *option {
		o := &option{re, taken, under}
		c.shapes = append(c.shapes, o)
		return o
	}
	switch re.Op {
	case syntax.OpCharClass:
		for i := 1; i < len(characters(re)); i++ {
			c.letters = append(c.letters, &option{re, i, under})
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
		least, most := times(re)
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

// times is how often a part is repeated at least and, as far as is of interest, at most.
func times(re *syntax.Regexp) (least, most int) {
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

// write writes the text of a part, and reports whether there is one that is short
// enough.
func (p plan) write(b *strings.Builder, re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		all := characters(re)
		if len(all) == 0 {
			return false
		}
		b.WriteRune(all[p[re]])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('a')
	case syntax.OpAlternate:
		return p.write(b, re.Sub[p[re]])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		n, _ := times(re)
		if taken, ok := p[re]; ok {
			n = taken
		}
		for range n {
			if !p.write(b, re.Sub[0]) {
				return false
			}
		}
	default: // a group, a sequence, or a place
		for _, sub := range re.Sub {
			if !p.write(b, sub) {
				return false
			}
		}
	}
	return b.Len() <= longest
}

// liked are the characters that samples rather have than others.
const liked = "a1A0z9Z-_. /:@"

// mostLetters is how many characters of a class are tried.
const mostLetters = 3

// characters are those of a class that are tried.
func characters(re *syntax.Regexp) (out []rune) {
	in := func(r rune) bool {
		for i := 0; i+1 < len(re.Rune); i += 2 {
			if re.Rune[i] <= r && r <= re.Rune[i+1] {
				return true
			}
		}
		return false
	}
	for _, r := range liked {
		if in(r) && len(out) < mostLetters {
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
