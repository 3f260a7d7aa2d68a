package kinds

import (
	"testing"

	"nearmiss/experiment/task"
)

// TestExpandReports: a file stands for its reports, each under its name; an unknown name is an error.
func TestExpandReports(t *testing.T) {
	const file = "bench/reports/open.toml"
	list := expandReports(t.Context(), "../..", []task.Options{{"reports": file}, {"reports": file, "report": "ntlmssp-challenge"}, {"reports": file, "report": "none"}})
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
