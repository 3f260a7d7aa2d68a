package testgen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nearmiss/code"
)

// leaf matches the parts of a tree's text that files print in their own ways: $(path).Name, $1, $0, $T and $i.
var leaf = regexp.MustCompile(`\$(\(([^()]*)\)\.([\pL_][\pL\pN_]*)|[0-9]+|T|i)`)

// leaves returns text as a sequence of its leaves and of the source between them.
func leaves(text string) *code.Tree {
	all := code.New(code.Sequence)
	for {
		at := leaf.FindStringIndex(text)
		if at == nil {
			all.Parts = append(all.Parts, code.Source(text))
			return all
		}
		all.Parts = append(all.Parts, code.Source(text[:at[0]]), leafOf(text[at[0]:at[1]]))
		text = text[at[1]:]
	}
}

func leafOf(text string) *code.Tree {
	switch m := leaf.FindStringSubmatch(text); {
	case m[3] != "":
		return code.Name(m[2], m[3])
	case text == "$T":
		return code.New(code.Declared)
	case text == "$i":
		return code.New(code.Counter)
	case text == "$0":
		return code.New(code.Receiver)
	default:
		n, _ := strconv.Atoi(m[1])
		return code.Arg(n - 1)
	}
}

// treeOf is the inverse of code.Tree.String for calls, selectors, addresses, keys and leaves. Other source is a sequence.
func treeOf(t *testing.T, text string) *code.Tree {
	t.Helper()
	if text == "" {
		return nil
	}
	var known []string
	source := leaf.ReplaceAllStringFunc(text, func(m string) string {
		known = append(known, m)
		return "leaf" + strconv.Itoa(len(known)-1) + "_"
	})
	x, err := parser.ParseExpr(source)
	if err != nil {
		return leaves(text)
	}
	original := func(n ast.Node) string {
		return regexp.MustCompile(`leaf[0-9]+_`).ReplaceAllStringFunc(source[n.Pos()-1:n.End()-1], func(m string) string {
			i, _ := strconv.Atoi(strings.Trim(m, "leaf_"))
			return known[i]
		})
	}
	var tree func(x ast.Expr) *code.Tree
	tree = func(x ast.Expr) *code.Tree {
		switch x := x.(type) {
		case *ast.CallExpr:
			call := code.Call(tree(x.Fun))
			for _, a := range x.Args {
				call.Parts = append(call.Parts, tree(a))
			}
			if n := len(call.Parts); x.Ellipsis.IsValid() {
				call.Parts[n-1] = code.New(code.Spread, call.Parts[n-1])
			}
			return call
		case *ast.SelectorExpr:
			return code.Select(tree(x.X), x.Sel.Name)
		case *ast.UnaryExpr:
			if x.Op == token.AND {
				return code.New(code.Address, tree(x.X))
			}
		case *ast.CompositeLit:
			literal := code.New(code.Composite, tree(x.Type))
			for _, e := range x.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				if !ok {
					return leaves(original(x))
				}
				literal.Parts = append(literal.Parts, &code.Tree{Kind: code.KeyValue, Text: original(kv.Key), Parts: []*code.Tree{tree(kv.Value)}})
			}
			return literal
		case *ast.Ident:
			if text := original(x); strings.HasPrefix(text, "$") {
				return leafOf(text)
			}
			return code.Source(x.Name)
		}
		return leaves(original(x))
	}
	made := tree(x)
	if got := made.String(); got != text {
		t.Fatalf("%s was read as %s", text, got)
	}
	return made
}
