package experiment

import "testing"

func TestReadMutants(t *testing.T) {
	m, err := readMutants([]byte(`{"go_module":"m","files":[
		{"file_name":"b.go","mutations":[{"type":"X","status":"LIVED","line":10,"column":2},{"type":"X","status":"KILLED","line":9,"column":2}]},
		{"file_name":"a.go","mutations":[{"type":"X","status":"TIMED OUT","line":1,"column":1},{"type":"X","status":"NOT COVERED","line":2,"column":1}]},
		{"file_name":"sub/a.go","mutations":[{"type":"X","status":"LIVED","line":1,"column":1}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.All) != 4 || m.All[0].File != "a.go" || m.All[2].Line != 9 {
		t.Errorf("%+v", m.All)
	}
	if e, c, s := m.Efficacy(), m.Coverage(), m.Score(); e != 2./3 || c != 0.75 || s != 0.5 {
		t.Errorf("efficacy %v, coverage %v, score %v", e, c, s)
	}
	if _, err := readMutants([]byte(`{"files":[]}`)); err == nil {
		t.Error("no mutant is no fault")
	}
}
