package keep_test

import (
	"bytes"
	"go/format"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"nearmiss/internal/keep"
)

// emitted returns the files that package testgen has printed for its golden tests, by test.
func emitted(t *testing.T) map[string]map[string][]byte {
	sets := map[string]map[string][]byte{}
	for _, pattern := range []string{"*.txtar", "std/*.txtar"} {
		paths, err := filepath.Glob(filepath.Join("../testgen/testdata", pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(err, len(paths))
		}
		for _, path := range paths {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string][]byte{}
			for _, f := range a.Files {
				if strings.HasPrefix(f.Name, "nearmiss_") && strings.HasSuffix(f.Name, "_test.go") {
					text, _, _ := bytes.Cut(f.Data, []byte("\n// dropped ")) // what the golden file says behind the file
					files[f.Name] = append(bytes.TrimSpace(text), '\n')
				}
			}
			if len(files) > 0 {
				sets[filepath.Base(path)] = files
			}
		}
	}
	return sets
}

func merge(t *testing.T, old, fresh *keep.Set) *keep.Result {
	t.Helper()
	r, err := keep.Merge(old, fresh, keep.Check{}, keep.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSame: a file that is merged with itself stays as it is.
func TestSame(t *testing.T) {
	for name, files := range emitted(t) {
		t.Run(name, func(t *testing.T) {
			x := parse(t, files)
			first := merge(t, parse(t, nil), x)
			again := merge(t, first.Set, x)
			same(t, first.Set.Texts(), again.Set.Texts())
			if again.Added != 0 || again.Kept != first.Added {
				t.Errorf("%d kept, %d added; want %d, 0", again.Kept, again.Added, first.Added)
			}
		})
	}
}

var rowStart = regexp.MustCompile("(?m)^\\t(\\t\\{name: |t\\.Run\\([\"`])")

// TestRows: every file that printed tables has rows that are found, and each has a call of its own
// or the comment of another branch.
func TestRows(t *testing.T) {
	for name, files := range emitted(t) {
		s, n := parse(t, files), 0
		for _, test := range s.Tests() {
			n += len(s.Rows(test))
		}
		want := 0
		for _, text := range files {
			want += len(rowStart.FindAll(text, -1))
		}
		if n == 0 || n != want {
			t.Errorf("%s: %d rows, want %d", name, n, want)
		}
	}
}

// TestParts: a part of the rows merged with all gives all, by call; nothing that was there is
// lost; all merged with a part stays as it is; and the results are formatted.
func TestParts(t *testing.T) {
	for name, files := range emitted(t) {
		t.Run(name, func(t *testing.T) {
			all := parse(t, files)
			for seed := range uint64(12) {
				rng := rand.New(rand.NewPCG(seed, 1))
				part, err := all.Without(func(p keep.Place) bool { return strings.HasPrefix(p.Decl, "Test") && rng.IntN(3) == 0 })
				if err != nil {
					t.Fatal(err)
				}
				first := merge(t, parse(t, nil), part)
				grown := merge(t, first.Set, all)
				holds(t, grown.Set, places(first.Set))
				if got, want := len(claims(grown.Set)), len(claims(all)); got != want {
					t.Errorf("seed %d: %d branches, want %d", seed, got, want)
				}
				again := merge(t, grown.Set, all)
				same(t, grown.Set.Texts(), again.Set.Texts())
				whole := merge(t, parse(t, nil), all)
				shorter := merge(t, whole.Set, part)
				same(t, whole.Set.Texts(), shorter.Set.Texts())
				for name, text := range grown.Set.Texts() {
					if f, err := format.Source(text); err != nil || !bytes.Equal(f, text) {
						t.Fatalf("seed %d: %s is not formatted: %v\n%s", seed, name, err, text)
					}
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		})
	}
}

func places(s *keep.Set) (list []string) {
	for _, test := range s.Tests() {
		list = append(list, test)
		for _, row := range s.Rows(test) {
			list = append(list, test+"/"+row)
		}
	}
	return list
}

// claims returns the branches that comments of a set name.
func claims(s *keep.Set) map[string]bool {
	found := map[string]bool{}
	for _, text := range s.Texts() {
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "// ") {
				continue
			}
			for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
				if strings.Contains(word, ".go:") {
					found[word] = true
				}
			}
		}
	}
	return found
}

// holds asserts that a set has all places.
func holds(t *testing.T, s *keep.Set, want []string) {
	t.Helper()
	have := places(s)
	for _, p := range want {
		if !slices.Contains(have, p) {
			t.Errorf("%s is lost", p)
		}
	}
}

// TestLineEnds: a file with carriage returns keeps them, and additions get them.
func TestLineEnds(t *testing.T) {
	for name, files := range emitted(t) {
		all := parse(t, files)
		part, err := all.Without(func(p keep.Place) bool { return strings.HasPrefix(p.Decl, "Test") && len(p.Decl)%2 == 0 })
		if err != nil {
			t.Fatal(err)
		}
		crlf := map[string][]byte{}
		for file, text := range merge(t, parse(t, nil), part).Set.Texts() {
			crlf[file] = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		for file, text := range merge(t, parse(t, crlf), all).Set.Texts() {
			lone := bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte("\r\n"))
			if crlf[file] != nil && lone > 0 {
				t.Errorf("%s: %s has %d lines without a carriage return", name, file, lone)
			}
		}
	}
}

// TestNotGo: the error for a file that does not parse names it with the position.
func TestNotGo(t *testing.T) {
	_, err := keep.Parse(map[string][]byte{"x_test.go": []byte("package p\nfun")})
	if err == nil || !strings.HasPrefix(err.Error(), "x_test.go:2:1: ") || strings.Count(err.Error(), "x_test.go") != 1 {
		t.Errorf("%v", err)
	}
}

// TestConcealed: no position is in a concealed file, unless they are shown; revealed, its rows claim the same;
// concealed again it is as before; and a claim that means nothing in the present code is kept.
func TestConcealed(t *testing.T) {
	key := func(claim string) string { k, _ := keep.Keys(claim); return k }
	for name, files := range emitted(t) {
		t.Run(name, func(t *testing.T) {
			first := merge(t, parse(t, nil), parse(t, files)).Set
			all := claims(first)
			byKey := map[string]string{}
			for c := range all {
				byKey[key(c)] = c
			}
			for _, shown := range []bool{false, true} {
				texts, err := first.Conceal(key, shown)
				if err != nil {
					t.Fatal(err)
				}
				if n := len(claims(parse(t, texts))); shown != (n > 0) && len(all) > 0 || shown && n != len(all) {
					t.Errorf("shown %v: %d positions of %d", shown, n, len(all))
				}
				for _, lost := range []string{"", "T"} { // as if the code of the branches had changed
					revealed, err := parse(t, texts).Reveal(func(key string) string {
						if c := byKey[key]; lost == "" || !strings.HasSuffix(c, lost) {
							return c
						}
						return ""
					})
					if err != nil {
						t.Fatal(err)
					}
					if got := claims(revealed); lost == "" && len(got) != len(all) {
						t.Errorf("%d claims, want %d", len(got), len(all))
					}
					again, err := revealed.Conceal(key, shown)
					if err != nil {
						t.Fatal(err)
					}
					if lost == "" {
						same(t, texts, again)
					}
					whole, err := parse(t, again).Reveal(func(key string) string { return byKey[key] })
					if err != nil {
						t.Fatal(err)
					}
					if got := claims(whole); len(got) != len(all) {
						t.Errorf("after a loss %d claims, want %d", len(got), len(all))
					}
				}
			}
		})
	}
}
