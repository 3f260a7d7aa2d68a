package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/cluster"
	"nearmiss/experiment/engine"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
)

// freeAddress returns an address where a server can listen.
func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A part is a process of a campaign on several machines, which is started again when it was killed.
type part struct {
	t     testing.TB
	start func() *exec.Cmd
	cmd   *exec.Cmd
	said  *bytes.Buffer
	ended chan struct{}
}

func begun(t testing.TB, start func() *exec.Cmd) *part {
	p := &part{t: t, start: start}
	p.begin()
	t.Cleanup(p.kill)
	return p
}

func (p *part) begin() {
	p.cmd, p.said, p.ended = p.start(), &bytes.Buffer{}, make(chan struct{})
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	go func(cmd *exec.Cmd, ended chan struct{}) {
		cmd.Wait()
		close(ended)
	}(p.cmd, p.ended)
}

func (p *part) kill() {
	p.cmd.Process.Kill()
	<-p.ended
}

// ends waits for the end of the process, and asserts its exit code and that it said a text.
func (p *part) ends(code int, text string) {
	p.t.Helper()
	<-p.ended
	if p.cmd.ProcessState.ExitCode() != code || !strings.Contains(p.said.String(), text) {
		p.t.Errorf("%v\n%s\nwant exit code %d and\n%s", p.cmd.ProcessState, p.said, code, text)
	}
}

// worker begins a worker.
func worker(t testing.TB, address string, more ...string) *part {
	return begun(t, func() *exec.Cmd {
		return commandLine(t, append([]string{"worker", "-nats", "nats://" + address}, more...)...)
	})
}

// awaitRows waits until a campaign has n rows. After three minutes it fails the test with what the processes said.
func awaitRows(f *fakeCampaign, n int, parts ...*part) {
	f.t.Helper()
	for began := time.Now(); len(f.rows()) < n; time.Sleep(time.Millisecond) {
		if time.Since(began) > 3*time.Minute {
			for _, p := range parts {
				p.kill()
				f.t.Logf("%v: %s", p.cmd.Args, p.said)
			}
			f.t.Fatalf("%d rows, want %d", len(f.rows()), n)
		}
	}
}

// lines returns the cells that began, in their order.
func (f *fakeCampaign) lines() []string {
	text, _ := os.ReadFile(f.log)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// clusterKills is the least number of kills in TestKillCluster, for each place of the server.
const clusterKills = 12

// TestKillCluster kills workers, the coordinator and the server at any moment, until all rows are there: they are those
// of a calm run, and cells that have a row do not begin once more.
func TestKillCluster(t *testing.T) {
	for _, embedded := range []bool{false, true} {
		t.Run(fmt.Sprintf("embedded=%v", embedded), func(t *testing.T) {
			t.Parallel()
			killCluster(t, embedded)
		})
	}
}

func killCluster(t *testing.T, embedded bool) {
	const seeds, slots = 12, 4
	all := 3 * (4*seeds + 1)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	write := func(f *fakeCampaign) {
		f.write(strings.Replace(fmt.Sprintf(fakes, f.log, "15ms"), "seeds = 4", fmt.Sprint("seeds = ", seeds), 1))
	}
	calm := newFakes(t, "")
	write(calm)
	calm.run(4)
	want := calm.rows()
	killed := map[string]int{}
	done, again, extra := 0, 0, 0
	longest := time.Second // until a kill
	for done < clusterKills {
		f := newFakes(t, "")
		write(f)
		address, files := freeAddress(t), t.TempDir()
		parts := map[string]*part{}
		place := []string{"-listen", address}
		if !embedded {
			place = []string{"-nats", "nats://" + address}
			parts["server"] = begunServer(t, address, files)
		}
		coordinator := begun(t, func() *exec.Cmd { return f.command(0, append(place, "-lost", "1s")...) })
		parts["coordinator"] = coordinator
		for i := range slots / 2 {
			parts[fmt.Sprint("worker", i)] = worker(t, address, "-parallel", "2")
		}
		names := slices.Sorted(maps.Keys(parts))
		kills, killsBefore := 0, done
		var seen []map[campaign.Key]store.Row // rows that were there,
		var at []int                          // when so many cells had begun
		for alive := true; alive; {
			select {
			case <-coordinator.ended:
				switch code := coordinator.cmd.ProcessState.ExitCode(); {
				case code == 0:
					alive = false
				case strings.Contains(coordinator.said.String(), "cannot connect to a NATS server at "): // it was killed just then
					coordinator.begin()
				default:
					t.Fatalf("the coordinator: exit code %d\n%s", code, coordinator.said)
				}
			case <-time.After(time.Duration(rng.Int64N(int64(longest)))):
				name := names[(kills+done)%len(names)]
				before := len(f.rows())
				parts[name].kill()
				if parts[name].cmd.ProcessState.ExitCode() >= 0 { // it has ended by itself; a worker at the end only
					if name != "coordinator" {
						<-coordinator.ended
					}
					continue
				}
				killed[strings.TrimRight(name, "01")]++
				done++
				seen, at = append(seen, f.rows()), append(at, len(f.lines()))
				if name == "server" && rng.IntN(3) == 0 { // also on another disk
					os.RemoveAll(files)
				}
				parts[name].begin()
				if name == "server" {
					awaitServer(t, address)
				}
				if len(seen) > 1 && len(seen[len(seen)-2]) == before {
					longest += longest / 4
				}
			}
		}
		if done == killsBefore {
			longest -= longest / 4
		}
		if got := f.rows(); !reflect.DeepEqual(got, want) {
			t.Errorf("%d rows, other ones than the %d of a calm run", len(got), len(want))
		}
		lines := f.lines()
		extra += len(lines) - all
		for i, line := range lines {
			has := func(key campaign.Key) bool { return logged(key) == line }
			for round, rows := range seen {
				if at[round] <= i && slices.ContainsFunc(slices.Collect(maps.Keys(rows)), has) {
					again++
					break
				}
			}
		}
	}
	t.Logf("kills %v: %d cells began more than once, %d of them when their row was stored", killed, extra, again)
	if extra > done*slots {
		t.Errorf("%d cells began more than once, after %d kills with %d cells under way", extra, done, slots)
	}
	if again > done { // asked before the row of another worker was stored, and began after that
		t.Errorf("%d cells began although they had a row, after %d kills", again, done)
	}
	for _, name := range []string{"worker", "coordinator", "server"} {
		if killed[name] == 0 && !(embedded && name == "server") { // there it is killed with the coordinator
			t.Errorf("no %s was killed", name)
		}
	}
}

// awaitServer waits until a server listens.
func awaitServer(t testing.TB, address string) {
	for range 3000 {
		if conn, err := net.Dial("tcp", address); err == nil {
			conn.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no server listens at ", address)
}

// An interrupted worker gives its cells back; one that joins later runs them, and what its process cannot bear has a
// row with an error. The silence of a worker would give cells back after an hour only.
func TestWorkers(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "20ms")
	f.write(fmt.Sprintf(fakes, f.log, "20ms") + "\n[[arm]]\nname = 'exits'\nacts = 'exits'\n")
	address := freeAddress(t)
	coordinator := begun(t, func() *exec.Cmd { return f.command(0, "-listen", address, "-lost", "1h") })
	first := worker(t, address, "-parallel", "2")
	awaitRows(f, 1, coordinator, first)
	first.cmd.Process.Signal(os.Interrupt)
	first.ends(exitFailure, "experiment worker: interrupted: the cells under way are given back\n")
	if left, _ := filepath.Glob(filepath.Join(tmp(first.cmd), "*")); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	if n := len(f.rows()); n == 0 || n >= allFakes {
		t.Errorf("%d rows when the first worker had ended", n)
	}
	late := []*part{worker(t, address, "-parallel", "2"), worker(t, address, "-parallel", "1")}
	coordinator.ends(exitFailure, "12 rows have an error, and run -again repeats them; the first is 1 exits seed 1")
	for _, w := range late {
		w.ends(exitDone, "experiment worker: all rows of campaign fakes are there\n")
	}
	rows := f.rows()
	if len(rows) != allFakes+12 {
		t.Errorf("%d rows", len(rows))
	}
	for key, row := range rows {
		want := ""
		if key.Arm == "exits" {
			want = "the process of the cell ended: exit status 3 (3 times)"
		}
		if row.Error != want {
			t.Errorf("%v: error %q", key, row.Error)
		}
	}
}

// A coordinator that is interrupted goes on when it is started again, with the same workers: they wait for it, and
// for the server in it.
func TestInterruptedCoordinator(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "20ms")
	address := freeAddress(t)
	w := worker(t, address, "-parallel", "2")
	start := func() *exec.Cmd { return f.command(0, "-listen", address, "-lost", "2s") }
	coordinator := begun(t, start)
	awaitRows(f, 1, coordinator, w)
	coordinator.cmd.Process.Signal(os.Interrupt)
	coordinator.ends(exitFailure, "run it again to go on\n")
	coordinator = begun(t, start)
	coordinator.ends(exitDone, fmt.Sprintf("%d of %d rows are in %s", allFakes, allFakes, f.place))
	w.ends(exitDone, "is gone: waiting until it is back\n")
	if n := len(f.rows()); n != allFakes {
		t.Errorf("%d rows", n)
	}
}

// A worker of another revision is refused in one sentence.
func TestOtherRevision(t *testing.T) {
	t.Parallel()
	k := newCoordinator(t, t.TempDir(), fmt.Sprintf(fakes, "", "1ms"))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	go func() { done <- k.run(ctx, "newer") }()
	worker(t, k.address).ends(exitFailure, fmt.Sprintf("experiment worker: this worker is of revision %s, "+
		"and campaign fakes runs with revision newer: start a worker of that one\n", engine.Self().Revision))
	cancel()
	if n := <-done; n > 0 {
		t.Errorf("%d rows", n)
	}
}

// A process that sleeps while its cell is given to another one does no harm when it wakes up.
func TestSleeper(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "20ms")
	address := freeAddress(t)
	coordinator := begun(t, func() *exec.Cmd { return f.command(0, "-listen", address, "-lost", "1s") })
	sleeper := worker(t, address, "-parallel", "2")
	awaitRows(f, 1, coordinator, sleeper)
	sleeper.cmd.Process.Signal(syscall.SIGSTOP)
	other := worker(t, address, "-parallel", "2")
	awaitRows(f, allFakes-5, coordinator, other)
	sleeper.cmd.Process.Signal(syscall.SIGCONT)
	coordinator.ends(exitDone, fmt.Sprintf("%d of %d rows are in %s, %[1]d of them new", allFakes, allFakes, f.place))
	for _, w := range []*part{sleeper, other} {
		w.ends(exitDone, "experiment worker: all rows of campaign fakes are there\n")
	}
	if n := len(f.rows()); n != allFakes {
		t.Errorf("%d rows", n)
	}
}

// A coordinator that sleeps longer than a worker may be silent goes on when it wakes up, with the server in its process or elsewhere: each
// row is stored once.
func TestSleepingCoordinator(t *testing.T) {
	for _, embedded := range []bool{true, false} {
		t.Run(fmt.Sprintf("embedded=%v", embedded), func(t *testing.T) {
			t.Parallel()
			f := newFakes(t, "20ms")
			address := freeAddress(t)
			place := "-listen=" + address
			if !embedded {
				place = "-nats=nats://" + address
				begunServer(t, address, t.TempDir())
			}
			coordinator := begun(t, func() *exec.Cmd { return f.command(0, place, "-lost", "1s") })
			workers := []*part{worker(t, address, "-parallel", "2"), worker(t, address, "-parallel", "2")}
			awaitRows(f, 1, append(workers, coordinator)...)
			coordinator.cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(3 * time.Second)
			if n := len(f.rows()); n == allFakes {
				t.Error("all rows were there before it slept")
			}
			coordinator.cmd.Process.Signal(syscall.SIGCONT)
			coordinator.ends(exitDone, fmt.Sprintf("%d of %d rows are in %s, %[1]d of them new", allFakes, allFakes, f.place))
			for _, w := range workers {
				w.ends(exitDone, "experiment worker: all rows of campaign fakes are there\n")
			}
			if n := len(f.rows()); n != allFakes {
				t.Errorf("%d rows", n)
			}
		})
	}
}

// begunServer begins a server with JetStream. More are its name, the address where it listens to the other servers of a
// cluster, and their addresses.
func begunServer(t testing.TB, address, dir string, more ...string) *part {
	p := begun(t, func() *exec.Cmd {
		cmd := commandLine(t)
		cmd.Env = append(cmd.Env, asServer+"="+strings.Join(append([]string{address, dir}, more...), " "))
		return cmd
	})
	awaitServer(t, address)
	return p
}

// TestKillServers kills each of the three servers of a cluster, one after another, and starts it again when cells have been run without it: the
// queue is on all three, and the rows are those of a calm run.
func TestKillServers(t *testing.T) {
	t.Parallel()
	write := func(f *fakeCampaign) {
		f.write(strings.Replace(fmt.Sprintf(fakes, f.log, "50ms"), "seeds = 4", "seeds = 40", 1))
	}
	calm, f := newFakes(t, ""), newFakes(t, "")
	write(calm)
	write(f)
	calm.run(4)
	want := calm.rows()
	var servers []*part
	var clients, routes, urls []string
	for range 3 {
		clients, routes = append(clients, freeAddress(t)), append(routes, freeAddress(t))
	}
	for i, address := range clients {
		servers = append(servers, begunServer(t, address, t.TempDir(), append([]string{fmt.Sprint("s", i), routes[i]}, routes...)...))
		urls = append(urls, "nats://"+address)
	}
	all := strings.Join(urls, ",")
	coordinator := begun(t, func() *exec.Cmd { return f.command(0, "-nats", all, "-lost", "2s") })
	parts := []*part{coordinator}
	for range 2 {
		parts = append(parts, begun(t, func() *exec.Cmd { return commandLine(t, "worker", "-nats", all, "-parallel", "2") }))
	}
	for _, s := range servers {
		n := len(f.rows())
		awaitRows(f, n+10, parts...)
		s.kill()
		n = len(f.rows())
		awaitRows(f, n+20, parts...)
		s.begin()
	}
	coordinator.ends(exitDone, fmt.Sprintf("%d of %d rows are in %s, %[1]d of them new", len(want), len(want), f.place))
	for _, w := range parts[1:] {
		w.ends(exitDone, "experiment worker: all rows of campaign fakes are there\n")
	}
	if got := f.rows(); !reflect.DeepEqual(got, want) {
		t.Errorf("%d rows, other ones than the %d of a calm run", len(got), len(want))
	}
}

// BenchmarkWorkerProcesses prints the rows an hour of 1 to 8 worker processes, for cells that last 1 ms and 100 ms:
//
//	go test . -run '^$' -bench WorkerProcesses -benchtime 1x
func BenchmarkWorkerProcesses(b *testing.B) {
	for _, sleep := range []string{"1ms", "100ms"} {
		seeds := map[string]int{"1ms": 500, "100ms": 20}[sleep]
		for _, workers := range []int{1, 2, 4, 8} {
			b.Run(fmt.Sprintf("cells=%s/workers=%d", sleep, workers), func(b *testing.B) {
				all := 0
				for range b.N {
					b.StopTimer()
					dir := b.TempDir()
					text := strings.Replace(fmt.Sprintf(fakes, "", sleep), "seeds = 4", fmt.Sprint("seeds = ", seeds), 1)
					f := newCoordinator(b, dir, text)
					var parts []*part
					for range workers {
						parts = append(parts, worker(b, f.address, "-parallel", "1"))
					}
					time.Sleep(3 * time.Second) // they connect, and wait for a campaign
					b.StartTimer()
					all += f.run(context.Background(), engine.Self().Revision)
					b.StopTimer()
					for _, p := range parts {
						p.kill()
					}
				}
				b.ReportMetric(float64(all)/b.Elapsed().Hours(), "rows/h")
			})
		}
	}
}

// A testCoordinator is a coordinator and a server in the process of the test.
type testCoordinator struct {
	t       testing.TB
	c       *campaign.Campaign
	rows    *store.Store
	dir     string
	address string
}

func newCoordinator(t testing.TB, dir, text string) *testCoordinator {
	c, err := campaign.Parse(filepath.Join(dir, "c.toml"), text, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	rows, err := store.Open(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rows.Close() })
	s, err := cluster.Serve("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &testCoordinator{t, c, rows, dir, strings.TrimPrefix(s.URL, "nats://")}
}

// run runs the campaign with workers of a revision, and returns the number of its rows.
func (k *testCoordinator) run(ctx context.Context, revision string) (rows int) {
	conn, err := cluster.Connect("nats://"+k.address, func(string) {})
	if err != nil {
		k.t.Fatal(err)
	}
	defer conn.Close()
	err = cluster.Coordinate(ctx, conn, k.c, k.rows, cluster.Options{
		Dir: k.dir, Revision: revision, Kept: func(*store.Row, int, int) { rows++ },
	})
	if err != nil && ctx.Err() == nil {
		k.t.Error(err)
	}
	return rows
}
