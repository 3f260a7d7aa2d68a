package testgen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/value"
	"nearmiss/term"
)

// maxCaseName is the length in bytes above which a condition is too long for a name.
const maxCaseName = 48

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
// rank. A true outcome ranks before equal operands, equal operands before a false outcome, and
// a short condition before one that is too long for a name.
func namingBranch(list []Cover) (Cover, bool) {
	rank := func(c Cover) int {
		switch {
		case c.Cond == "":
			return 0
		case len(c.Cond) > maxCaseName:
			return 1
		case !c.Outcome:
			return 2
		case c.Boundary:
			return 3
		}
		return 4
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
		key, ok := namingBranch(exclusive[i])
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
// branch that only this case takes, else after the inputs. Cases with equal names get a condition, a result or inputs appended,
// else a number.
func nameCases(p *plan) {
	exclusive := exclusiveCovers(p.cases)
	floats := p.hasFloats()
	names, conds := make([]string, len(p.cases)), make([]string, len(p.cases))
	groups := map[string][]int{}
	for i := range p.cases {
		if p.cases[i].Name != "" {
			names[i] = p.cases[i].Name
			continue
		}
		if c, ok := namingBranch(exclusive[i]); ok {
			conds[i] = condName(c, floats)
		}
		if names[i] = cmp.Or(p.scenarioName(i), p.errorName(i), p.refusalName(i), conds[i]); names[i] == "" {
			names[i] = p.inputName(i)
		}
		if p.cases[i].Outcome.Panic != Returned && !strings.Contains(names[i], "panics") {
			names[i] += ", panics"
		}
		groups[names[i]] = append(groups[names[i]], i)
	}
	for i, name := range slices.Clone(names) {
		if group := groups[name]; len(group) > 1 && group[0] == i {
			distinguish(group, names, p.namers(conds))
		}
	}
	used := map[string]bool{}
	for i := range p.cases {
		name := names[i]
		for n := 2; used[SubtestName(name)] || duplicateSuffix.MatchString(name); n++ {
			name = fmt.Sprintf("%s (%d)", names[i], n)
		}
		used[SubtestName(name)] = true
		p.cases[i].Name = name
	}
}

// errorName returns the message or the name of the error that a case wants, or "".
func (p *plan) errorName(i int) string {
	for _, c := range p.checks {
		if c.How != oracle.Errors || c.Part != oracle.Result {
			continue
		}
		switch w := c.Errors[i]; w.Kind {
		case oracle.Says:
			return clipName(strings.Join(strings.Fields(strings.ToValidUTF8(w.Text, "?")), " "))
		case oracle.Is:
			if w.Var.Pkg() == p.pkg.Types {
				return w.Var.Name()
			}
			return w.Var.Pkg().Name() + "." + w.Var.Name()
		}
	}
	return ""
}

// refusalName returns the status and the body of the response that a case wants from a handler, "" if it is a success.
func (p *plan) refusalName(i int) (name string) {
	for _, c := range p.checks {
		if c.Part != oracle.After || c.Wants[i] == nil {
			continue
		}
		c.Wants[i].AnyPart(func(v *value.Value) bool {
			if v.Type.Text == input.Response && v.Text >= "300" {
				name = clipName(strings.Join(strings.Fields(strings.ToValidUTF8(v.Text, "?")), " "))
			}
			return name != ""
		})
	}
	return name
}

// namers returns what can set cases with equal names apart: their conditions, results and inputs.
func (p *plan) namers(conds []string) []func(i int) string {
	namers := []func(i int) string{func(i int) string { return conds[i] }}
	for _, c := range p.checks {
		if c.Part == oracle.Result {
			namers = append(namers, func(i int) string { return p.resultName(c, i) })
		}
	}
	for _, in := range p.inputs {
		namers = append(namers, func(i int) string { return p.describe(in, i, false) })
	}
	return namers
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
			if text != "" && text != names[i] {
				names[i] += ", " + text
			}
		}
		if len(same) > 1 {
			distinguish(same, names, slices.Delete(slices.Clone(namers), at, at+1))
		}
	}
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

// condName says in words which condition holds when the branch is taken.
func condName(c Cover, floats bool) string {
	text := strings.Join(strings.Fields(c.Cond), " ")
	if before, after, ok := strings.Cut(text, " := "); ok && token.IsIdentifier(before) && strings.Contains(after, ".(type) case ") {
		text = after
	}
	for _, k := range [...]struct{ prefix, taken, not string }{{"range ", "loop over ", "end of loop over "}, {"case ", "case ", "not case "}} {
		if rest, ok := strings.CutPrefix(text, k.prefix); ok {
			if c.Outcome {
				return clipName(k.taken + rest)
			}
			return clipName(k.not + rest)
		}
	}
	if !c.Outcome {
		text = negate(text, floats)
	}
	return clipName(text)
}

func clipName(s string) string {
	if r := []rune(s); len(r) > maxCaseName+8 {
		return strings.TrimSpace(string(r[:maxCaseName])) + " ..."
	}
	return s
}

// negate writes the negation of a condition. A comparison gets the opposite operator, unless
// it is an ordering such as < and floats are possible, which may be NaN. Other conditions get
// ! or "not".
func negate(text string, floats bool) string {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return "not " + text
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		r, ok := term.RelOf(e.Op)
		if !ok || floats && r != term.EQ && r != term.NE {
			return "not " + text
		}
		at := int(e.OpPos) - 1
		return text[:at] + r.Negate().String() + text[at+len(e.Op.String()):]
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return exprText(e.X)
		}
	case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.ParenExpr:
		return "!" + text
	}
	return "not " + text
}

func exprText(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		panic("testgen: BUG: " + err.Error())
	}
	return b.String()
}

func (p *plan) hasFloats() bool {
	return slices.ContainsFunc(p.inputs, func(in *inputField) bool {
		return slices.ContainsFunc(in.values, func(v *value.Value) bool {
			return v.AnyPart(func(v *value.Value) bool { return v.Type.Kind == input.Float })
		})
	})
}

// inputName describes the inputs of a case in a few words.
func (p *plan) inputName(i int) string {
	var words []string
	for _, in := range p.inputs {
		if s := p.describe(in, i, false); s != "" && in.constant == "" && len(words) < 3 {
			words = append(words, s)
		}
	}
	if len(words) == 0 && len(p.inputs) == 0 {
		return "no arguments"
	}
	if len(words) == 0 {
		for _, in := range p.inputs[:min(len(p.inputs), 2)] {
			words = append(words, p.describe(in, i, true))
		}
	}
	return clipName(strings.Join(words, ", "))
}

// describe describes an input of a case in a few words.
func (p *plan) describe(in *inputField, i int, inside bool) string {
	if p.reader == nil {
		p.reader = newReader(p.pkg)
	}
	return p.reader.describe(in.describedName(), in.values[i], inside)
}

// describedName returns the name of an input in messages and in the names of cases.
func (in *inputField) describedName() string {
	if isOrdinaryName(in.name) {
		return in.name
	}
	return in.field
}

// maxShown is the largest length in bytes of a value in the name of a case.
const maxShown = 16

// shortText returns a value as a reader sees it, or "" if that is longer than maxShown.
func (l *literals) shortText(v *value.Value) string {
	text, err := l.tryText(func() string { return l.argument(v) })
	if err != nil || len(text) > maxShown {
		return ""
	}
	return text
}

// describe describes an input: by its value if that is short, else by its construction or its
// size. A pointer, struct or array is described only if inside is set: as zero, or by its
// first nonzero field.
func (l *literals) describe(name string, v *value.Value, inside bool) string {
	switch {
	case v.IsNil:
		return "nil " + name
	case v.Type.Kind == input.Float:
		return name + "=" + strconv.FormatFloat(v.Float(), 'g', -1, v.Type.Bits)
	case v.Type.Kind < input.Float:
		text, _ := l.tryText(func() string { return l.argument(v) })
		return name + "=" + text
	case v.Type.Kind == input.Choice:
		return l.describeChoice(name, v)
	case v.Type.Kind == input.String && v.Text == "", isList(v) && len(v.Kids) == 0:
		return "empty " + name
	case v.Type.Kind == input.String && l.shortText(v) != "":
		return name + "=" + l.shortText(v)
	case v.Type.Kind == input.String:
		return fmt.Sprintf("%d bytes in %s", len(v.Text), name)
	case isList(v):
		return fmt.Sprintf("%d in %s", len(v.Kids), name)
	case !inside:
		return ""
	case v.Type.Kind == input.Pointer:
		return l.describe(name, v.Kids[0], true)
	case v.IsZero():
		return "zero " + name
	}
	for i, k := range v.Kids {
		if !k.IsZero() && v.Type.Kind == input.Struct {
			return l.describe(name+"."+v.Names[i], k, true)
		}
	}
	return "nonzero " + name
}

// isList reports whether v is a slice or a map.
func isList(v *value.Value) bool { return v.Type.Kind == input.Slice || v.Type.Kind == input.Map }

// resultName describes the result of a case by its literal in the table, or returns "" if that
// is long.
func (p *plan) resultName(c *check, i int) string {
	switch {
	case c.How == oracle.Errors && c.Errors[i].Kind == oracle.NoError:
		return "no error"
	case c.How == oracle.Errors && c.Checks(i):
		return "an error"
	case !c.Checks(i) || c.Form == nil:
		return ""
	}
	text, err := p.tryText(func() string { return p.literals.form(c.Form, c.Wants[i], false) })
	if err != nil || len(text) > 24 || strings.Contains(text, "\n") {
		return ""
	}
	return "returns " + text
}
