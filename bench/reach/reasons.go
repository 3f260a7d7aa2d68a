package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A reason sums up why functions did not come back.
type reason struct {
	what     string
	count    int
	examples []string
	packages []string
}

// mostExamples bounds the examples of a reason.
const mostExamples = 3

var (
	refused  = regexp.MustCompile(`^refused: (package initialization )?reaches (\S+) \(([^)]*)\)`)
	param    = regexp.MustCompile(`^(receiver|parameter) .*?: `)
	kindOf   = regexp.MustCompile(`^(interface|function|channel|type parameter|type) .*? (is|are|cannot|must|has|have)\b`)
	tooLarge = regexp.MustCompile(`^\S+ is too large`)
	quotes   = regexp.MustCompile("\"[^\"]*\"|'[^']*'|`[^`]*`")
	files    = regexp.MustCompile(`(/[^/\s]+){3,}`)
	numbers  = regexp.MustCompile(`0x[0-9a-fA-F]+|-?\d+`)
)

// mostText bounds the words of a panic.
const mostText = 70

// why classifies a function that did not come back. It is empty for one that
// did.
func why(f *reached) string {
	switch {
	case f.Returned > 0:
		return ""
	case f.Reason != "":
		return skipped(f.Reason)
	case len(f.Ends) == 0:
		return "no time for a run"
	}
	most := slices.MaxFunc(f.Ends, func(a, b end) int { return cmp.Compare(a.Runs, b.Runs) })
	text := numbers.ReplaceAllString(files.ReplaceAllString(quotes.ReplaceAllString(most.Text, "…"), "…"), "N")
	text, _, _ = strings.Cut(text, "\n")
	if r := []rune(text); len(r) > mostText {
		text = string(r[:mostText]) + "…"
	}
	if text == "" {
		return "always: " + most.How
	}
	return "always: " + most.How + ": " + text
}

// skipped shortens the reason of a function that was not called, so that like
// comes to like.
func skipped(text string) string {
	if m := refused.FindStringSubmatch(text); m != nil {
		if m[1] != "" {
			return "not called: refused, " + m[1] + "reaches " + m[2] + " (" + m[3] + ")"
		}
		return "not called: refused (" + m[3] + ")"
	}
	if rest, ok := strings.CutPrefix(text, "package failed: "); ok {
		line, _, _ := strings.Cut(rest, "\n")
		return "package failed: " + line[:min(len(line), 2*mostText)]
	}
	text = param.ReplaceAllString(text, "")
	text = kindOf.ReplaceAllString(text, "$1 … $2")
	text = tooLarge.ReplaceAllString(text, "… is too large")
	return "not called: " + text
}

// reasons groups the functions that did not come back, the most frequent
// reason first.
func reasons(results []*result) []*reason {
	index := map[string]*reason{}
	var list []*reason
	for _, r := range results {
		for _, f := range r.exportedFuncs() {
			what := why(&f)
			if what == "" {
				continue
			}
			s := index[what]
			if s == nil {
				s = &reason{what: what}
				index[what] = s
				list = append(list, s)
			}
			s.count++
			fresh := !slices.Contains(s.packages, r.Package)
			if fresh {
				s.packages = append(s.packages, r.Package)
			}
			if len(s.examples) < mostExamples && fresh {
				s.examples = append(s.examples, r.Package+"."+f.Func)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *reason) int { return b.count - a.count })
	return list
}
