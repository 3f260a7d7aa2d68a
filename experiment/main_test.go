package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/cluster"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
)

// asCommand makes the test binary, and the processes that it starts, the command.
const asCommand = "EXPERIMENT_TEST_COMMAND"

// asServer makes the test binary a server with JetStream: its address and its directory, and in a cluster its name, its address there, and those
// of all.
const asServer = "EXPERIMENT_TEST_SERVER"

// bin is a directory with the command under its name.
var bin string

func TestMain(m *testing.M) {
	if place := os.Getenv(asServer); place != "" {
		serve(place)
	}
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(runTests(m))
}

// serve runs a server until it is killed.
func serve(place string) {
	var err error
	if fields := strings.Fields(place); len(fields) > 2 {
		err = serveInCluster(fields[0], fields[1], fields[2], fields[3], fields[4:])
	} else {
		_, err = cluster.Serve(fields[0], fields[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	select {}
}

// serveInCluster starts a server of a cluster.
func serveInCluster(address, dir, name, own string, all []string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	inside, err := netip.ParseAddrPort(own)
	if err != nil {
		return err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: name, Host: at.Addr().String(), Port: int(at.Port()), JetStream: true, StoreDir: dir, NoLog: true, NoSigs: true,
		Cluster: server.ClusterOpts{Name: "three", Host: inside.Addr().String(), Port: int(inside.Port())},
		Routes:  server.RoutesFromStr("nats://" + strings.Join(all, ",nats://")),
	})
	if err == nil {
		s.Start()
	}
	return err
}

func runTests(m *testing.M) int {
	self, err := os.Executable()
	if err == nil {
		bin, err = os.MkdirTemp("", "experiment-")
	}
	if err == nil {
		err = os.Symlink(self, filepath.Join(bin, "experiment"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(bin)
	return m.Run()
}

// commandLine is a call of the command. Its temporary files are in a directory of the test.
func commandLine(t testing.TB, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(bin, "experiment"), args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "TMPDIR="+t.TempDir())
	return cmd
}

// TestScripts runs the scripts of testdata: refusals, faults, what is printed.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv(asCommand, "1")
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			e.Setenv("TMPDIR", e.WorkDir)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "complains": complains,
		},
	})
}

// exits runs a command and asserts its exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// complains asserts that the last line of standard error is a text.
func complains(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.TrimSpace(ts.ReadFile("stderr"))
	if last := text[strings.LastIndex(text, "\n")+1:]; last != args[0] {
		ts.Fatalf("standard error ends with\n%s\nwant\n%s", last, args[0])
	}
}

// The campaigns that come with the command can be run.
func TestCampaigns(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("campaigns/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no campaigns", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			c, err := campaign.Read(file, kinds.All())
			if err == nil {
				err = c.Find(t.Context())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// fakes is a campaign of the fake kind. %s is the file that tells which cells began.
const fakes = `
name = "fakes"
task = "fake"
seeds = 4
measures = ["value", "twice"]

[[subject]]
scale = [1, 2, 3]
log = %q

[[arm]]
shift = [1, 2, 3, 4]

[[arm]]
name = "fixed"
fixed = true

[[budget]]
sleep = %q
`

// A fakeCampaign is a campaign in a directory of the test.
type fakeCampaign struct {
	t                *testing.T
	file, log, place string
}

func newFakes(t *testing.T, sleep string) *fakeCampaign {
	dir := t.TempDir()
	f := &fakeCampaign{t, filepath.Join(dir, "c.toml"), filepath.Join(dir, "log"), filepath.Join(dir, "rows")}
	f.write(fmt.Sprintf(fakes, f.log, sleep))
	return f
}

func (f *fakeCampaign) write(text string) {
	f.t.Helper()
	if err := os.WriteFile(f.file, []byte(text), 0o666); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fakeCampaign) command(parallel int, more ...string) *exec.Cmd {
	args := []string{"run", f.file, "-out", f.place, "-parallel", strconv.Itoa(parallel)}
	return commandLine(f.t, append(args, more...)...)
}

// run runs the campaign to its end.
func (f *fakeCampaign) run(parallel int) {
	f.t.Helper()
	if out, err := f.command(parallel).CombinedOutput(); err != nil {
		f.t.Fatalf("%v\n%s", err, out)
	}
}

// rows returns the rows without their times, by key. Nil: there is no database yet.
func (f *fakeCampaign) rows() map[campaign.Key]store.Row {
	f.t.Helper()
	s, err := store.Read(f.place)
	if err != nil {
		return nil
	}
	defer s.Close()
	rows := map[campaign.Key]store.Row{}
	err = s.Rows(context.Background(), func(r *store.Row) error {
		if r.Processor < 0 || r.Wall <= 0 && r.Error == "" || r.Finished.IsZero() || r.Machine == "" {
			f.t.Errorf("row without its times: %+v", r)
		}
		r.Processor, r.Wall = 0, 0
		r.Finished = r.Finished.Truncate(1 << 62)
		rows[r.Key] = *r
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return rows
}

// began returns how often each cell began since the last call.
func (f *fakeCampaign) began() map[string]int {
	text, _ := os.ReadFile(f.log)
	os.Remove(f.log)
	times := map[string]int{}
	for line := range strings.Lines(string(text)) {
		times[strings.TrimSpace(line)]++
	}
	return times
}

// logged is how a cell stands in the log.
func logged(k campaign.Key) string {
	shift := k.Arm
	if k.Arm == "fixed" {
		shift = "<nil>"
	}
	return fmt.Sprintf("%s %s %d", k.Subject, shift, k.Seed)
}

const allFakes = 3 * (4*4 + 1)

// Rows are the same with any number of cells at a time; a second run begins none; more seeds and arms
// begin theirs only, and what is taken out of the file stays.
func TestParallelAndMore(t *testing.T) {
	t.Parallel()
	var first map[campaign.Key]store.Row
	for _, parallel := range []int{1, 2, 5} {
		f := newFakes(t, "1ms")
		f.run(parallel)
		began, rows := f.began(), f.rows()
		if len(began) != allFakes || len(rows) != allFakes {
			t.Errorf("%d at a time: %d cells began, %d rows", parallel, len(began), len(rows))
		}
		if first == nil {
			first = rows
		} else if !reflect.DeepEqual(rows, first) {
			t.Errorf("%d at a time: other rows than with one", parallel)
		}
		f.run(parallel)
		if again := f.began(); len(again) > 0 {
			t.Errorf("began again: %v", again)
		}
		text := fmt.Sprintf(fakes, f.log, "1ms")
		f.write(strings.Replace(strings.Replace(text, "seeds = 4", "seeds = [9, 4]", 1), "[1, 2, 3, 4]", "[3, 7]", 1))
		f.run(parallel)
		// Seed 9 of two arms, seed 4 of the one that is new; all of them for three subjects.
		if more := f.began(); len(more) != 9 {
			t.Errorf("began: %v", slices.Sorted(maps.Keys(more)))
		}
		if n := len(f.rows()); n != allFakes+9 {
			t.Errorf("%d rows", n)
		}
	}
}

// Two processes in one directory: the second one is refused, and the first one goes on.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "200ms")
	one := f.command(1)
	rest := begin(t, one)
	two := f.command(1)
	text, err := two.CombinedOutput()
	want := fmt.Sprintf("experiment run: process %d works in %s already: wait until it ends, or take another directory with -out\n",
		one.Process.Pid, f.place)
	if two.ProcessState.ExitCode() != exitFailure || string(text) != want {
		t.Errorf("%v\n%swant\n%s", err, text, want)
	}
	status, err := commandLine(t, "status", f.place).CombinedOutput()
	if err != nil || !strings.Contains(string(status), "a process works on it") {
		t.Errorf("%v\n%s", err, status)
	}
	one.Process.Signal(os.Interrupt)
	said, rows := rest(), len(f.rows())
	if rows == 0 || !strings.Contains(said, fmt.Sprintf("interrupted: %d of %d rows", rows, allFakes)) {
		t.Errorf("%d rows; %s", rows, said)
	}
}

// firstRow matches the line of a row on standard error.
var firstRow = regexp.MustCompile(`^\d+/\d+ `)

// begin starts a campaign and waits for its first row. rest returns what it says after that, and
// waits for its end.
func begin(t *testing.T, cmd *exec.Cmd) (rest func() string) {
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	for line, err := "", error(nil); err == nil && !firstRow.MatchString(line); { // a tree with changes is said before
		line, err = said.ReadString('\n')
	}
	return func() string {
		text, _ := io.ReadAll(said)
		cmd.Wait()
		return string(text)
	}
}
