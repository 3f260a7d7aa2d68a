package harness

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// A scenario makes an object and calls a few of its methods. Its outcome is what each of these steps returned, and what methods
// that change nothing said after it.

// MaxScenario is the most steps of a scenario.
const MaxScenario = 6

// Scenario returns the scenarios of the type whose method fn is, as a function that calls nothing and has one input: the receiver with
// its steps. It returns nil if the type is not exported or has type parameters, if no constructor makes the receiver, or if no step can
// be told of.
func (c *Coder) Scenario(fn *Fn) *Fn {
	recv := fn.Sig.Recv
	if recv == nil || recv.Type.Kind != input.Choice || c.Concurrent(fn.Obj) {
		return nil
	}
	named, pointer := syntax.NamedOf(fn.Obj.Signature().Recv().Type())
	if named == nil || !pointer || !named.Obj().Exported() || named.TypeArgs() != nil || named.TypeParams() != nil {
		return nil
	}
	i := slices.IndexFunc(recv.Type.Alts, func(a input.Alt) bool { return a.Steps != nil && a.RunsCode })
	if i < 0 {
		return nil
	}
	sig := fn.Obj.Signature()
	s := newSigner(c, fn.Obj)
	s.sig = types.NewSignatureType(sig.Recv(), nil, nil, nil, nil, false)
	s.out.Type, s.out.Sig.Idle = s.sig, true
	s.out.Sig.Name, s.out.Sig.Recv = named.Obj().Name(), recv
	s.out.Sig.Shares = s.out.Sig.Has(true, func(t *input.Type) bool { return t.Kind == input.Earlier })
	s.records()
	var block []input.Reader
	for _, a := range recv.Type.Alts[i].Steps.Elem.Alts {
		if m := c.stepMethod(&a, named); m != nil {
			if r, ok := s.told(m); ok {
				block = append(block, r)
			}
		}
	}
	if len(block) == 0 {
		return nil
	}
	for m := range named.Methods() {
		if r, ok := s.reader(m); ok && len(r.Args) == 0 && mayFail(&r) == 0 {
			block = append(block, r)
		}
	}
	for k := range MaxScenario {
		for _, r := range block {
			r.Of, r.Step = recv.Name, k+1
			s.out.Sig.Readers = append(s.out.Sig.Readers, r)
		}
	}
	return s.out
}

// stepMethod returns the method of a named type that a step calls, or nil if the step is something else.
func (c *Coder) stepMethod(a *input.Alt, named *types.Named) *types.Func {
	if !a.Make.Is(code.Calling, code.Selector, code.Receiver) || a.Returns != "" {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, c.pkg.Types, a.Make.Method(code.Receiver))
	fn, _ := m.(*types.Func)
	return fn
}

// told returns what tells of a step that calls the method m. It returns false if the method runs goroutines, leaves a lock locked, or
// returns what a test cannot compare.
func (s *signer) told(m *types.Func) (input.Reader, bool) {
	r := input.Reader{Method: m.Name(), Origin: m, IsStep: true}
	if !m.Exported() || s.c.declOf(m) == nil || s.c.Concurrent(m) || s.c.leavesLocked(m) {
		return r, false
	}
	for v := range m.Signature().Results().Variables() {
		t := s.c.outcomeType(v.Type())
		if t.Kind != input.Error && !tells(t) {
			return r, false
		}
		r.Results = append(r.Results, input.Field{Name: v.Name(), Type: t})
	}
	return r, true
}

// runScenario writes the rest of the entry of a scenario. What its steps tell comes last in the outcome.
func (g *generator) runScenario(sig *input.Signature) {
	if g.keepsReturned(sig) {
		g.printf("zznmForget()\n")
	}
	g.printf("zznmprobe.Prepare()\n")
	g.beginRecord(sig)
	n := g.coderFor(sig.Recv.Type, "Scene")
	g.pending[len(g.pending)-1].told = sig
	g.printf("zznmsteps := new(zznmprobe.Genes)\nzznmScene%d(zznmin, zznmsteps)\nzznmprobe.Begin()\nzznmprobe.End()\nif zznmout == nil {\nreturn\n}\n", n)
	for _, r := range sig.Readers {
		if r.IsRecord() {
			g.readRecord(&r)
		}
	}
	g.printf("zznmout.Words = append(zznmout.Words, zznmsteps.Words...)\n}\n\n")
}

// scenarioDecoder writes the decoder of the receiver of a scenario, which tells of each step.
func (g *generator) scenarioDecoder(t *input.Type, n int, sig *input.Signature) {
	block := slices.DeleteFunc(slices.Clone(sig.Readers), func(r input.Reader) bool { return r.Step != 1 })
	g.printf("func zznmScene%d(zznmg, zznmo *zznmprobe.Genes) (zznmv %s) {\nzznmk := 0\n", n, g.text(t))
	g.caseSwitch(t.Alts, func(a *input.Alt) {
		g.makeAlternative(a, func(step *input.Alt, recv string) { g.toldStep(step, recv, block) })
	})
	g.printf("for ; zznmk < %d; zznmk++ {\n%s}\nreturn\n}\n\n", MaxScenario, strings.Repeat("zznmo.Put(0)\n", len(block)))
}

// toldStep writes a step of a scenario. For each method of the block follow a word for whether it was called and returned, and its results.
func (g *generator) toldStep(step *input.Alt, recv string, block []input.Reader) {
	at := -1 // nothing tells of a repetition but the readers after it
	if !step.Repeats {
		at = slices.IndexFunc(block, func(r input.Reader) bool { return r.IsStep && r.Method == step.Make.Method(code.Receiver) })
	}
	var results []string
	if at >= 0 {
		for j := range block[at].Results {
			results = append(results, fmt.Sprintf("zznmq%d", j))
		}
	}
	if len(results) == 0 {
		g.step(step, recv)
	} else {
		g.printf("%s := %s\n", strings.Join(results, ", "), g.decodeFields(step, recv))
	}
	g.printf("zznmk++\n")
	for i, r := range block {
		switch {
		case i == at:
			g.printf("zznmo.Put(1)\n")
			for j, f := range r.Results {
				g.encodeInto(f.Type, results[j], "zznmo", "0")
			}
		case r.IsStep:
			g.printf("zznmo.Put(0)\n")
		default:
			g.readOne(&r, recv, nil, "zznmo")
		}
	}
}
