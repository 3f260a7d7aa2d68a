package testgen

import (
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
)

// A scenario is a test of a type: each step that returns something is a check.
//
//	c := must(New(2))
//	if got := c.Add("a", 2); got {
//		t.Errorf("c.Add(\"a\", 2) = %v, want false", got)
//	}
//	c.Touch("a")
//	if gotLen := c.Len(); gotLen != 1 {

// isScenario reports whether the cases are scenarios.
func (p *plan) isScenario() bool { return p.fn != nil && p.fn.Sig.IsScenario() }

// isAsked reports whether case i compares what a reader said: each step, and other methods after the last step.
func (p *plan) isAsked(r *input.Reader, i int) bool {
	return r.Step == 0 || r.IsStep || r.Step == len(p.inputs[0].values[i].Steps)
}

// readingNames returns the names of a reading. The results of steps get their variables where they are checked.
func (p *plan) readingNames(r input.Reading) names {
	if !r.IsStep {
		return p.readerNames(r)
	}
	n := names{got: "got", want: "want"}
	f := r.Results[r.Result]
	switch {
	case f.Type.Kind == input.Error:
		n.got, n.want, n.label = "err", "wantErr", "error"
	case len(r.Results) > 1 && isOrdinaryName(f.Name):
		n.got, n.want, n.label = "got"+syntax.Capitalize(f.Name), "want"+syntax.Capitalize(f.Name), f.Name
	case len(r.Results) > 1:
		n.label = [...]string{"first", "second", "third"}[min(r.Result, 2)] + " result"
	}
	return n
}

// placeSteps prints the statements of the only case, a scenario: they make the object, and check each step.
func (p *plan) placeSteps() {
	all := p.fn.Sig.Readings()
	for _, c := range p.verdict.Checks {
		n := p.readingNames(all[c.Index])
		if all[c.Index].IsStep && !p.readsInHead(&check{Check: c}) { // two steps may return results of one name
			n.got = p.locals.claim(n.got)
		}
		p.observedNames[oracle.ID{Part: c.Part, Index: c.Index}] = n
	}
	for _, c := range p.verdict.Checks {
		p.checks = append(p.checks, p.named(c))
	}
	p.calls = map[int]string{}
	p.placeWants()
	p.placeInputs()
}

// stepOf returns the number of the step that a check looks at, or 0.
func (p *plan) stepOf(c *check) int {
	if c.Part != oracle.Reader {
		return 0
	}
	if r := p.fn.Sig.Readings()[c.Index]; r.IsStep {
		return r.Step
	}
	return 0
}

// tellStep returns the statements of a step: those that check what it returns, or its call.
func (p *plan) tellStep(number int, call string) string {
	p.calls[number] = call
	text := ""
	for _, c := range p.checks {
		if p.stepOf(c) == number {
			assertion := p.assertion(c)
			text += p.readStatement(c) + assertion
		}
	}
	if text == "" {
		return call
	}
	return strings.TrimSuffix(text, "\n")
}

// stepLabel names a step, or what is looked at after the last one, in messages.
func (p *plan) stepLabel(c *check) string {
	if p.recordOf(c.Check) != nil {
		return c.label
	}
	r := p.fn.Sig.Readings()[c.Index]
	text := strings.ReplaceAll(p.readCall(c.Index), "%", "%%")
	if len(text) > maxArguments || strings.Contains(text, "\n") {
		text = r.Method + "(...)"
	}
	if len(r.Results) > 1 {
		text += " " + c.label
	}
	return text
}

// scenarioName names a scenario after its steps: "Add ×2, Get, Add". It returns "" for other cases.
func (p *plan) scenarioName(i int) string {
	if !p.isScenario() {
		return ""
	}
	return strings.Join(stepNames(p.inputs[0].values[i].Steps), ", ")
}
