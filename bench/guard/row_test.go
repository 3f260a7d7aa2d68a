package main

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRowIsReadAsItIsWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "base.json")
	r, err := readRow(file)
	if err != nil || len(r.Parts) != 0 || r.revision() != baseRevision {
		t.Fatalf("%v, %v of no file", r, err)
	}
	r.Parts["speed"] = record{Revision: "abc", Date: "2026-11-23", Seconds: 3, Samples: samples{"a": {1, 2.5}}}
	r.Parts["law"] = record{Revision: "abd", Samples: samples{"x": {2}}}
	for part, record := range r.Parts { // each leaves the other
		if err := store(file, part, record); err != nil {
			t.Fatal(err)
		}
	}
	if err := store(file, "law", record{Revision: "abe", Samples: samples{"y": {3}}}); err != nil {
		t.Fatal(err)
	}
	r.Parts["law"] = record{Revision: "abe", Samples: samples{"x": {2}, "y": {3}}}
	again, err := readRow(file)
	if err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("%v, %v; want %v", again, err, r)
	}
}

func TestParse(t *testing.T) {
	c, err := parse([]string{"-only", "ese,law", "-seeds", "2"})
	if err != nil || len(c.parts) != 2 || c.parts[1].name != "law" || c.seeds != 2 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, args := range [][]string{{"-only", "esee"}, {"real"}} {
		if _, err := parse(args); err == nil {
			t.Errorf("no error of %v", args)
		}
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	write(&b, title("ese", []line{compare("KMP/10", 87, 86.5, ">= 86", true)}), true)
	if want := "| ese | KMP/10 | 87 | 86.5 | >= 86 | ok |\n"; !strings.HasSuffix(b.String(), want) || !strings.Contains(b.String(), "\n| --- |") {
		t.Errorf("%s", b.String())
	}
}
