package testgen

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/value"
)

// maxCaseName is the largest length of a name in characters, without a number behind it.
const maxCaseName = 40

// ParsePlace parses file.go:line:col, also with /T or the like behind it.
func ParsePlace(place string) (file string, line, col int) {
	place, _, _ = strings.Cut(place, "/")
	parts := strings.Split(place, ":")
	if len(parts) != 3 {
		return "", 0, 0
	}
	line, _ = strconv.Atoi(parts[1])
	col, _ = strconv.Atoi(parts[2])
	return parts[0], line, col
}

func compareBranches(a, b Cover) int {
	af, al, ac := ParsePlace(a.Branch)
	bf, bl, bc := ParsePlace(b.Branch)
	return cmp.Or(cmp.Compare(af, bf), cmp.Compare(al, bl), cmp.Compare(ac, bc), cmp.Compare(b.Branch, a.Branch))
}

// exclusiveCovers returns, for every case, the branches that no other case takes, in source order.
func exclusiveCovers(cases []Case) [][]Cover {
	count := map[string]int{}
	for i := range cases {
		for _, b := range cases[i].uniqueCovers() {
			count[b.Branch]++
		}
	}
	out := make([][]Cover, len(cases))
	for i := range cases {
		for _, b := range cases[i].uniqueCovers() {
			if count[b.Branch] == 1 {
				out[i] = append(out[i], b)
			}
		}
	}
	return out
}

// uniqueCovers returns the covers of c in source order without duplicates.
func (c *Case) uniqueCovers() []Cover {
	list := slices.Clone(c.Covers)
	slices.SortFunc(list, compareBranches)
	return slices.CompactFunc(list, func(a, b Cover) bool { return a.Branch == b.Branch })
}

// namingBranch returns the branch that names a case: the last one in source order of the best
// rank. A true outcome ranks before equal operands, and equal operands before a false outcome.
func namingBranch(list []Cover, says func(Cover) string) (Cover, bool) {
	rank := func(c Cover) int {
		switch {
		case says(c) == "":
			return 0
		case !c.Outcome:
			return 1
		case c.Boundary:
			return 2
		}
		return 3
	}
	best := -1
	for i, c := range list {
		if best < 0 || rank(c) >= rank(list[best]) {
			best = i
		}
	}
	if best < 0 || rank(list[best]) == 0 {
		return Cover{}, false
	}
	return list[best], true
}

// orderCases sorts cases by the branch that names them, so that the table follows the source.
func orderCases(cases []Case) {
	exclusive := exclusiveCovers(cases)
	type keyed struct {
		c   Case
		key Cover
	}
	list := make([]keyed, len(cases))
	for i, c := range cases {
		key, ok := namingBranch(exclusive[i], func(c Cover) string { return c.Cond })
		if all := c.uniqueCovers(); !ok && len(all) > 0 {
			key = all[len(all)-1]
		}
		list[i] = keyed{c, key}
	}
	slices.SortStableFunc(list, func(a, b keyed) int { return compareBranches(a.key, b.key) })
	for i := range list {
		cases[i] = list[i].c
	}
}

// nameCases names the cases that have no name: after the error that they want, else after the response without success, else after a
// condition that only this case takes, in words of the inputs. Cases that this does not tell apart are named after what does: conditions,
// results, inputs, the fields of inputs. Where nothing does, a number follows.
func nameCases(p *plan) {
	names := make([]string, len(p.cases))
	conds := p.conditions()
	groups := map[string][]int{}
	for i := range p.cases {
		if names[i] = p.cases[i].Name; names[i] == "" {
			names[i] = cmp.Or(p.scenarioName(i), p.panicName(i), p.errorName(i), p.refusalName(i), conds[i])
			groups[names[i]] = append(groups[names[i]], i)
		}
	}
	for i, name := range slices.Clone(names) {
		if group := groups[name]; len(group) > 1 && group[0] == i {
			distinguish(group, names, p.namers(conds, name != ""))
		}
	}
	used := map[string]bool{}
	for i := range p.cases {
		name := cmp.Or(names[i], p.plainName(i))
		base := name
		for n := 2; used[SubtestName(name)] || duplicateSuffix.MatchString(name); n++ {
			name = fmt.Sprintf("%s (%d)", base, n)
		}
		used[SubtestName(name)] = true
		p.cases[i].Name = name
	}
}

// conditions returns, for each case, the condition that names it, "" if there is none.
func (p *plan) conditions() []string {
	w := &wording{inputs: map[string]bool{}, unordered: p.hasNaN()}
	for _, in := range p.inputs {
		w.inputs[in.name] = in.global == nil
	}
	list := make([]string, len(p.cases))
	for i, covers := range exclusiveCovers(p.cases) {
		if c, ok := namingBranch(covers, w.condition); ok {
			list[i] = w.condition(c)
		}
	}
	return list
}

// panicName returns the constant part of the text of a panic, without the values that the code fills in, "" for a case that returns.
func (p *plan) panicName(i int) string {
	c := &p.cases[i]
	what, _, isRuntime := strings.Cut(c.Site.Description, ": ")
	text, byRuntime := strings.CutPrefix(c.Outcome.panicText(), "runtime error: ")
	switch {
	case c.Outcome.Panic == Returned:
		return ""
	case isRuntime && !strings.HasPrefix(what, "panic"):
		return shortened(what, maxCaseName)
	case byRuntime && strings.Contains(text, "nil pointer"):
		return "nil dereference"
	case byRuntime:
		text, _, _ = strings.Cut(text, " [")
	}
	return cmp.Or(p.messageName(text), "panics")
}

// errorName returns the message or the name of the error that a case wants, or "".
func (p *plan) errorName(i int) string {
	for _, c := range p.checks {
		if c.How != oracle.Errors || c.Part != oracle.Result {
			continue
		}
		switch w := c.Errors[i]; w.Kind {
		case oracle.Says:
			return p.messageName(w.Text)
		case oracle.Is:
			if w.Var.Pkg() == p.pkg.Types {
				return w.Var.Name()
			}
			return w.Var.Pkg().Name() + "." + w.Var.Name()
		}
	}
	return ""
}

// refusalName returns the status of the response that a case wants from a handler, "" if it is a success.
func (p *plan) refusalName(i int) (name string) {
	for _, c := range p.checks {
		if c.Part != oracle.After || c.Wants[i] == nil {
			continue
		}
		c.Wants[i].AnyPart(func(v *value.Value) bool {
			if v.Type.Text == input.Response && v.Text >= "300" {
				name = "status " + v.Text[:3]
			}
			return name != ""
		})
	}
	return name
}

// namers returns the texts that can set cases with equal names apart. What is returned tells more than values of inputs where a condition on them
// is named.
func (p *plan) namers(conds []string, named bool) []func(i int) string {
	var results, inputs, objects []func(i int) string
	for _, c := range p.checks {
		if c.Part == oracle.Result {
			results = append(results, func(i int) string { return p.resultName(c, i) })
		}
	}
	for _, in := range p.inputs {
		say := func(i int) string { return p.describe(in, i) }
		if in.typ.Kind == input.Choice {
			objects = append(objects, say)
		} else {
			inputs = append(inputs, say)
		}
		objects = append(objects, func(i int) string { return p.describeHeld(in, i) })
		for _, field := range p.fieldsOf(in) {
			objects = append(objects, func(i int) string { return p.describeField(in, field, i) })
		}
	}
	first := []func(i int) string{func(i int) string { return conds[i] }}
	if named {
		return slices.Concat(first, results, inputs, objects)
	}
	return slices.Concat(first, inputs, results, objects)
}

// distinguish appends to the names of a group what the namer says that tells the most cases apart, and goes on
// with those that it does not.
func distinguish(group []int, names []string, namers []func(i int) string) {
	var best map[string][]int
	at := 0
	for k, say := range namers {
		said := map[string][]int{}
		for _, i := range group {
			said[say(i)] = append(said[say(i)], i)
		}
		if len(said) > max(1, len(best)) {
			best, at = said, k
		}
	}
	for text, same := range best {
		for _, i := range same {
			names[i] = with(names[i], text)
		}
		if len(same) > 1 {
			distinguish(same, names, slices.Delete(slices.Clone(namers), at, at+1))
		}
	}
}

// with appends words to a name, which is shortened for them if it must be.
func with(name, more string) string {
	switch left := maxCaseName - len([]rune(more)) - 2; {
	case more == "" || more == name:
		return name
	case name == "":
		return more
	case len([]rune(name)) <= left:
		return name + ", " + more
	case left > maxCaseName/3:
		return shortened(name, left) + ", " + more
	}
	return name
}

// duplicateSuffix matches names that end like the suffix #01 that package testing adds to duplicate
// names.
var duplicateSuffix = regexp.MustCompile(`#[0-9]{2,}$`)

// SubtestName returns the name that package testing gives to the subtest called name.
func SubtestName(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == 0x85 || r == 0xA0 || r == 0x2000 || r == 0x3000:
			b.WriteByte('_')
		case !strconv.IsPrint(r):
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hasNaN reports whether an input is not a number, or an infinity, of which a sum or product may be none.
func (p *plan) hasNaN() bool {
	return slices.ContainsFunc(p.inputs, func(in *inputField) bool {
		return slices.ContainsFunc(in.values, func(v *value.Value) bool {
			return v.AnyPart(func(v *value.Value) bool {
				return v.IsNaN() || v.Type.Kind == input.Float && math.IsInf(v.Float(), 0)
			})
		})
	})
}
