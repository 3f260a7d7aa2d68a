package cover

import (
	"context"
	"go/ast"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/worker"
)

// Each place where a run panics is listed with a call. A test that expects the panic is worth keeping only
// where the code panics on purpose, or where no other case takes a branch.

// onPurpose reports whether the code calls panic at the site.
func (p *panicSite) onPurpose() bool { return p.site.Kind == cfg.Explicit }

// expected reports whether a test may expect the end of the case's run: it returns, or the code calls panic in a call that
// a user could make, of an exported function, or in package main of any, without a nil argument.
func (c *testCase) expected() bool {
	if c.result == nil || c.result.Outcome != worker.Panicked && c.result.Outcome != worker.RuntimeError {
		return true
	}
	p, setup := c.fn.unit.ran(c), c.setup()
	return p != nil && p.onPurpose() && c.result.Outcome == worker.Panicked && (c.fn.exported() || c.fn.unit.pkg.Name == "main") &&
		(setup == input.Plain || setup == input.RawLiteral)
}

// keepExpected separates the cases that end in a panic that no test should expect, but for few that alone take branches.
func keepExpected(cases []*testCase) (kept, listed []*testCase) {
	fit, others := split(cases, (*testCase).expected)
	few := fewestOpen(others, taken(usable(fit)))
	return split(cases, func(c *testCase) bool { return c.expected() || slices.Contains(few, c) })
}

// fewestOpen returns few of the panicking cases that take branches which are not in have, those of exported functions first.
// They are kept for nothing else.
func fewestOpen(panicking []*testCase, have map[uint32]bool) []*testCase {
	for _, c := range panicking {
		c.boundaries, c.further, c.notices = nil, nil, false
	}
	exported, others := split(panicking, func(c *testCase) bool { return c.fn.exported() })
	had := maps.Clone(have)
	return necessary(slices.Concat(fewestMore(exported, have), fewestMore(others, have)), had, (*testCase).tellingGoals, func(*testCase) bool { return false })
}

// Numbers of inputs beside that of a case that are tried in its place: where it panics, and where it returns an error.
const (
	insteadTries = 1000
	tellingTries = 200
)

// An instead looks for cases in the place of others: with inputs beside theirs, which take branches that no case takes that is fit.
type instead struct {
	fit   func(*testCase) bool
	have  map[uint32]bool // branches that fit cases take
	known map[*input.Type][]input.Vector
	tries int
	label uint64 // of its random numbers
}

// insteadOf returns an instead for the branches that no fit case of a list takes.
func insteadOf(cases []*testCase, fit func(*testCase) bool, tries int, label uint64) *instead {
	fits, _ := split(cases, fit)
	return &instead{fit: fit, have: taken(fits), known: inputsOf(fits), tries: tries, label: label}
}

// open reports whether a case takes a branch that no fit case takes.
func (x *instead) open(c *testCase) bool {
	return slices.ContainsFunc(c.covers(), func(b uint32) bool { return !x.have[b] })
}

// look returns fit cases in the place of others.
func (x *instead) look(ctx context.Context, s *session, u *unit, others []*testCase) (list []*testCase, err error) {
	for i, c := range others {
		if !s.method.archive || !x.open(c) {
			continue
		}
		if ctx.Err() != nil {
			break // inputs cost time, too
		}
		space, rng := input.NewSpace(c.fn.sig, c.fn.limits), rand.New(rand.NewPCG(s.seed(c.fn, x.label, uint64(i)), 0))
		var tries []*testCase
		for _, v := range beside(space, []input.Vector{c.vector}, x.known, x.tries, rng) {
			tries = append(tries, &testCase{fn: c.fn, vector: v})
		}
		for part := range slices.Chunk(tries, scenesPart) {
			if err := u.runIn(ctx, u.pool, part, false); err != nil {
				return nil, err
			}
			for _, d := range usable(part) {
				if x.fit(d) && d.legal() && x.open(d) {
					list = append(list, d)
					maps.Copy(x.have, taken([]*testCase{d}))
				}
			}
			if !x.open(c) || slices.ContainsFunc(part, func(d *testCase) bool { return d.hung || d.unrun }) {
				break
			}
		}
	}
	return list, nil
}

// documented reports whether the code panics on purpose at the site, and the comment of the function that contains it, or
// of the function under test, says so.
func (p *panicSite) documented(c *testCase) bool {
	return p.onPurpose() && (documents(p.site.Func.Decl) || documents(c.fn.cfg.Decl))
}

// documents reports whether the doc comment of a function mentions that the function panics.
func documents(d *ast.FuncDecl) bool {
	if d.Doc == nil {
		return false
	}
	for sentence := range strings.SplitSeq(strings.ToLower(d.Doc.Text()), ".") {
		words := strings.FieldsFunc(sentence, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
		for i, w := range words {
			if strings.HasPrefix(w, "panic") && !slices.ContainsFunc(words[max(0, i-3):i], denies) {
				return true
			}
		}
	}
	return false
}

// denies reports whether a word before "panic" negates it.
func denies(word string) bool {
	switch word {
	case "not", "never", "no", "without", "instead", "than", "avoid", "avoids", "avoiding", "prevent", "prevents", "recover", "recovers":
		return true
	}
	return strings.HasSuffix(word, "n't")
}
