package testgen

import (
	"errors"
	"fmt"
	"strings"

	"nearmiss/internal/syntax"
)

// WorstFile is the name of the file that holds the test and the benchmark of a function's
// worst inputs.
const WorstFile = "nearmiss_worst_test.go"

// Worst holds the worst inputs of a function.
type Worst struct {
	Func         Func     // its cases have the names worst, typical or worst/100
	Descriptions []string // by case: a description of the input, as in "the input of size 100 on which …"

	// Counted lists the import paths of the packages with counted statements. Counts maps the
	// name of a case to the number of these statements that it executes, as the go command
	// counts for cover profiles. The test does not count a case without an entry.
	Counted []string
	Counts  map[string]uint64
}

// EmitWorst writes for the worst inputs of a function:
//
//   - a test of the function on these inputs, like the tests that Emit writes;
//   - a benchmark, with a sub-benchmark for each input;
//   - a test of the number of executed statements. It runs the first test in a process that
//     the go command has instrumented for coverage, and adds up the counters. The numbers hold
//     for the code as it stands, and are the same on every machine. They differ slightly from
//     the numbers of package probe, which counts the head of a loop in each round.
func (p *Prepared) EmitWorst(x *Worst) (*Suite, error) {
	s, f, w := p.newSuite(true)
	fn := clone([]Func{x.Func})[0]
	q := newPlan(f, &fn)
	q.writes, q.inputsVar = w, q.locals.claim("in")
	if err := q.build(); err != nil {
		return nil, err
	}
	if len(q.cases) < len(x.Func.Cases) {
		return nil, errors.New(q.dropped[0].Reason)
	}
	stem := strings.TrimLeft(strings.TrimPrefix(TestStem(fn.Obj), "Test"), "_")
	q.name = f.scope.claim(TestStem(fn.Obj) + "Worst")
	q.inputsText = q.inputFuncs(stem, x.Descriptions)
	texts := []string{q.source(), q.benchmark(stem), q.inputsText}
	if f.err != nil {
		return nil, f.err
	}
	if len(x.Counts) > 0 {
		texts = append(texts, q.countTest(x))
	}
	s.Tests, s.Funcs = []string{q.name}, []Func{fn}
	var pieces []*piece
	for _, text := range texts {
		p, err := f.marks.newPiece(text, Place{Func: 0, Case: -1})
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	used := map[string]bool{}
	free, bound := s.bind(f, pieces, map[string]bool{})
	if err := s.file(f, WorstFile, "", append(free, bound...), nil, used); err != nil {
		return nil, err
	}
	return s, s.addBridge(f, used)
}

// inputFuncs declares the type of a case's inputs, and for each case a function that makes
// them.
func (p *plan) inputFuncs(stem string, descriptions []string) string {
	p.inputsType = p.scope.claim(syntax.Uncapitalize(stem) + "Input")
	var fields, funcs strings.Builder
	fmt.Fprintf(&fields, "// %s is what %s takes.\ntype %s struct {\n", p.inputsType, p.fn.displayName(), p.inputsType)
	lines := make([][]string, len(p.cases)) // by case
	cells := make([][]string, len(p.cases))
	for _, in := range p.inputs {
		if in.constant != "" {
			continue
		}
		fmt.Fprintf(&fields, "%s %s\n", in.field, p.typeName(in.goType))
		for i, v := range in.values {
			before, expr := p.literals.withStatements(v, in.field)
			lines[i] = append(lines[i], before...)
			cells[i] = append(cells[i], in.field+": "+expr)
		}
	}
	fields.WriteString("}\n")
	for i := range p.cases {
		name := p.scope.claim(inputFunc(p.cases[i].Name, stem))
		p.inputFuncsByCase = append(p.inputFuncsByCase, name)
		body := strings.Join(append(lines[i], "return "), "\n") + p.inputsType + compositeText(cells[i]) + "\n"
		fmt.Fprintf(&funcs, "\n%sfunc %s() %s {\n%s}\n", comment(name+" is "+descriptions[i]+"."), name, p.inputsType, body)
	}
	return fields.String() + funcs.String()
}

// inputFunc returns worstSort, or worstSort100 for the case worst/100.
func inputFunc(name, stem string) string {
	kind, size, _ := strings.Cut(name, "/")
	return kind + syntax.Capitalize(stem) + size
}

// inputsStatement returns the statement that makes the inputs of a case in a test or benchmark.
func (p *plan) inputsStatement(from string) string {
	return fmt.Sprintf("%s := %s()\n", p.inputsVar, from)
}

// benchmark prints the benchmark. Inputs that a call changes are made anew for each call.
func (p *plan) benchmark(stem string) string {
	call := p.callExpr()
	name := p.scope.claim("Benchmark" + syntax.Capitalize(stem))
	b, bb := p.local("b"), p.local("bb")
	changes := p.changesGlobals()
	before, within := p.inputsStatement(bb+".input"), ""
	if changes {
		before, within = "", before
	}
	if n := len(p.fn.Sig.Results); n > 0 {
		call = strings.Repeat("_, ", n-1) + "_ = " + call
	}
	var rows strings.Builder
	for i := range p.cases {
		fmt.Fprintf(&rows, "{%s, %s},\n", quote(p.cases[i].Name), p.inputFuncsByCase[i])
	}
	return fmt.Sprintf("%sfunc %s(%s *%s.B) {\nfor _, %s := range []struct {\nname string\ninput func() %s\n}{\n%s} {\n%s.Run(%s.name, func(%s *%s.B) {\n%sfor %s.Loop() {\n%s%s\n}\n})\n}\n}\n",
		comment(name+" runs "+p.fn.displayName()+" on its worst and on typical inputs."), name, b, p.stdImport("testing"), bb, p.inputsType, rows.String(),
		b, bb, b, p.stdImport("testing"), before, b, within, call)
}

// countTest prints the test that counts statements.
func (p *plan) countTest(x *Worst) string {
	name := p.scope.claim(p.name + "Count")
	t := p.local("t")
	var rows strings.Builder
	for i := range p.cases {
		if n, ok := x.Counts[p.cases[i].Name]; ok {
			fmt.Fprintf(&rows, "{%s, %d},\n", quote(p.cases[i].Name), n)
		}
	}
	helper := p.scope.claim("executedStatements")
	var b strings.Builder
	b.WriteString(comment(fmt.Sprintf("%s counts the statements that %s executes on its worst input. It runs %s once more, in a process that the go command has instrumented "+
		"for coverage, and adds up the counters: the number is that of the code as it stands, and the same on every machine.", name, p.fn.displayName(), p.name)))
	fmt.Fprintf(&b, "func %s(%s *%s.T) {\nif %s.Short() {\n%s.Skip(\"builds the package once more\")\n}\n%s", name, t, p.stdImport("testing"), p.stdImport("testing"), t, p.skipNarrow(p.inputsText))
	fmt.Fprintf(&b, "for _, tt := range []struct {\nname string\nwant int\n}{\n%s} {\n", rows.String())
	fmt.Fprintf(&b, "if got := %s(%s, \"^%s$/^\"+tt.name+\"$\"); got != tt.want {\n%s.Errorf(\"%s executes %%d statements on its %%s input, want %%d\", got, tt.name, tt.want)\n}\n}\n}\n",
		helper, t, p.name, t, p.fn.displayName())
	fmt.Fprintf(&b, "\n%sfunc %s(t *%s.T, run string) (n int) {\nt.Helper()\n", comment(helper+" runs a test and returns how many statements of the code under test that executes."), helper, p.stdImport("testing"))
	fmt.Fprintf(&b, "profile := %s.Join(t.TempDir(), \"cover.out\")\n", p.stdImport("path/filepath"))
	fmt.Fprintf(&b, "cmd := %s.Command(\"go\", \"test\", \"-run=\"+run, \"-count=1\", \"-covermode=atomic\", \"-coverpkg=%s\", \"-coverprofile=\"+profile, \".\")\n",
		p.stdImport("os/exec"), strings.Join(x.Counted, ","))
	b.WriteString("if out, err := cmd.CombinedOutput(); err != nil {\nt.Fatalf(\"cannot count: %v\\n%s\", err, out)\n}\n")
	fmt.Fprintf(&b, "data, err := %s.ReadFile(profile)\nif err != nil {\nt.Fatal(err)\n}\n", p.stdImport("os"))
	fmt.Fprintf(&b, "for _, line := range %s.Split(string(data), \"\\n\") {\n", p.stdImport("strings"))
	b.WriteString("// A block of code: its place, its statements, how often it was executed.\n")
	fmt.Fprintf(&b, "var place string\nvar statements, times int\nif k, _ := %s.Sscan(line, &place, &statements, &times); k == 3 {\nn += statements * times\n}\n}\nreturn n\n}\n", p.stdImport("fmt"))
	return b.String()
}
