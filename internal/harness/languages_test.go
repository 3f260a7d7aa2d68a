package harness

import (
	"regexp"
	"slices"
	"testing"
)

// TestLanguagesVisited: the value of a package variable is known in an expression, wherever else
// the code mentions the variable before.
func TestLanguagesVisited(t *testing.T) {
	c := loadSource(t, `package m

import "regexp"

var word = "[a-z]+"

var re = regexp.MustCompile("^" + word + "$")

func F(s string) bool { return word == "" || re.MatchString(s) }
`)
	got := NewLanguages(c.pkg.Info, c.pkg.Files).Of(c.pkg.FuncDecls()[0])
	plain := regexp.MustCompile("^[a-z]+$")
	if len(got) == 0 || slices.ContainsFunc(got, func(s string) bool { return !plain.MatchString(s) }) {
		t.Errorf("%q", got)
	}
}

// TestLanguagesQuery: a text that is read as a query has the parameters that the code asks for.
func TestLanguagesQuery(t *testing.T) {
	c := loadSource(t, `package m

import "net/url"

const name = "n"

func F(v url.Values) bool { return v.Get(name) == "x" || v.Has("a b") }
`)
	got := NewLanguages(c.pkg.Info, c.pkg.Files).Of(c.pkg.FuncDecls()[0])
	if want := []string{"?n=1", "?a+b=1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
