package keep_test

import (
	"maps"
	"slices"
	"testing"

	"nearmiss/internal/keep"
)

func parse(t *testing.T, texts map[string][]byte) *keep.Set {
	t.Helper()
	s, err := keep.Parse(texts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// same asserts that two sets of files are equal.
func same(t *testing.T, want, got map[string][]byte) {
	t.Helper()
	if !slices.Equal(sortedKeys(want), sortedKeys(got)) {
		t.Errorf("files %v, want %v", sortedKeys(got), sortedKeys(want))
	}
	for name, text := range want {
		if string(got[name]) != string(text) {
			t.Errorf("%s is\n%s\nwant\n%s", name, got[name], text)
		}
	}
}
