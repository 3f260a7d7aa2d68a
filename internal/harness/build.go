package harness

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// runsPackageCode reports whether making the inputs of sig runs code of the package. The probes
// must limit its steps then, because it may loop forever (probe.Prepare).
func runsPackageCode(sig *input.Signature) bool {
	return sig.Has(true, func(t *input.Type) bool {
		return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return a.RunsCode })
	})
}

// choiceDecoder writes the body of the decoder of a Choice.
func (g *generator) choiceDecoder(t *input.Type) {
	g.caseSwitch(t.Alts, func(a *input.Alt) { g.makeAlternative(a, g.step) })
	g.recordMoment(t)
}

// recordMoment writes the statements that report the moment of a built time.Time, unless its package is
// itself under test.
func (g *generator) recordMoment(t *input.Type) {
	of, _ := t.Origin.(types.Type)
	if of == nil {
		return
	}
	named, pointer := syntax.NamedOf(of)
	switch {
	case named == nil || !syntax.IsTime(named) || named.Obj().Pkg() == g.c.pkg.Types:
	case pointer:
		g.printf("if zznmv != nil {\nzznmprobe.Moment(zznmv.Unix())\n}\n")
	default:
		g.printf("zznmprobe.Moment(zznmv.Unix())\n")
	}
}

// caseSwitch writes a switch over the next word, with a case for each alternative. A larger word
// selects the last alternative.
func (g *generator) caseSwitch(alts []input.Alt, body func(*input.Alt)) {
	g.printf("switch zznmg.Next() {\n")
	for i := range alts {
		if i == len(alts)-1 {
			g.printf("default:\n")
		} else {
			g.printf("case %d:\n", i)
		}
		body(&alts[i])
	}
	g.printf("}\n")
}

// makeAlternative writes the statements of a decoder that assign a value made by alternative a to
// the result zznmv. step writes a step on the value in a variable.
func (g *generator) makeAlternative(a *input.Alt, step func(s *input.Alt, recv string)) {
	expr := g.decodeFields(a, "")
	switch {
	case a.ReturnsError:
		g.printf("zznmx, zznme := %s\nif zznme != nil {\npanic(zznmprobe.Unbuilt{By: %q, Err: zznme})\n}\n", expr, a.Name)
	case opensChannel(a):
		g.printf("zznmx := %s\n", expr)
		g.printf("zznmprobe.Open(func() {\ndefer func() { recover() }()\nclose(zznmx)\n})\n")
	case a.Steps == nil && g.returnedIndex(a.Returns) < 0:
		g.printf("zznmv = %s\n", expr)
		return
	default:
		g.printf("zznmx := %s\n", expr)
	}
	if a.Steps != nil {
		g.printf("for zznmn := %s(zznmg); zznmn > 0; zznmn-- {\n", g.helper("Len"))
		g.caseSwitch(a.Steps.Elem.Alts, func(s *input.Alt) { step(s, "zznmx") })
		g.printf("}\n")
	}
	g.keepReturned(a, "zznmx")
	g.printf("zznmv = zznmx\n")
}

// opensChannel reports whether a makes a channel on which an operation may block forever.
func opensChannel(a *input.Alt) bool { return a.Name == openChannel || a.Name == bufferedChannel }

// decodeFields writes the decoding of the fields of a, and returns the expression that makes a value
// from them. If a is a step, it returns the statement that does the step on the variable recv.
func (g *generator) decodeFields(a *input.Alt, recv string) string {
	for i, f := range a.Fields {
		g.printf("zznmf%d := %s\n", i, g.decode(f.Type, "zznmg"))
		if !a.Make.Has(func(t *code.Tree) bool { return t.Kind == code.Argument && t.Index == i }) {
			g.printf("_ = zznmf%d\n", i)
		}
	}
	own := ""
	if a.Decl != nil {
		own = g.declare(a.Decl)
	}
	return g.source(a.Make, recv, own)
}

// declare returns the name of a declaration. It is written on the first call.
func (g *generator) declare(decl *code.Decl) string {
	name, ok := g.decls[decl.Key]
	if !ok {
		name = fmt.Sprintf("zznmMade%d", len(g.decls))
		g.decls[decl.Key] = name
		g.expandedDecls.WriteString(g.source(decl.Tree, "", name) + "\n\n")
	}
	return name
}

// source returns the text of a tree in the generated file, with the names of the receiver and of the
// declaration.
func (g *generator) source(t *code.Tree, recv, own string) string {
	return t.Print(g.qualifier, func(t *code.Tree) (string, bool) {
		switch t.Kind {
		case code.Argument:
			return fmt.Sprintf("zznmf%d", t.Index), true
		case code.Receiver:
			return recv, true
		case code.Counter:
			return "zznmc", true
		case code.Declared:
			return own, true
		case code.Recording:
			return g.source(t.Parts[0], recv, own), true
		case code.Written:
			g.writer = g.source(t.Parts[0], recv, own)
			return writerVar, true
		case code.Record:
			args := []string{strconv.Quote(t.Text)}
			for _, p := range t.Parts[1:] {
				args = append(args, g.source(p, recv, own))
			}
			return "if zznmprobe.Records() { zznmprobe.Record(" + strings.Join(args, ", ") + ") }", true
		}
		return "", false
	})
}

// qualifier returns the name of the package at path in the generated file, and adds its import.
func (g *generator) qualifier(path string) string {
	if name, ok := g.imports[path]; ok {
		return name
	}
	name, ok := g.c.qualify(path)
	if !ok {
		panic("harness: BUG: " + path + " cannot be imported by " + g.c.pkg.ImportPath)
	}
	if name == "" {
		return ""
	}
	if g.c.fileNames[path] == "" {
		used := slices.AppendSeq(slices.Collect(maps.Values(g.c.fileNames)), maps.Values(g.imports))
		name = syntax.Free(name, func(free string) bool { return slices.Contains(used, free) || g.c.isNameTaken(free) })
	}
	g.imports[path] = name
	return name
}
