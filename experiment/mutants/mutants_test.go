package mutants

import (
	"reflect"
	"testing"
)

func TestRead(t *testing.T) {
	m, err := read([]byte(`{"go_module":"m","files":[
		{"file_name":"b.go","mutations":[{"type":"X","status":"LIVED","line":10,"column":2},{"type":"X","status":"KILLED","line":9,"column":2}]},
		{"file_name":"a.go","mutations":[{"type":"X","status":"TIMED OUT","line":1,"column":1},{"type":"X","status":"NOT COVERED","line":2,"column":1}]},
		{"file_name":"sub/a.go","mutations":[{"type":"X","status":"LIVED","line":1,"column":1}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{Lived: {"b.go:10:2 X"}, Killed: {"b.go:9:2 X"}, TimedOut: {"a.go:1:1 X"}, NotCovered: {"a.go:2:1 X"}}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("%v, want %v", m, want)
	}
	if _, err := read([]byte(`{"files":[]}`)); err == nil {
		t.Error("no mutant is no fault")
	}
}
