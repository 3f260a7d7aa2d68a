package harness

import (
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// The most alternatives of a Choice, including nil and a stub.
const (
	maxAlts      = 12
	maxFieldAlts = 5 // in a field of a struct
)

func maxAltsAt(at altContext) int {
	if at == asField {
		return maxFieldAlts
	}
	return maxAlts
}

// isChoice reports whether an input of type t is a Choice.
func (c *Coder) isChoice(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Chan:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Map:
		return !isPlainKey(u.Key())
	}
	return c.objectOf(t) != nil
}

// fillChoice fills in the alternatives that make a value of type t.
func (c *Coder) fillChoice(out *input.Type, t types.Type, at altContext) {
	out.Kind = input.Choice
	out.Alts = []input.Alt{{Name: "nil", Make: code.Source("nil"), Rare: at == asArgument && !syntax.IsError(t)}} // set first, because the other alternatives may refer to t
	if c.literalsOnly {
		return
	}
	if o := c.objectOf(t); o != nil {
		out.Alts = c.objectAlts(o, at)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		list, cut := c.interfaceAlts(t, u, at)
		out.Alts = append(out.Alts, list...)
		if at == asArgument { // cuts in fields are not reported
			c.numCutAlts[out] = cut
		}
	case *types.Signature:
		out.Alts = append(out.Alts, c.markConversions(t, c.functionAlts(t, u, at))...)
	case *types.Chan:
		out.Alts = c.markConversions(t, c.channelAlts(u, at))
	case *types.Map:
		out.Alts = append(out.Alts, c.mapAlts(t, u)...)
	}
}

// markConversions sets UnnamedType in the alternatives for a named type t, such as
// http.HandlerFunc, that make a value of its underlying type: all but nil and calls of functions
// that return t itself.
func (c *Coder) markConversions(t types.Type, list []input.Alt) []input.Alt {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		return list
	}
	makers := c.makers(t)
	for i := range list {
		a := &list[i]
		made := slices.ContainsFunc(makers, func(m input.Alt) bool { return m.Make.String() == a.Make.String() })
		a.UnnamedType = !a.Make.IsNil() && !made
	}
	return list
}

// mapAlts returns the alternatives for a map whose keys are not plain (see isPlainKey): empty, or
// with one entry.
func (c *Coder) mapAlts(t types.Type, u *types.Map) []input.Alt {
	text := c.tree(t)
	list := []input.Alt{{Name: "empty", Make: code.New(code.Composite, text)}}
	key := u.Key()
	if k, ok := key.Underlying().(*types.Interface); ok {
		if key = nil; k.Empty() {
			key = types.Typ[types.String]
		}
	}
	if key != nil && c.supported(key) && c.supported(u.Elem()) {
		list = append(list, input.Alt{
			Name:   "one entry",
			Fields: []input.Field{c.altField("key", key), c.altField("value", u.Elem())},
			Make:   code.Format("%s{%s: %s}", text, code.Arg(0), code.Arg(1)),
		})
	}
	return list
}

// altField returns a field of an alternative.
func (c *Coder) altField(name string, t types.Type) input.Field {
	return input.Field{Name: name, Type: c.inputType(t)}
}

// knownTypes returns the memo of input types for t in context at, and a function, leave, to call
// when t is filled in. While a function that mentions dynamic types is signed, interfaces among its
// parameters have a memo of their own, because their alternatives depend on the mentioned types. In
// other types the mentioned types do not count: c.context is nil until the call of leave.
func (c *Coder) knownTypes(t types.Type, at altContext) (known *typeutil.Map, leave func()) {
	around := c.context
	if around != nil && at == asArgument && types.IsInterface(t) {
		return &around.inputTypes, func() {}
	}
	c.context = nil
	return &c.inputTypes[at], func() { c.context = around }
}

// mentionedTypes holds the dynamic types that a function mentions.
type mentionedTypes struct {
	mentioned  []types.Type
	inputTypes typeutil.Map // interface types → *input.Type
}

// hasChoice reports whether t is or contains a Choice.
func hasChoice(t *input.Type) bool {
	return t.Has(true, func(t *input.Type) bool { return t.Kind == input.Choice })
}

// quotedTag matches the tag of a struct field in the text of a type, which has no other quotes.
var quotedTag = regexp.MustCompile(`"(?:\\.|[^"\\])*"`)

// tree returns type t as a tree.
func (c *Coder) tree(t types.Type) *code.Tree { return treeOf(c.markedText(t)) }

// markedText returns the text of type t for treeOf.
func (c *Coder) markedText(t types.Type) string {
	return c.spell(t, func(p *types.Package) string { return marked(c.sourcePath(p)) })
}

// spell returns the text of type t in the version of Go and the form that the package is written in.
func (c *Coder) spell(t types.Type, qualifier types.Qualifier) string {
	s := rawTags(types.TypeString(substitute(t, nil), qualifier))
	if s = c.anyAsInterface(s); strings.HasPrefix(s, "<-chan") {
		return "(" + s + ")"
	}
	return s
}

// rawTags returns the text of a type with the tags of fields as raw strings, as far as they can be.
func rawTags(text string) string {
	return quotedTag.ReplaceAllStringFunc(text, func(tag string) string {
		if text, err := strconv.Unquote(tag); err == nil && strconv.CanBackquote(text) {
			return "`" + text + "`"
		}
		return tag
	})
}

// TypeTree returns type t as a tree with all that it says.
func TypeTree(t types.Type) *code.Tree {
	return treeOf(rawTags(types.TypeString(t, func(p *types.Package) string { return marked(p.Path()) })))
}

// marked returns an import path as treeOf finds it before a name.
func marked(path string) string { return "\x00" + path + "\x00" }

// treeOf returns the tree of source with marked import paths before names.
func treeOf(text string) *code.Tree {
	pieces := strings.Split(text, "\x00")
	list := []*code.Tree{code.Source(pieces[0])}
	for i := 1; i < len(pieces); i += 2 {
		name := identifier(pieces[i+1][1:])
		list = append(list, code.Name(pieces[i], name), code.Source(pieces[i+1][1+len(name):]))
	}
	return code.Join(list, "")
}

// sourcePath returns the import path of p as the package's source writes it.
func (c *Coder) sourcePath(p *types.Package) string {
	if at := c.sourcePaths[p.Path()]; at != "" {
		return at
	}
	return p.Path()
}
