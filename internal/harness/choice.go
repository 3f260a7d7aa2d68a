package harness

import (
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// How many ways to make a value a Choice has at most, nil and a stub among
// them.
const (
	maxAlts      = 12
	maxFieldAlts = 5 // of a struct's field
)

func mostAlts(at place) int {
	if at == inField {
		return maxFieldAlts
	}
	return maxAlts
}

// chosen reports whether values of t are made in one of several ways.
func (c *Coder) chosen(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface, *types.Signature, *types.Chan:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Map:
		return !plainKey(u.Key())
	}
	return c.objectOf(t) != nil
}

// fillChoice fills in the ways to make a t.
func (c *Coder) fillChoice(out *input.Type, t types.Type, at place) {
	out.Kind = input.Choice
	out.Alts = []input.Alt{{Name: "nil", Make: "nil", Rare: at == inCall && !syntax.IsError(t)}} // here while the others are made
	if c.literals {
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
		if at == inCall { // of a field nobody expects everything
			c.cut[out] = cut
		}
	case *types.Signature:
		out.Alts = append(out.Alts, c.bare(t, c.functionAlts(t, u, at))...)
	case *types.Chan:
		out.Alts = c.bare(t, c.channelAlts(t, u, at))
	case *types.Map:
		out.Alts = append(out.Alts, c.mapAlts(t, u)...)
	}
}

// bare marks the alternatives of which Make is no t by itself if t has a name,
// such as http.HandlerFunc; functions that return a t are.
func (c *Coder) bare(t types.Type, list []input.Alt) []input.Alt {
	if _, ok := types.Unalias(t).(*types.Named); !ok {
		return list
	}
	makers := c.makers(t)
	for i := range list {
		a := &list[i]
		made := slices.ContainsFunc(makers, func(m input.Alt) bool { return m.Make == a.Make })
		a.Bare = a.Make != "nil" && !made
	}
	return list
}

// mapAlts are the ways to make a map whose keys are not made of words alone:
// it is empty or has one entry.
func (c *Coder) mapAlts(t types.Type, u *types.Map) []input.Alt {
	text := c.template(t)
	list := []input.Alt{{Name: "empty", Make: text + "{}"}}
	key := u.Key()
	if k, ok := key.Underlying().(*types.Interface); ok {
		if key = nil; k.Empty() {
			key = types.Typ[types.String]
		}
	}
	if key != nil && c.unsupported(key, map[types.Type]bool{}) == "" && c.unsupported(u.Elem(), map[types.Type]bool{}) == "" {
		list = append(list, input.Alt{
			Name:   "one entry",
			Fields: []input.Field{c.need("key", key), c.need("value", u.Elem())},
			Make:   text + "{$1: $2}",
		})
	}
	return list
}

// need is a field of an alternative.
func (c *Coder) need(name string, t types.Type) input.Field {
	return input.Field{Name: name, Type: c.input(t)}
}

// enter returns the types that are known in a place, and what is to be called
// when t is filled in. Where a function tells dynamic types apart, interfaces
// among its parameters are its own matter.
func (c *Coder) enter(t types.Type, at place) (known *typeutil.Map, leave func()) {
	around := c.context
	if around != nil && at == inCall && types.IsInterface(t) {
		return &around.ins, func() {}
	}
	c.context = nil
	return &c.ins[at], func() { c.context = around }
}

// usage is what a function says about the dynamic types of its inputs.
type usage struct {
	mentioned []types.Type
	ins       typeutil.Map // interface types → *input.Type
}

// chooses reports whether a value of t is, or holds, a Choice.
func chooses(t *input.Type) bool {
	return t.Has(true, func(t *input.Type) bool { return t.Kind == input.Choice })
}

// runs reports whether making a value of t may run the package's code.
func runs(t *input.Type) bool {
	return t.Has(true, func(t *input.Type) bool {
		return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return a.Runs })
	})
}

// quotedTag is the tag of a field in the text of a type, which has no other quotes.
var quotedTag = regexp.MustCompile(`"(?:\\.|[^"\\])*"`)

// template returns the text of a type with its packages as placeholders of
// input.Expand.
func (c *Coder) template(t types.Type) string {
	s := types.TypeString(substitute(t, nil), func(p *types.Package) string {
		return "\x00(" + c.source(p) + ")"
	})
	s = quotedTag.ReplaceAllStringFunc(s, func(tag string) string {
		if text, err := strconv.Unquote(tag); err == nil && strconv.CanBackquote(text) {
			return "`" + text + "`"
		}
		return tag
	})
	s = strings.ReplaceAll(c.dated(s), "$", "$$") // in the tags of a struct
	if s = strings.ReplaceAll(s, "\x00", "$"); strings.HasPrefix(s, "<-chan") {
		return "(" + s + ")"
	}
	return s
}

// source returns the import path of p as the package's source writes it.
func (c *Coder) source(p *types.Package) string {
	if at := c.written[p.Path()]; at != "" {
		return at
	}
	return p.Path()
}
