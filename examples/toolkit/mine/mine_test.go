package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMine builds the program and has it run what is registered here, under the names that
// its help and its errors list.
func TestMine(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "mine")
	if out, err := exec.Command("go", "build", "-o", bin).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, x := range []struct {
		args string
		code int
		want []string
	}{
		{"cover -h", 0, []string{"|ga|hill|", "|raw-sum|"}},
		{"cover -algo dale -fitness sum", 2, []string{`"dale" is none of auto, search, dse, tardis, avm, avm-geometric, avm-lattice, ga, hill, random`, ", raw-sum, "}},
		{"cover -algo hill -fitness raw-sum " + coverage, 0, []string{"Alarm 12 11 "}},
		{"cover -algo hill " + coverage, 0, []string{"Alarm 12 12 "}},
		{"cover -algo ga -fitness raw-sum " + coverage, 0, []string{"Alarm 12 "}},
		{"explore -h", 0, []string{"|newest|"}},
		{"explore -strategy oldest ../own.Alarm", 2, []string{`"oldest" is none of `, ", newest, "}},
		{"explore -time 0 -strategy newest ../own.Alarm", 0, []string{"12 of 12 branches"}},
		{"worst -h", 0, []string{"stubborn random paths that seldom", "halves keep the first half"}},
		{"worst -algo mule -operators x ../own.Alarm", 2, []string{`"mule" is none of auto, `, ", stubborn"}},
		{"worst -time 0 -paths 100 -algo stubborn ../own.Alarm", 0, []string{" 3 statements at worst"}},
		{"worst -time 0 -paths 100 -algo ese -operators halves ../own.Alarm", 0, []string{" 3 statements at worst"}},
		{"version", 0, []string{"nearmiss (devel)"}},
	} {
		cmd := exec.Command(bin, strings.Fields(x.args)...)
		out, _ := cmd.CombinedOutput()
		said := strings.Join(strings.Fields(string(out)), " ")
		if code := cmd.ProcessState.ExitCode(); code != x.code {
			t.Errorf("%s: exit code %d\n%s", x.args, code, out)
		}
		for _, want := range x.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in\n%s", x.args, want, out)
			}
		}
	}
}

// coverage is a search with a seed and without a clock.
const coverage = "-seed 1 -time 0 -evals 20000 ../own"
