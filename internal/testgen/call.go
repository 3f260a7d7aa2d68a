package testgen

import (
	"go/ast"
	"go/parser"
	"slices"
	"strings"

	"nearmiss/input"
)

// callExpr returns the call of the function under test.
func (p *plan) callExpr() string {
	var args []string
	recv := ""
	for i, in := range p.inputs {
		text := p.inputExpr(in)
		switch {
		case in.global != nil:
		case p.fn.Sig.Recv != nil && i == 0:
			recv = text
		default:
			args = append(args, text)
		}
	}
	chain := p.fn.Sig.Chain()
	own := p.arguments(args[:chain[0].Params], chain[0])
	callee := recv + "." + p.fn.Obj.Name()
	switch {
	case recv == "":
		callee = p.functionExpr()
	case p.external && !p.fn.Obj.Exported():
		callee = p.bridge.exportMethod(p.fn.Obj)
		own = append([]string{recv}, own...)
	}
	text := callee + "(" + strings.Join(own, ", ") + ")"
	args = args[chain[0].Params:]
	for k, c := range chain[1:] {
		if chain[k].ReturnsError && !p.forReader {
			text = p.helper(mustHelper) + "(" + text + ")"
		}
		if c.Iterator {
			text = p.helper(takeHelper(p.fn.Type.Results().Len())) + "(" + text + ", " + args[0] + ")"
			break
		}
		text += c.Selector(p.spell(c.AssertedType, nil)) + "(" + strings.Join(p.arguments(args[:c.Params], c), ", ") + ")"
		args = args[c.Params:]
	}
	return text
}

// arguments returns the arguments of one call, with the variadic one spread.
func (p *plan) arguments(args []string, c input.Call) []string {
	if !c.Variadic {
		return args
	}
	last := len(args) - 1
	switch {
	case args[last] == "nil":
		return args[:last]
	case p.forReader: // a reader sees the variadic arguments one by one
		return args
	}
	return append(slices.Clone(args[:last]), oneByOne(args[last]))
}

// oneByOne returns the elements of the literal of a list as arguments, and any other list with dots. A list of any stays: go vet takes
// a function with such arguments for one that formats.
func oneByOne(list string) string {
	dots := list + "..."
	e, err := parser.ParseExpr(list)
	lit, ok := e.(*ast.CompositeLit)
	if err != nil || !ok || len(lit.Elts) == 0 {
		return dots
	}
	of, ok := lit.Type.(*ast.ArrayType)
	if !ok {
		return dots
	}
	_, isInterface := of.Elt.(*ast.InterfaceType)
	if id, ok := of.Elt.(*ast.Ident); isInterface || ok && id.Name == "any" {
		return dots
	}
	var args []string
	for _, x := range lit.Elts {
		switch x := x.(type) {
		case *ast.KeyValueExpr:
			return dots
		case *ast.CompositeLit:
			if x.Type == nil {
				return dots
			}
		}
		args = append(args, list[x.Pos()-1:x.End()-1])
	}
	return strings.Join(args, ", ")
}

// callFormat returns the call as messages print it: a format and its arguments. If an input is
// large, if the call may have changed it, or if more than six inputs would be shown, only the
// function's name is shown; the test output has the name of the case anyway.
func (p *plan) callFormat() (format string, args []string) {
	verbs := []string{}
	for i, in := range p.inputs {
		if in.global != nil || p.fn.Sig.Recv != nil && i == 0 {
			continue
		}
		verb, ok := p.formatVerb(in.typ, in.goType)
		if in.takesStatements(p) {
			ok = false
		}
		if !ok {
			return p.callWithVerbs(nil), nil
		}
		if in.constant != "" {
			verbs = append(verbs, strings.ReplaceAll(in.constant, "%", "%%"))
			continue
		}
		verbs, args = append(verbs, verb), append(args, p.inputExpr(in))
	}
	if len(args) > 6 {
		return p.callWithVerbs(nil), nil
	}
	return p.callWithVerbs(verbs), args
}

// callWithVerbs returns the calls with one verb for each argument, or with dots if verbs is nil.
func (p *plan) callWithVerbs(verbs []string) string {
	text := p.fn.displayName()
	for _, c := range p.fn.Sig.Chain() {
		text += c.Selector("")
		if verbs == nil && c.Params > 0 {
			text += "(...)"
			continue
		}
		own := slices.Clone(verbs[:c.Params])
		verbs = verbs[c.Params:]
		switch last := len(own) - 1; {
		case !c.Variadic:
		case own[last] == "nil":
			own = own[:last]
		default:
			own[last] = oneByOne(own[last])
		}
		if c.Iterator {
			return string(takeOneHelper) + "(" + text + ", " + own[0] + ")"
		}
		text += "(" + strings.Join(own, ", ") + ")"
	}
	return text
}
