package explore

import (
	"context"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
)

// No input takes a target that is not in the tree if each side of each node was taken or
// contradicts the conditions before it. The proof has three assumptions: paths depend on nothing
// but the input, inputs stay within their bounds, and machine code behaves like the executor.

// runRest runs as machine code the inputs that only the executor ran, which may reach more
// targets. It reports whether all of these inputs were run.
func (p *program) runRest(ctx context.Context) (all bool, err error) {
	for _, r := range p.followed {
		if ctx.Err() != nil || p.e.allReached() {
			return false, nil
		}
		p.runs = r.Number + 1
		if _, err := p.native(r, nil, false); err != nil {
			if p.e.nativeCtx.Err() != nil { // the time is over
				err = nil
			}
			return false, err
		}
	}
	return true, nil
}

// proofConclusion returns the conclusion for a target that was not reached although every path was
// taken.
func (e *exploration) proofConclusion(g *goal) (why, reason string) {
	outside := e.p.worldAssumption
	if outside == "" {
		outside = e.s.assumption
	}
	switch within := e.restriction(); {
	case e.p.mismatches+e.p.crashes > 0:
		return WhyMismatch, fmt.Sprintf("every path of the executor was taken, and machine code did something else with %s%s", count(e.p.mismatches+e.p.crashes, "input"), g.distancePhrase())
	case outside != "":
		return WhyCut, "every path was taken on which " + outside + g.distancePhrase()
	case within != "":
		return WhyBound, "every path of inputs " + within + " was taken" + g.distancePhrase()
	}
	return WhyInfeasible, "no input takes it: every path was taken"
}

// restriction describes the inputs to which the paths are restricted. It returns "" if there is no
// restriction.
func (e *exploration) restriction() string {
	fn := e.s.subject.Fn
	var parts []string
	if e.p.states != nil {
		parts = append(parts, "in states that can be written as literals")
	} else if hasChoice(fn.Sig) {
		parts = append(parts, "that are made like the first one")
	}
	if args := fn.Sig.TypeArgs; args != nil {
		parts = append(parts, "with the type arguments "+args.Print(path.Base, nil))
	}
	if n := len(fn.Notes); n > 0 {
		parts = append(parts, "as they can be made ("+fn.Notes[0]+")")
	}
	if len(e.s.opt.Domains) > 0 {
		parts = append(parts, "with numbers from their domains")
	}
	if hasKind(fn.Sig, input.String, input.Slice, input.Map) {
		lists := "with lists of at most " + count(e.opt.Bound, "element")
		if hasNestedLists(fn.Sig) {
			lists += " (within others perhaps fewer)"
		}
		parts = append(parts, lists)
	}
	if hasKind(fn.Sig, input.Pointer) {
		parts = append(parts, "without long chains of pointers")
	}
	if hasKind(fn.Sig, input.Slice, input.Map, input.Pointer) {
		parts = append(parts, "without shared memory or spare room")
	}
	return strings.Join(parts, " and ")
}

// varAssumption describes the assumption that a package variable keeps its value. The function or a
// callee in its package mentions the variable, and other code may change it. varAssumption returns
// "" if there is no such variable.
func (s *Session) varAssumption() string {
	g, own, name := s.subject.Graph, s.subject.Package.Types, ""
	changes, m := effects.Changing(s.subject.Package), syntax.NewMentions(g.Info, g.Files)
	for _, f := range reachable(g, m, s.subject.Func) {
		for _, o := range m.Of(f.Obj) {
			v, ok := o.(*types.Var)
			if ok && name == "" && (changes[v] || (v.Exported() || v.Pkg() != own) && !syntax.IsError(v.Type())) {
				name = v.Name()
			}
		}
	}
	if name == "" {
		return ""
	}
	return "package variables that other code may change, such as " + name + ", are as at first"
}

// hasChoice reports whether a value in the inputs can be made in several ways.
func hasChoice(sig *input.Signature) bool { return hasKind(sig, input.Choice) }

// hasKind reports whether the inputs contain a type of one of the given kinds.
func hasKind(sig *input.Signature, kinds ...input.Kind) bool {
	return sig.Has(false, func(t *input.Type) bool { return slices.Contains(kinds, t.Kind) })
}

// hasNestedLists reports whether inputs have lists within lists or behind pointers.
func hasNestedLists(sig *input.Signature) bool {
	return sig.Has(false, func(t *input.Type) bool {
		if t.Kind != input.Slice && t.Kind != input.Map && t.Kind != input.Pointer {
			return false
		}
		return t.Elem.Has(false, subject.IsList) || t.Key.Has(false, subject.IsList)
	})
}
