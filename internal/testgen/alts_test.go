package testgen

import (
	"go/types"
	"strings"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/load"
)

// choices are the types that tests make in one of several ways, by the text
// of the type.
type choices map[string]*input.Type

// parseChoices reads ways to make values:
//
//	choice TYPE
//	alt NAME | FIELDS | MAKE | FLAGS
//	step NAME | FIELDS | MAKE
//	repeat NAME | FIELDS | MAKE | DIRECTION
//	decl LABEL TEXT
//
// and how outcomes of a type are reported:
//
//	sealed TYPE METHOD
//	dynamic TYPE, with an alt for each type that it may hold
//
// FIELDS are name type, separated by semicolons. Flags are fails, rare, runs.
// In a declaration \n stands for a line end.
func parseChoices(t *testing.T, pkg *load.Package, text string) choices {
	t.Helper()
	all := choices{}
	var current *input.Type
	type pending struct {
		typ    *input.Type
		alt    int
		step   bool
		fields string
	}
	var later []pending
	for _, line := range strings.Split(text, "\n") {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		parts := strings.Split(rest, "|")
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		switch verb {
		case "choice", "dynamic":
			gt := typeNamed(t, pkg, rest)
			current = &input.Type{Kind: input.Choice, Go: rest, Origin: gt}
			if verb == "dynamic" { // the same type may be a choice as an input
				current.Kind = input.Dynamic
				all["dynamic "+gt.String()] = current
			} else {
				all[gt.String()] = current
			}
		case "sealed":
			name, method, _ := strings.Cut(rest, " ")
			gt := typeNamed(t, pkg, name)
			all[gt.String()] = &input.Type{Kind: input.Sealed, Go: name, Hidden: 1, Text: method, Origin: gt}
		case "alt":
			alt := input.Alt{Name: parts[0], Make: treeOf(t, parts[2])}
			if len(parts) > 3 {
				alt.ReturnsError, alt.Rare, alt.RunsCode = strings.Contains(parts[3], "fails"), strings.Contains(parts[3], "rare"), strings.Contains(parts[3], "runs")
			}
			current.Alts = append(current.Alts, alt)
			later = append(later, pending{current, len(current.Alts) - 1, false, parts[1]})
		case "step", "repeat":
			alt := &current.Alts[len(current.Alts)-1]
			if alt.Steps == nil {
				alt.Steps = &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice}}
			}
			steps := alt.Steps.Elem
			step := input.Alt{Name: parts[0], Make: treeOf(t, parts[2]), Repeats: verb == "repeat"}
			if verb == "repeat" {
				step.Make = &code.Tree{Kind: code.Repetition, Text: parts[3], Parts: []*code.Tree{code.Arg(0), step.Make}}
			}
			steps.Alts = append(steps.Alts, step)
			later = append(later, pending{steps, len(steps.Alts) - 1, true, parts[1]})
		case "decl":
			alt := &current.Alts[len(current.Alts)-1]
			label, decl, _ := strings.Cut(rest, " ")
			alt.Decl = code.NewDecl(label, leaves(strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(decl)))
		case "":
		default:
			t.Fatalf("no verb: %q", line)
		}
	}
	for _, l := range later { // all choices are known now
		for _, f := range strings.Split(l.fields, ";") {
			if name, typ, ok := strings.Cut(strings.TrimSpace(f), " "); ok {
				gt := typeNamed(t, pkg, strings.TrimPrefix(typ, "!"))
				use := all
				if l.typ.Kind == input.Dynamic {
					use = all.outcomes()
				}
				if strings.HasPrefix(typ, "!") { // as it stands
					use = choices{}
					for k, v := range all {
						if k != gt.String() && k != "*"+gt.String() {
							use[k] = v
						}
					}
				}
				ft := use.shape(gt, map[types.Type]*input.Type{})
				l.typ.Alts[l.alt].Fields = append(l.typ.Alts[l.alt].Fields, input.Field{Name: name, Type: ft})
			}
		}
	}
	return all
}

// outcomes are those that say how outcomes are reported.
func (c choices) outcomes() choices {
	out := choices{}
	for name, t := range c {
		if t.Kind == input.Sealed || t.Kind == input.Dynamic {
			out[strings.TrimPrefix(name, "dynamic ")] = t
		}
	}
	return out
}

// typeNamed is the type that an expression in a file of the package says.
func typeNamed(t *testing.T, pkg *load.Package, expr string) types.Type {
	t.Helper()
	var failed error
	for _, f := range pkg.Files { // one of them imports what expr names
		tv, err := types.Eval(pkg.Fset, pkg.Types, f.End()-1, expr)
		if err == nil {
			return tv.Type
		}
		failed = err
	}
	t.Fatalf("%s: %v", expr, failed)
	return nil
}

// shape is as the function shape, with the types that are choices.
func (c choices) shape(t types.Type, seen map[types.Type]*input.Type) *input.Type {
	if s := c[t.String()]; s != nil {
		return s
	}
	if s := seen[t]; s != nil {
		return s
	}
	s := &input.Type{Go: t.String(), Origin: t}
	seen[t] = s
	if t.String() == "error" {
		s.Kind = input.Error
		return s
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		s.Kind, s.Bits = basicShape(u)
	case *types.Slice:
		s.Kind, s.Elem = input.Slice, c.shape(u.Elem(), seen)
	case *types.Array:
		s.Kind, s.Len, s.Elem = input.Array, int(u.Len()), c.shape(u.Elem(), seen)
	case *types.Map:
		s.Kind, s.Key, s.Elem = input.Map, c.shape(u.Key(), seen), c.shape(u.Elem(), seen)
	case *types.Pointer:
		s.Kind, s.Elem = input.Pointer, c.shape(u.Elem(), seen)
	case *types.Struct:
		s.Kind = input.Struct
		for i := range u.NumFields() {
			f := u.Field(i)
			if f.Name() == "_" || strings.HasPrefix(f.Type().String(), "sync.") || !f.Exported() && strings.HasPrefix(t.String(), "time.") {
				s.Hidden++
				continue
			}
			s.Fields = append(s.Fields, input.Field{Name: f.Name(), Type: c.shape(f.Type(), seen)})
		}
	default:
		s.Kind = input.Opaque
	}
	return s
}
