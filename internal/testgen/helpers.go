package testgen

import "strings"

// helper is the name of a function that the tests of a file share.
type helper string

const (
	errorText     helper = "errorText"
	panicText     helper = "panicText"
	sameFloat     helper = "sameFloat"
	mustHelper    helper = "must"
	copyOf        helper = "copyOf"
	draining      helper = "draining"
	drain         helper = "drain"
	viewElems     helper = "viewElems"
	viewValues    helper = "viewValues"
	viewTarget    helper = "viewTarget"
	heldHelper    helper = "held"
	takeOneHelper helper = "take"
	takePairs     helper = "takePairs"
	wide          helper = "wide"
	wideUint      helper = "wideUint"
	pointerHelper helper = "ptr"
	recordHelper  helper = "record"
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

// helperDecls returns the declarations of the shared functions.
func (f *file) helperDecls() (list []topDecl) {
	for _, h := range []helper{errorText, panicText, sameFloat, mustHelper, copyOf, viewElems, viewValues, viewTarget, heldHelper, draining, drain, takeOneHelper, takePairs, wide, wideUint, pointerHelper, recordHelper} {
		if name := f.helpers[h]; name != "" {
			list = append(list, topDecl{name: name, text: f.helperText(h, name)})
		}
	}
	return list
}

// helperText returns the declaration of a shared function.
func (f *file) helperText(h helper, name string) string {
	switch h {
	case panicText:
		return f.panicHelper(name)
	case draining:
		return drainingHelper(name, f.helper(drain))
	case drain:
		return strings.NewReplacer("NAME", name, "TIME", f.stdImport("time")).Replace(drainText)
	case recordHelper:
		return strings.NewReplacer("NAME", name, "FMT", f.stdImport("fmt")).Replace(recordText)
	case sameFloat:
		return strings.NewReplacer("NAME", name, "MATH", f.stdImport("math")).Replace(sameFloatText)
	}
	return strings.ReplaceAll(helperTexts[h], "NAME", name)
}

var helperTexts = map[helper]string{
	errorText: `// NAME returns the message of err, "" for nil.
func NAME(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}`,
	mustHelper: `// NAME returns v, which was made without an error.
func NAME[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}`,
	copyOf: `// NAME returns the value that p points to.
func NAME[T any](p *T) T { return *p }`,
	viewElems: `// NAME returns a view of each element of a list, nil for nil.
func NAME[T, V any](list []T, view func(*T) V) []V {
	if list == nil {
		return nil
	}
	views := []V{}
	for i := range list {
		views = append(views, view(&list[i]))
	}
	return views
}`,
	viewValues: `// NAME returns a view of each element of a map, nil for nil.
func NAME[K comparable, T, V any](m map[K]T, view func(*T) V) map[K]V {
	if m == nil {
		return nil
	}
	views := map[K]V{}
	for k, x := range m {
		views[k] = view(&x)
	}
	return views
}`,
	viewTarget: `// NAME returns a pointer to a view of *x, nil for nil.
func NAME[T, V any](x *T, view func(*T) V) *V {
	if x == nil {
		return nil
	}
	v := view(x)
	return &v
}`,
	heldHelper: `// NAME is a value in an interface, as the tests compare it, with its type.
type NAME struct {
	typ   string
	value any
}`,
	wide: `// NAME returns n, for which not every int has enough bits.
func NAME(n int64) int { return int(n) }`,
	wideUint: `// NAME returns n, for which not every uint has enough bits.
func NAME(n uint64) uint { return uint(n) }`,
	pointerHelper: `// NAME returns a pointer to v.
func NAME[T any](v T) *T { return &v }`,
	takeOneHelper: `// NAME returns the values that seq gives until there are n, at least one.
func NAME[V any](seq func(func(V) bool), n int) (values []V) {
	seq(func(v V) bool {
		values = append(values, v)
		return len(values) < n
	})
	return values
}`,
	takePairs: `// NAME returns the pairs that seq gives until there are n, at least one.
func NAME[K, V any](seq func(func(K, V) bool), n int) (keys []K, values []V) {
	seq(func(k K, v V) bool {
		keys, values = append(keys, k), append(values, v)
		return len(keys) < n
	})
	return keys, values
}`,
}

const recordText = `// NAME adds the text of a call to a list, if there is one.
func NAME(calls *[]string, format string, args ...any) {
	if calls != nil {
		*calls = append(*calls, FMT.Sprintf(format, args...))
	}
}`

const sameFloatText = `// NAME is x == y, but NaN equals NaN and -0 does not equal 0.
func NAME(x, y float64) bool {
	if x != x || y != y {
		return x != x && y != y
	}
	return x == y && MATH.Signbit(x) == MATH.Signbit(y)
}`

const drainText = `// NAME receives n values from c, fewer if it is closed or none comes for a
// second, and reports whether it is closed.
func NAME[T any](c <-chan T, n int) (values []T, closed bool) {
	for len(values) < n {
		select {
		case v, ok := <-c:
			if !ok {
				return values, true
			}
			values = append(values, v)
		case <-TIME.After(TIME.Second):
			return values, false
		}
	}
	return values, false
}`

// panicHelper returns the helper for calls that panic. The call has a goroutine of its own: mended code may loop.
func (f *file) panicHelper(name string) string {
	text := "return FMT.Sprint(v)"
	if f.emptyPanics {
		// A panic without text must not look like a normal return.
		text = "if text := FMT.Sprint(v); text != \"\" {\nreturn text\n}\nreturn \"panic without text\""
	}
	return strings.NewReplacer("NAME", name, "FMT", f.stdImport("fmt"), "TESTING", f.stdImport("testing"), "TIME", f.stdImport("time")).Replace(strings.Replace(panicHelperText, "TEXT", text, 1))
}

const panicHelperText = `
// NAME returns what f panics with, "" if it returns.
func NAME(t *TESTING.T, f func()) string {
	t.Helper()
	value := make(chan any, 1)
	go func() {
		defer func() { value <- recover() }()
		f()
	}()
	select {
	case v := <-value:
		if v != nil {
			TEXT
		}
	case <-TIME.After(10 * TIME.Second):
		t.Fatal("did not return within 10s")
	}
	return ""
}`
