package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
)

// sorting is a tiny campaign of the worst kind; with the directory and the functions.
const sorting = `
name = "sorting"
task = "worst"
dir = %q
seeds = 2
measures = ["cost", "share"]

[[subject]]
func = [%s]
size = 5
manual = true

[[arm]]
algo = ["ese", "dfs"]

[[budget]]
paths = 30
`

// repository is the directory of the main module.
func repository(t *testing.T) string {
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A tiny campaign from the file to the table; costs and counts are the same one at a time and three.
func TestWorstCampaign(t *testing.T) {
	t.Parallel()
	var all []map[campaign.Key]store.Row
	for _, parallel := range []int{1, 3} {
		f := newFakes(t, "1ms")
		f.write(fmt.Sprintf(sorting, repository(t), `"./bench/subjects/ese.MergeSort", "./bench/subjects/ese.IsPalindrome"`))
		f.run(parallel)
		rows := f.rows()
		if len(rows) != 6 {
			t.Errorf("%d rows, want 6", len(rows))
		}
		for key, row := range rows {
			if row.Error != "" || row.Numbers["cost"] == 0 || row.Numbers["share"] > 1 || len(row.Curves["curve"]) == 0 {
				t.Errorf("%v: %+v", key, row)
			}
			delete(row.Numbers, "solver_ms")
			row.Curves = nil // of times
			rows[key] = row
		}
		all = append(all, rows)
		table, err := commandLine(t, "report", f.place).CombinedOutput()
		if err != nil || !strings.Contains(string(table), "\n| ese.IsPalindrome/5 | 12 | 12 |\n") {
			t.Errorf("%v\n%s", err, table)
		}
	}
	if !reflect.DeepEqual(all[0], all[1]) {
		t.Errorf("rows\n%v\nand\n%v", slices.Collect(maps.Values(all[0])), slices.Collect(maps.Values(all[1])))
	}
}

// A function that is not there is named with its place in the file, before anything runs.
func TestUnknownSubject(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "1ms")
	f.write(fmt.Sprintf(sorting, repository(t), `"./bench/subjects/ese.MergeSrt", "./bench/subjects/ese.KMP"`))
	cmd := f.command(1)
	out, _ := cmd.CombinedOutput()
	want := f.file + ":8: package nearmiss/bench/subjects/ese has no function MergeSrt; did you mean MergeSort or merge?\n"
	if cmd.ProcessState.ExitCode() != exitUsage || string(out) != want {
		t.Errorf("%v\n%swant\n%s", cmd.ProcessState, out, want)
	}
	if _, err := os.Stat(f.place); err == nil {
		t.Error("there is a directory of rows")
	}
}
