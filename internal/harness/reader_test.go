package harness

import (
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestReaders: what tells of a call are the exported methods that change nothing, with the arguments of the call. A call that
// leaves a lock locked, or changes nothing, has none.
func TestReaders(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/readers", Options{})
	for _, d := range c.pkg.FuncDecls() {
		if !slices.Contains([]string{"Set", "Begin", "Put", "Has"}, d.Name.Name) {
			continue
		}
		fn, err := c.Sign(c.pkg.Info.Defs[d.Name].(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, r := range fn.Sig.Readers {
			var args []string
			for _, at := range r.Args {
				args = append(args, fn.Sig.Params[at].Name)
			}
			if r.Of != "s" {
				t.Errorf("%s of %s", r.Method, r.Of)
			}
			got[r.Method+"("+strings.Join(args, ", ")+")"] = true
		}
		want := strings.Split(strings.ReplaceAll(strings.TrimSpace(d.Doc.Text()), ") ", ")|"), "|")
		for _, name := range want {
			if !got[name] && name != "nothing" {
				t.Errorf("%s: %s is no reader", d.Name, name)
			}
			delete(got, name)
		}
		for name := range got {
			t.Errorf("%s: %s is a reader", d.Name, name)
		}
	}
}

// TestPackageReaders: a function that reads a package variable, and changes none, tells of a call that sets it: of one with results only if
// it sets the variable itself.
func TestPackageReaders(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/readers", Options{})
	for name, want := range map[string]bool{"Note": true, "Tell": true, "Pass": false, "Next": true} {
		fn, err := c.Sign(c.pkg.Types.Scope().Lookup(name).(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range fn.Sig.Readers {
			if r.OfPackage() {
				got = append(got, r.Method)
			}
		}
		if is := slices.Equal(got, []string{"Last"}); is != want || !want && len(got) > 0 {
			t.Errorf("%s: %v tell of it", name, got)
		}
	}
}

// TestResultReaders: a result that a test cannot look into has readers that may return an error, too; one that depends on chance, also
// behind a package variable, has readers that are asked instead of it; any other has none.
func TestResultReaders(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/readers", Options{})
	for name, want := range map[string]string{"Walk": "Text", "NewToken": "instead Kind", "ParseToken": ""} {
		for _, d := range c.pkg.FuncDecls() {
			if d.Name.Name != name {
				continue
			}
			fn, err := c.Sign(c.pkg.Info.Defs[d.Name].(*types.Func), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, r := range fn.Sig.Readers {
				if r.OfResult == 1 {
					got += r.Method
				}
				if r.Instead {
					got = "instead " + got
				}
			}
			if got != want {
				t.Errorf("readers of the result of %s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestSetVariables: what a function sets itself is an outcome; what others set that it calls is one if it has no results.
func TestSetVariables(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/readers", Options{})
	for name, want := range map[string]string{"Note": "last kinds ", "Pass": "", "Tell": "last kinds "} {
		for _, d := range c.pkg.FuncDecls() {
			if d.Name.Name != name {
				continue
			}
			fn, err := c.Sign(c.pkg.Info.Defs[d.Name].(*types.Func), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range fn.Sig.After {
				got += f.Name + " "
			}
			if got != want {
				t.Errorf("%s sets %q, want %q", name, got, want)
			}
		}
	}
}
