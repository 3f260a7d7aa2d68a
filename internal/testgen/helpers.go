package testgen

import (
	"fmt"
	"strings"
)

// helper is the name of a function that the tests of a file share.
type helper string

const (
	errorText     helper = "errorText"
	panicText     helper = "panicText"
	sameFloat     helper = "sameFloat"
	mustHelper    helper = "must"
	draining      helper = "draining"
	drain         helper = "drain"
	textsOf       helper = "textsOf"
	response      helper = "response"
	takeOneHelper helper = "take"
	takePairs     helper = "takePairs"
	wide          helper = "wide"
	wideUint      helper = "wideUint"
)

// takeHelper returns the helper that collects values from an iterator that yields n values at a
// time.
func takeHelper(n int) helper {
	if n == 1 {
		return takeOneHelper
	}
	return takePairs
}

// helper returns the name of a shared function. The function is declared at the end of the
// file if a test that remains uses it.
func (f *file) helper(h helper) string {
	if f.helpers[h] == "" {
		f.helpers[h] = f.scope.claim(string(h))
	}
	return f.helpers[h]
}

// addNeeded adds the shared functions that other shared functions call.
func (f *file) addNeeded(used map[string]bool) {
	if used[f.helpers[draining]] {
		used[f.helper(drain)] = true
	}
}

// helperSource declares the shared functions in used.
func (f *file) helperSource(used map[string]bool) string {
	var b strings.Builder
	for _, h := range []helper{errorText, panicText, sameFloat, mustHelper, draining, drain, textsOf, response, takeOneHelper, takePairs, wide, wideUint} {
		name := f.helpers[h]
		if name == "" || !used[name] {
			continue
		}
		switch h {
		case errorText:
			fmt.Fprintf(&b, "\n// %s returns the message of err, \"\" for nil.\nfunc %s(err error) string {\nif err == nil {\nreturn \"\"\n}\nreturn err.Error()\n}\n", name, name)
		case panicText:
			b.WriteString(f.panicHelper(name))
		case mustHelper:
			fmt.Fprintf(&b, "\n// %s returns v, which was made without an error.\nfunc %s[T any](v T, err error) T {\nif err != nil {\npanic(err)\n}\nreturn v\n}\n", name, name)
		case draining:
			drainingHelper(&b, name, f.helper(drain))
		case drain:
			f.drainHelper(&b, name)
		case textsOf:
			fmt.Fprintf(&b, "\n// %s returns what the elements of a list say, nil for nil.\nfunc %s[T %s.Stringer](list []T) []string {\n", name, name, f.stdImport("fmt"))
			b.WriteString("if list == nil {\nreturn nil\n}\ntexts := []string{}\nfor _, x := range list {\ntexts = append(texts, x.String())\n}\nreturn texts\n}\n")
		case response:
			recorder := f.stdImport("net/http/httptest") + ".ResponseRecorder"
			fmt.Fprintf(&b, "\n// %s returns the status and the body of what was written to w.\nfunc %s(w %s.ResponseWriter) string {\n", name, name, f.stdImport("net/http"))
			fmt.Fprintf(&b, "r := w.(*%s)\nreturn %s.Sprintf(\"%%d %%s\", r.Code, r.Body)\n}\n", recorder, f.stdImport("fmt"))
		case takeOneHelper:
			fmt.Fprintf(&b, "\n// %s returns the values that seq gives until there are n, at least one.\nfunc %s[V any](seq func(func(V) bool), n int) (values []V) {\n", name, name)
			b.WriteString("seq(func(v V) bool {\nvalues = append(values, v)\nreturn len(values) < n\n})\nreturn values\n}\n")
		case takePairs:
			fmt.Fprintf(&b, "\n// %s returns the pairs that seq gives until there are n, at least one.\nfunc %s[K, V any](seq func(func(K, V) bool), n int) (keys []K, values []V) {\n", name, name)
			b.WriteString("seq(func(k K, v V) bool {\nkeys, values = append(keys, k), append(values, v)\nreturn len(keys) < n\n})\nreturn keys, values\n}\n")
		case wide, wideUint:
			typ := map[helper]string{wide: "int", wideUint: "uint"}[h]
			fmt.Fprintf(&b, "\n// %s returns n, for which not every %s has enough bits.\nfunc %s(n %s64) %s { return %s(n) }\n", name, typ, name, typ, typ, typ)
		case sameFloat:
			math := f.stdImport("math")
			fmt.Fprintf(&b, "\n// %s is x == y, but NaN equals NaN and -0 does not equal 0.\nfunc %s(x, y float64) bool {\n", name, name)
			fmt.Fprintf(&b, "if x != x || y != y {\nreturn x != x && y != y\n}\nreturn x == y && %s.Signbit(x) == %s.Signbit(y)\n}\n", math, math)
		}
	}
	return b.String()
}

func (f *file) panicHelper(name string) string {
	empty := ""
	if f.emptyPanics {
		// A panic without text must not look like a normal return.
		empty = "if text == \"\" {\ntext = \"panic without text\"\n}\n"
	}
	return fmt.Sprintf("\n// %s returns what f panics with, \"\" if it returns.\nfunc %s(f func()) (text string) {\ndefer func() {\n"+
		"if r := recover(); r != nil {\ntext = %s.Sprint(r)\n%s}\n}()\nf()\nreturn \"\"\n}\n", name, name, f.stdImport("fmt"), empty)
}
