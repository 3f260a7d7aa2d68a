package experiment

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestJournal: what was kept is there again, but for a line that was cut off.
func TestJournal(t *testing.T) {
	type record struct{ Name, Text string }
	key := func(r *record) string { return r.Name }
	name := filepath.Join(t.TempDir(), "raw")
	j, err := OpenJournal(name, key)
	if err != nil {
		t.Fatal(err)
	}
	a, b := &record{"a", "first"}, &record{"b", "second"}
	for _, r := range []*record{a, b} {
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{1, 3} {
		if err := os.WriteFile(name, whole[:len(whole)-cut], 0o666); err != nil {
			t.Fatal(err)
		}
		if j, err = OpenJournal(name, key); err != nil || !reflect.DeepEqual(j.Done, map[string]*record{"a": a}) {
			t.Fatalf("%v, %v", j.Done, err)
		}
		if err := j.Add(b); err != nil {
			t.Fatal(err)
		}
		if again, _ := os.ReadFile(name); string(again) != string(whole) {
			t.Errorf("the file is\n%s\nwant\n%s", again, whole)
		}
	}
	if err := os.WriteFile(name, []byte("no record\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(name, key); err == nil {
		t.Error("a file of something else is accepted")
	}
	if j, err = OpenJournal("", key); err != nil || j.Add(a) != nil || j.Done["a"] != a {
		t.Errorf("without a file: %v, %v", j.Done, err)
	}
}
