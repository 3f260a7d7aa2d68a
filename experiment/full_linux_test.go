package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// A campaign whose disk fills up ends with one sentence and goes on when there is room: the rows are
// those of a run with room enough.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("only who may mount can test it:", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	large := func() *fakeCampaign {
		f := newFakes(t, "1ms")
		f.write(fmt.Sprintf(fakes, f.log, "1ms") + "points = 2000\n")
		return f
	}
	roomy := large()
	roomy.run(2)
	f := large()
	f.place = filepath.Join(disk, "rows")
	cmd := f.command(2)
	out, _ := cmd.CombinedOutput()
	said := strings.TrimSpace(string(out))
	said = said[strings.LastIndex(said, "\n")+1:]
	want := regexp.MustCompile(`^experiment run: cannot write to \S+, probably because the disk is full: make room and run the campaign again; ` +
		`no row that was kept is lost \(.*\)$`)
	if cmd.ProcessState.ExitCode() != exitFailure || !want.MatchString(said) {
		t.Errorf("%v\n%s", cmd.ProcessState, out)
	}
	before := f.rows()
	f.began()
	if len(before) == 0 || len(before) == allFakes {
		t.Errorf("%d rows on the full disk", len(before))
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	f.run(2)
	if began := f.began(); len(began) != allFakes-len(before) {
		t.Errorf("%d cells began when there was room, and %d had rows", len(began), len(before))
	}
	if got, want := f.rows(), roomy.rows(); len(want) != allFakes || !reflect.DeepEqual(got, want) {
		t.Errorf("%d rows in the end, other ones than the %d of a run with room", len(got), len(want))
	}
}
