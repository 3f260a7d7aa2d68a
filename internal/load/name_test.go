package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/cfg"
)

func TestParseName(t *testing.T) {
	for _, test := range []struct{ in, pattern, fn string }{
		{"net/mail.ParseAddress", "net/mail", "ParseAddress"},
		{"./bench/subjects/triangle.Triangle", "./bench/subjects/triangle", "Triangle"},
		{".Func", ".", "Func"},
		{"./.Func", ".", "Func"},
		{"../.Func", "..", "Func"},
		{"..Func", ".", "Func"},
		{"...Func", "..", "Func"},
		{"../x.Func", "../x", "Func"},
		{"/abs/dir.Func", "/abs/dir", "Func"},
		{"/.Func", "/", "Func"},
		{"bytes.(*Buffer).ReadBytes", "bytes", "(*Buffer).ReadBytes"},
		{"a/b.(*T).M", "a/b", "(*T).M"},
		{".(*T).M", ".", "(*T).M"},
		{"strings.Builder.Len", "strings", "Builder.Len"},
		{"gopkg.in/yaml.v3.Unmarshal", "gopkg.in/yaml.v3", "Unmarshal"},
		{"gopkg.in/yaml.v3.(*Decoder).Decode", "gopkg.in/yaml.v3", "(*Decoder).Decode"},
		{"example.com/m/v2.F", "example.com/m/v2", "F"},
		{"./päckchen.Größe", "./päckchen", "Größe"},
		{"Func", ".", "Func"},
		{"(*T).Method", ".", "(*T).Method"},
		{"net/mail", "", ""},
		{"", "", ""},
		{".", "", ""},
		{"a.", "", ""},
		{"a.b.c.d", "", ""},
		{"a.(*T)", "", ""},
		{"a.(T).M", "", ""},
		{"a.9", "", ""},
	} {
		pattern, fn, err := ParseName(test.in)
		if pattern != test.pattern || fn != test.fn || (err == nil) != (test.fn != "") {
			t.Errorf("ParseName(%q) = %q, %q, %v, want %q, %q", test.in, pattern, fn, err, test.pattern, test.fn)
		}
	}
}

func TestFindFunc(t *testing.T) {
	pkgs, err := Load(context.Background(), ".", Options{}, "bytes")
	if err != nil {
		t.Fatal(err)
	}
	p := pkgs[0]
	for _, d := range p.FuncDecls() {
		if got, err := FindFunc(p, cfg.FuncName(d)); err != nil || got != d {
			t.Errorf("FindFunc(%s): %v", cfg.FuncName(d), err)
		}
	}
	for name, nearest := range map[string]string{
		"Buffer.ReadBytes":    "(*Buffer).ReadBytes",
		"(*Buffer).RaedBytes": "(*Buffer).ReadBytes",
		"(*Buffer).Readbyte":  "(*Buffer).ReadByte (*Buffer).ReadBytes (*Reader).ReadByte",
		"index":               "Index IndexAny Indent",
		"Equals":              "Equal",
		"qqqqqqqqqqqqqqqqqqq": "",
	} {
		d, err := FindFunc(p, name)
		var e *UnknownFuncError
		if d != nil || !errors.As(err, &e) {
			t.Errorf("FindFunc(%s) = %v, %v", name, d, err)
			continue
		}
		if got := strings.Join(e.Nearest, " "); nearest != "" && !strings.HasPrefix(got+" ", strings.Fields(nearest)[0]+" ") || nearest == "" && got != "" {
			t.Errorf("nearest of %s: %s, want %s", name, got, nearest)
		}
		if nearest != "" && !strings.Contains(err.Error(), "did you mean "+e.Nearest[0]) {
			t.Errorf("%v suggests nothing", err)
		}
	}
}

// TestEditDistance compares with the recursive definition.
func TestEditDistance(t *testing.T) {
	var naive func(a, b string) int
	naive = func(a, b string) int {
		if a == "" || b == "" {
			return len(a) + len(b)
		}
		if a[0] == b[0] {
			return naive(a[1:], b[1:])
		}
		return 1 + min(naive(a[1:], b), naive(a, b[1:]), naive(a[1:], b[1:]))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		w := make([]byte, rng.IntN(6))
		for i := range w {
			w[i] = "abc"[rng.IntN(3)]
		}
		return string(w)
	}
	for range 500 {
		if a, b := word(), word(); editDistance(a, b) != naive(a, b) {
			t.Fatalf("editDistance(%q, %q) = %d, want %d", a, b, editDistance(a, b), naive(a, b))
		}
	}
}
