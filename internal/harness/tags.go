package harness

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// Code that reads struct tags does most of its work for fields with tags. Structs for an empty
// interface therefore have tags with the keys that the package looks up: each key with a name,
// and with one of the words in the package that look like options.
const (
	maxKeys    = 2
	maxOptions = 8
)

// tagWords are the keys and the options for tags.
type tagWords struct{ keys, options []string }

// structTags returns the tags of n fields, or nil if the package reads none.
func (c *Coder) structTags(n int) []string { return c.tagsOf(n, c.tagWords().option) }

// tagsOf returns the tags of n fields with options by number of the field, or nil if the package reads no tags.
func (c *Coder) tagsOf(n int, option func(int) string) []string {
	words := c.tagWords()
	if len(words.keys) == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		value := string(rune('a' + i))
		if o := option(i); o != "" {
			value += "," + o
		}
		var parts []string
		for _, k := range words.keys {
			parts = append(parts, fmt.Sprintf("%s:%q", k, value))
		}
		list[i] = strings.Join(parts, " ")
	}
	return list
}

// option returns the option in the tag of field i of a struct, counted from 0, or "". In the struct
// of taggedStruct the fields 4 and 6 contain structs, for which some options are meant: if the
// options do not suffice, they get the last options.
func (w *tagWords) option(i int) string {
	n := len(w.options)
	switch {
	case i < n:
		return w.options[i]
	case n > 0 && i == 4:
		return w.options[n-1]
	case n > 1 && i == 6:
		return w.options[n-2]
	}
	return ""
}

var optionWord = regexp.MustCompile(`^[a-z][a-z_]{2,15}$`)

// findTagWords returns the keys that the package looks up in tags, and words that it compares
// texts with or passes to functions. Because a looked-up key need not be a constant, constants
// assigned to a name that contains "tag" are keys too.
func (c *Coder) findTagWords() *tagWords {
	text := func(x ast.Expr) string {
		if v := c.pkg.Info.Types[x].Value; v != nil && v.Kind() == constant.String {
			return constant.StringVal(v)
		}
		return ""
	}
	var keys, named, words []string
	looked := false
	for n := range c.nodes {
		for place, value := range syntax.Assignments(n) {
			if value != nil {
				named = append(named, tagged(place, text(value)))
			}
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			t, ok := c.pkg.Info.TypeOf(n).(*types.Basic)
			switch {
			case len(n.Args) == 1 && c.looksUp(n):
				looked = true
				keys = append(keys, text(n.Args[0]))
			case ok && (t.Kind() == types.Bool || t.Kind() == types.Int):
				for _, x := range n.Args {
					words = append(words, text(x))
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				words = append(words, text(n.X), text(n.Y))
			}
		case *ast.CaseClause:
			for _, x := range n.List {
				words = append(words, text(x))
			}
		case *ast.KeyValueExpr:
			named = append(named, tagged(n.Key, text(n.Value)))
		}
	}
	if !looked {
		return new(tagWords)
	}
	return &tagWords{firstWords(append(keys, named...), maxKeys), firstWords(words, maxOptions)}
}

// firstWords returns the first distinct texts of a list that look like options.
func firstWords(list []string, most int) (words []string) {
	for _, s := range list {
		if optionWord.MatchString(s) && len(words) < most && !slices.Contains(words, s) {
			words = append(words, s)
		}
	}
	return words
}

// tagged returns text if the name of the place x contains "tag", and "" otherwise.
func tagged(x ast.Expr, text string) string {
	name := ""
	switch x := x.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	if strings.Contains(strings.ToLower(name), "tag") {
		return text
	}
	return ""
}

// looksUp reports whether a call looks up a key in a struct tag.
func (c *Coder) looksUp(call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(c.pkg.Info, call).(*types.Func)
	return ok && (fn.FullName() == "(reflect.StructTag).Get" || fn.FullName() == "(reflect.StructTag).Lookup")
}
