package kinds

import (
	"testing"

	"nearmiss/experiment/place"
	"nearmiss/experiment/task"
)

// TestExpandReports: a file stands for its reports, each under its name; an unknown name is an error.
func TestExpandReports(t *testing.T) {
	const file = "bench/reports/open.toml"
	list := reportFile.expand(t.Context(), "../..", []task.Options{{"reports": file}, {"reports": file, "report": "ntlmssp-challenge"}, {"reports": file, "report": "none"}})
	if n := len(list[0].Subjects); n != 36 || list[0].Err != nil {
		t.Errorf("%d reports, %v", n, list[0].Err)
	}
	if one := list[1].Subjects; len(one) != 1 || one[0].Name != "ntlmssp-challenge" || one[0].Options.Text("report") != one[0].Name {
		t.Errorf("one report: %v", one)
	}
	if list[2].Err == nil {
		t.Error("an unknown report is no error")
	}
}

// TestExpandSmall: a file stands for its faults, each under its name; an unknown name is an error.
func TestExpandSmall(t *testing.T) {
	const file = "bench/faults/open.toml"
	list := smallFile.expand(t.Context(), "../..", []task.Options{{"faults": file}, {"faults": file, "fault": "tokens"}, {"faults": file, "fault": "none"}})
	if n := len(list[0].Subjects); n != 30 || list[0].Err != nil {
		t.Errorf("%d faults, %v", n, list[0].Err)
	}
	if one := list[1].Subjects; len(one) != 1 || one[0].Name != "tokens" || one[0].Options.Text("fault") != one[0].Name {
		t.Errorf("one fault: %v", one)
	}
	if list[2].Err == nil {
		t.Error("an unknown name is no error")
	}
}

// TestOpenSmall: the package with the fault and its twin are copied into modules of their own.
func TestOpenSmall(t *testing.T) {
	opened, err := openSmall(t.Context(), "../..", task.Options{"faults": "bench/faults/open.toml", "fault": "tokens"})
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(*smallSession)
	defer s.Close()
	for _, p := range []*place.Place{s.place, s.twin} {
		if _, err := p.Go(t.Context(), nil, "build", "."); err != nil {
			t.Error(err)
		}
	}
	if s.place.Dir == s.twin.Dir {
		t.Error("the twin is the package itself")
	}
}
