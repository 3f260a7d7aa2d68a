package kinds

import (
	"strings"
	"testing"

	"nearmiss/experiment/task"
)

// Functions that agree, and one that reads a file, which the executor refuses: a gap that is not known.
func TestLaw(t *testing.T) {
	dir := files(t, map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.24\n",
		"sign/sign.go": "package sign\n\nfunc Sign(n int) string {\n\tif n < 0 {\n\t\treturn \"-\"\n\t}\n\treturn \"+\"\n}\n\nfunc Quo(a, b int) int { return a / b }\n",
		"file/file.go": "package file\n\nimport \"os\"\n\nfunc There() bool {\n\t_, err := os.ReadFile(\"/etc/hostname\")\n\treturn err == nil\n}\n",
	})
	kind := law()
	for name, want := range map[string]map[string]float64{
		"./sign": {"functions": 2, "agree": 2, "loose": 0, "known": 0, "gaps": 0, "outside": 0, "inputs": 40},
		"./file": {"functions": 1, "agree": 0, "loose": 0, "known": 0, "gaps": 1, "outside": 0, "inputs": 1},
	} {
		subject := task.Options{"package": name}
		session, err := kind.Open(t.Context(), dir, subject)
		if err != nil {
			t.Fatal(err)
		}
		m, err := session.Run(t.Context(), task.Cell{Subject: subject, Budget: task.Options{"inputs": int64(20)}, Seed: 1})
		if gap := want["gaps"] > 0; gap != (err != nil) || gap && !strings.Contains(err.Error(), "There: ") {
			t.Errorf("%s: %v", name, err)
		}
		for measure, x := range want {
			if m.Numbers[measure] != x {
				t.Errorf("%s: %s is %v, want %v", name, measure, m.Numbers[measure], x)
			}
		}
	}
	subjects := []task.Options{{"package": "./sign"}, {"package": "./no"}, {"package": "path"}}
	for i, err := range kind.Find(t.Context(), dir, subjects) {
		if (err != nil) != (i == 1) {
			t.Errorf("%v: %v", subjects[i], err)
		}
	}
}
