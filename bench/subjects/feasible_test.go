package subjects

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// witnesses are, for every subject, statements that together take every
// branch. Those that set package variables start from what is written first.
var witnesses = map[string]struct {
	start  string
	inputs []string
}{
	"CheckISBN": {"", []string{
		`CheckISBN(b(""))`,
		`CheckISBN(b("- - 03064061"))`,
		`CheckISBN(b("0306406152"))`,
		`CheckISBN(b("0-8044-2957-X"))`,
		`CheckISBN(b("080442957x"))`,
		`CheckISBN(b("03064061523"))`,
		`CheckISBN(b("1--X  ?!-"))`,
		`CheckISBN(b("12 "))`,
		`CheckISBN(b("12345678901234"))`,
		`CheckISBN(b("0000000000"))`,
		`CheckISBN(b("0306406153"))`,
		`CheckISBN(b("6000000006"))`,
		`CheckISBN(b("7000000007"))`,
		`CheckISBN(b("8000000008"))`,
	}},
	"CheckISSN": {"", []string{
		`CheckISSN(b(""))`,
		`CheckISSN(b("--0378-5955"))`,
		`CheckISSN(b("\t0378 5955 "))`,
		`CheckISSN(b("2434-561X"))`,
		`CheckISSN(b("2434-561x"))`,
		`CheckISSN(b("2434-5610"))`,
		`CheckISSN(b("0378-5950"))`,
		`CheckISSN(b("0000-0000"))`,
		`CheckISSN(b("123456789"))`,
		`CheckISSN(b("X az?~!"))`,
		`CheckISSN(b("1234567890123X"))`,
	}},
	"DefrosterMain": {`
		Ignition, EngineRuns, Button, ButtonBefore = true, true, false, false
		LoadShed, Automatic, SensorOK, DoorOpen, Service = false, false, true, false, false
		Voltage, Temperature, Current = 1380, 100, 150
		OnTimer, OffTimer, Debounce, LowTimer, State, Faults = 0, 0, 0, 0, 0, 0`, []string{
		`Ignition = false`,
		`Ignition, OnTimer = false, 1`,
		`Button = true`,
		`Button, Temperature = true, -1`,
		`Button, ButtonBefore = true, true`,
		`Button, Debounce = true, 1`,
		`Debounce = 1`,
		`Button, EngineRuns = true, false`,
		`Button, LoadShed = true, true`,
		`Button, Voltage, LowTimer = true, 1000, 300`,
		`Voltage = 1000`,
		`Voltage = 1601`,
		`Automatic = true`,
		`Automatic, Temperature = true, 29`,
		`State, Button = 1, true`,
		`State = 1`,
		`State, LoadShed = 1, true`,
		`State, Voltage, LowTimer = 1, 1000, 300`,
		`State, Button = 2, true`,
		`State, EngineRuns = 2, false`,
		`State, Current = 2, 251`,
		`State, Current, Faults = 2, 251, 2`,
		`State = 2`,
		`State, OnTimer = 2, 1`,
		`State, OnTimer, SensorOK = 2, 1, false`,
		`State, OnTimer, Temperature = 2, 1, 351`,
		`State, OnTimer, DoorOpen = 2, 1, true`,
		`State, OffTimer = 3, 1`,
		`State = 3`,
		`State, Service = 4, true`,
		`State = 5`,
	}},
	"F2": {`
		V10, V11, V12, V13, V14, V15, V16, V17 = 0, 0, 0, 0, 0, 0, 0, 0`, []string{
		`F2(0, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V11, V10 = 32767, -1; F2(1, 1, 0, 0, 0, 32767, 0, 0, -1)`,
		`V11, V10 = 1, -1; F2(1, 1, 0, 200, 0, 1, 50, 0, -1)`,
		`V11, V10 = -32768, 1; F2(1, 2, 4, 0, 0, -32768, 0, 0, 1)`,
		`V11, V10 = -1, 1; F2(1, 2, 5, 0, 0, -1, 0, 0, 1)`,
		`V11, V10 = -1, -1; F2(1, 2, 5, 0, 0, -1, 0, 0, -1)`,
		`V12, V13, V14 = 2, 1, -1; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V12, V13, V14 = -2, 1, -1; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V12, V13, V14 = 0, 1, -1; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V15 = TrimCode; V16 = 1; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V15 = TrimCode; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
		`V15, V16, V17 = TrimCode, EndStop+1, EndStop+1; F2(1, 0, 0, 0, 0, 0, 0, 0, 0)`,
	}},
	"GetSourceSamples": {"", []string{
		`GetSourceSamples(8, 256+8, 0, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(8, 256+8, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(8, 512+8, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(16, 256+16, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(16, 512+16, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(32, 256+32, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(32, 512+32, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(32, 768+32, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(8, 768+8, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(12, 256+12, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
		`GetSourceSamples(12, 512+12, 1, 1, 0, 0, [8]byte{}, [7]bool{})`,
	}},
	"SetSample": {"", []string{
		`SetSample(8, 256+8, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(8, 512+8, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(16, 256+16, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(16, 512+16, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(32, 256+32, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(32, 512+32, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(32, 768+32, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(8, 768+8, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(12, 256+12, 0, 0, [6]bool{}, [128]byte{})`,
		`SetSample(12, 512+12, 0, 0, [6]bool{}, [128]byte{})`,
	}},
	"PlaceImage": {"", []string{
		`PlaceImage(0, 9, 1, 1, 0, 0, 0, 0, false, false, 0, [992]byte{})`,
		`PlaceImage(9, 0, 1, 1, 0, 0, 0, 0, false, false, 0, [992]byte{})`,
		`PlaceImage(9, 9, 0, 1, 0, 0, 0, 0, false, false, 0, [992]byte{})`,
		`PlaceImage(9, 9, 1, 0, 0, 0, 0, 0, false, false, 0, [992]byte{})`,
		`PlaceImage(9, 9, 1, 1, 0, 0, 0, 0, true, true, 0, [992]byte{})`,
		`PlaceImage(9, 9, 20, 10, 0, 0, 0, 1, true, false, 0, [992]byte{})`,
		`PlaceImage(9, 9, 20, 1, 0, 0, 1, 2, false, false, 0, [992]byte{})`,
	}},
	"Triangle": {"", []string{
		`Triangle(0, 1, 1)`,
		`Triangle(5, 4, 3)`,
		`Triangle(1, 2, 3)`,
		`Triangle(5, 5, 5)`,
		`Triangle(5, 5, 8)`,
		`Triangle(5, 5, 10)`,
		`Triangle(500, 500, 1000)`,
		`Triangle(5, 8, 8)`,
		`Triangle(1, 1, 1<<30+1)`,
		`Triangle(1, 1, 1<<30+2)`,
		`Triangle(1, 1<<31-1, 1<<31-1)`,
		`Triangle(2, 1<<31-1, 1<<31-1)`,
	}},
}

// TestFeasible runs the witnesses on copies of the subjects that note their
// branches: each branch is taken by one of them, and each of them is the only
// one so far for some branch.
func TestFeasible(t *testing.T) {
	for _, row := range table1 {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := parse(t, row.dir)
			d, file := s.function(t, row.name)
			conds := goals(t, d.Body)
			dir := t.TempDir()
			for i, name := range s.names {
				text := read(t, name)
				if i == file {
					text = rewrite(t, s, text, conds)
				}
				text = strings.Replace("\n"+text, "\npackage "+row.dir+"\n", "\npackage main\n", 1)
				write(t, filepath.Join(dir, filepath.Base(name)), text)
			}
			write(t, filepath.Join(dir, "go.mod"), "module feasible\n\ngo 1.26\n")
			write(t, filepath.Join(dir, "witness.go"), harness(row.name, len(conds)))
			first := run(t, dir)
			for i, g := range conds {
				pos := s.fset.Position(g.expr.Pos())
				for outcome, letter := range []string{"F", "T"} {
					by, ok := first[2*i+outcome]
					if !ok {
						t.Errorf("%s:%d:%d/%s: no witness takes it", filepath.Base(pos.Filename), pos.Line, pos.Column, letter)
						continue
					}
					t.Logf("%s:%d:%d/%s: %s", filepath.Base(pos.Filename), pos.Line, pos.Column, letter, witnesses[row.name].inputs[by])
				}
			}
			used := map[int]bool{}
			for _, by := range first {
				used[by] = true
			}
			for i, input := range witnesses[row.name].inputs {
				if !used[i] {
					t.Errorf("%s adds no branch", input)
				}
			}
		})
	}
}

// rewrite puts a note around every condition. A tagged switch becomes a
// tagless one, so that its cases are conditions like the others.
func rewrite(t *testing.T, s *source, text string, conds []goal) string {
	type edit struct {
		at, end int
		text    string
	}
	var edits []edit
	offset := func(p token.Pos) int { return s.fset.Position(p).Offset }
	tags := map[ast.Expr]bool{}
	for i, g := range conds {
		from, to := offset(g.expr.Pos()), offset(g.expr.End())
		cond := text[from:to]
		if g.tag != nil {
			tag := text[offset(g.tag.Pos()):offset(g.tag.End())]
			cond = tag + " == " + cond
			if !tags[g.tag] {
				tags[g.tag] = true
				edits = append(edits, edit{offset(g.tag.Pos()), offset(g.tag.End()), ""})
			}
		}
		edits = append(edits, edit{from, to, fmt.Sprintf("note(%d, %s)", i, cond)})
	}
	sort.Slice(edits, func(i, j int) bool { return edits[i].at < edits[j].at })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.at < at {
			t.Fatal("conditions overlap")
		}
		b.WriteString(text[at:e.at])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String()
}

// harness is the main program: it prints, for every branch taken, its number
// and the number of the first witness that takes it.
func harness(name string, conds int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package main\n\nimport \"fmt\"\n\nvar first [%d]int\nvar witness int\n", 2*conds)
	b.WriteString("func note(id int, v bool) bool {\n\tk := 2 * id\n\tif v {\n\t\tk++\n\t}\n\tif first[k] == 0 {\n\t\tfirst[k] = witness\n\t}\n\treturn v\n}\n")
	b.WriteString("func b(s string) (v [14]byte) { copy(v[:], s); return v }\n\nfunc main() {\n")
	w := witnesses[name]
	for i, input := range w.inputs {
		if !strings.Contains(input, name+"(") {
			input += "; " + name + "()"
		}
		fmt.Fprintf(&b, "\twitness = %d\n%s\n\t%s\n", i+1, w.start, input)
	}
	b.WriteString("\tfor k, w := range first {\n\t\tif w != 0 {\n\t\t\tfmt.Println(k, w-1)\n\t\t}\n\t}\n}\n")
	return b.String()
}

// run builds and runs the program in dir and reads what it prints.
func run(t *testing.T, dir string) map[int]int {
	t.Helper()
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	first := map[int]int{}
	for line := range strings.Lines(string(out)) {
		var k, w int
		if _, err := fmt.Sscan(line, &k, &w); err != nil {
			t.Fatal(err)
		}
		first[k] = w
	}
	return first
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
