package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/engine"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

const text = `
name = "small"
task = "fake"
seeds = 6
measures = ["value"]
[[subject]]
scale = [1, 2]
[[arm]]
shift = [1, 2, 3]
[[budget]]
sleep = "1ms"
`

const allCells = 36

// A fixture is a campaign with a server, its rows, and connections to the server.
type fixture struct {
	t    testing.TB
	c    *campaign.Campaign
	dir  string
	rows *store.Store
	url  string
	kept int
}

func newFixture(t testing.TB, text string) *fixture {
	t.Helper()
	s, err := Serve("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	f := &fixture{t: t, dir: t.TempDir(), url: s.URL}
	f.read(text)
	return f
}

// read takes another campaign file.
func (f *fixture) read(text string) {
	f.t.Helper()
	var err error
	if f.c, err = campaign.Parse("c.toml", text, kinds.All()); err == nil {
		if f.rows != nil {
			f.rows.Close()
		}
		f.rows, err = store.Open(f.dir, f.c)
	}
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { f.rows.Close() })
}

func (f *fixture) connect() *nats.Conn {
	f.t.Helper()
	conn, err := Connect(f.url, func(string) {})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(conn.Close)
	return conn
}

// coordinate runs the coordinator with the revision of results of fine.
func (f *fixture) coordinate(ctx context.Context, o Options) error {
	o.Dir, o.Revision = f.dir, "r"
	if o.Lost == 0 {
		o.Lost = 20 * time.Second
	}
	o.Kept = func(*store.Row, int, int) { f.kept++ }
	return Coordinate(ctx, f.connect(), f.c, f.rows, o)
}

// work runs a worker.
func (f *fixture) work(ctx context.Context, parallel int, do func(ctx context.Context, j *engine.Job) (*engine.Result, error)) error {
	return Work(ctx, f.connect(), WorkOptions{Parallel: parallel, Revision: "r", Start: start(do)})
}

// all returns the rows without times.
func (f *fixture) all() map[campaign.Key]store.Row {
	f.t.Helper()
	all := map[campaign.Key]store.Row{}
	err := f.rows.Rows(context.Background(), func(r *store.Row) error {
		r.Finished = time.Time{}
		all[r.Key] = *r
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return all
}

// A script is a worker for cells that does what a function says.
type script func(ctx context.Context, j *engine.Job) (*engine.Result, error)

func (s script) Do(ctx context.Context, j *engine.Job) (*engine.Result, error) { return s(ctx, j) }
func (s script) Close()                                                        {}

func start(do script) func() (engine.Worker, error) {
	return func() (engine.Worker, error) { return do, nil }
}

func fine(_ context.Context, j *engine.Job) (*engine.Result, error) {
	x := float64(j.Seed)*100 + j.Subject.Number("scale")*10 + j.Arm.Number("shift")
	return &engine.Result{
		Measured: task.Measured{Numbers: map[string]float64{"value": x}, Curves: map[string]task.Curve{"curve": {{0, x}, {1, 2}}}},
		By:       engine.Identity{Revision: "r", Machine: "m"}, Wall: 1, Processor: 2,
	}, nil
}

// Rows are those of a run on one machine, however many workers there are; each cell runs once, and in its
// order if there is one worker. A second call has nothing to do, and one with more seeds runs these only.
func TestSameRows(t *testing.T) {
	t.Parallel()
	calm := newFixture(t, text)
	if err := engine.Run(context.Background(), calm.c, calm.rows, engine.Options{Parallel: 1, Start: start(fine)}); err != nil {
		t.Fatal(err)
	}
	want := calm.all()
	if len(want) != allCells {
		t.Fatalf("%d rows", len(want))
	}
	for _, parallel := range []int{1, 2, 7} {
		f := newFixture(t, text)
		var mu sync.Mutex
		var ran []uint64
		do := func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
			mu.Lock()
			defer mu.Unlock()
			ran = append(ran, j.Seed)
			return fine(ctx, j)
		}
		for round, all := range []int{allCells, allCells, allCells + 2*3*2} {
			ran, f.kept = nil, 0
			if round == 2 {
				f.read(strings.Replace(text, "seeds = 6", "seeds = 8", 1))
			}
			before := len(f.all())
			var group errgroup.Group
			ctx, cancel := context.WithCancel(context.Background())
			group.Go(func() error {
				defer cancel() // a worker that comes after the end waits for the next campaign
				return f.coordinate(context.Background(), Options{})
			})
			for range parallel {
				group.Go(func() error {
					if err := f.work(ctx, 1+parallel/4, do); ctx.Err() == nil {
						return err
					}
					return nil
				})
			}
			if err := group.Wait(); err != nil {
				t.Fatal(err)
			}
			got := f.all()
			if len(ran) != all-before || f.kept != all-before || len(got) != all {
				t.Errorf("%d workers: %d cells ran and %d rows were kept for %d, %d are there", parallel, len(ran), f.kept, all-before, len(got))
			}
			for key, row := range want {
				if !reflect.DeepEqual(got[key], row) {
					t.Errorf("%d workers: row\n%+v\nwant\n%+v", parallel, got[key], row)
				}
			}
			for i := 1; parallel == 1 && i < len(ran); i++ {
				if ran[i] < ran[i-1] {
					t.Errorf("seeds began in the order %v", ran)
				}
			}
		}
	}
}

// Cells that are queued are not queued once more, also by a coordinator that was started again; cells of
// another campaign in the queue do no harm.
func TestQueueOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, strings.Replace(text, "shift = [1, 2, 3]", "shift = [1, 2, 3, 4]", 1))
	js, err := jetstream.New(f.connect())
	if err != nil {
		t.Fatal(err)
	}
	id, err := identity(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	for round, want := range []uint64{allCells + 12, allCells + 12, allCells + 12} {
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- f.coordinate(ctx, Options{}) }()
		for queued := uint64(0); queued < want; time.Sleep(time.Millisecond) {
			if s, err := js.Stream(ctx, stream(id)); err == nil {
				queued = s.CachedInfo().State.Msgs
			}
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		s, err := js.Stream(context.Background(), stream(id))
		if err != nil || s.CachedInfo().State.Msgs != want {
			t.Errorf("round %d: %d messages, %v; want %d", round, s.CachedInfo().State.Msgs, err, want)
		}
		if round == 1 {
			f.read(text)
		}
	}
	var group errgroup.Group
	ran := 0
	group.Go(func() error { return f.coordinate(context.Background(), Options{}) })
	group.Go(func() error {
		return f.work(context.Background(), 1, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
			ran++
			return fine(ctx, j)
		})
	})
	if err := group.Wait(); err != nil || ran != allCells || len(f.all()) != allCells {
		t.Errorf("%v: %d cells ran, %d rows", err, ran, len(f.all()))
	}
}

// A result that comes twice is one row, and both senders hear that it is stored; so does one whose cell the
// campaign does not have.
func TestTwice(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- f.coordinate(ctx, Options{}) }()
	conn := f.connect()
	ask := func(subject string, q question) (a answer) {
		t.Helper()
		data, _ := json.Marshal(q)
		for {
			m, err := conn.Request(subject, data, time.Minute)
			if errors.Is(err, nats.ErrNoResponders) {
				continue
			}
			if err != nil || json.Unmarshal(m.Data, &a) != nil {
				t.Fatalf("%v: %v", q, err)
			}
			return a
		}
	}
	id := ask(findSubject, question{Revision: "r"}).ID
	cell := f.c.Cells()[5]
	job := engine.NewJob(f.c, &cell)
	job.Dir, _ = from(f.c)
	data, _ := json.Marshal(job)
	name := hash(cell.Key(), data)
	res, _ := fine(ctx, job)
	asks := subject(id, "ask")
	if a := ask(asks, question{Revision: "r", Cell: name}); !a.Run {
		t.Errorf("a missing cell: %+v", a)
	}
	for i := range 3 {
		if a := ask(asks, question{Revision: "r", Cell: name, Result: res}); a.Run || a.Refused != "" {
			t.Errorf("%+v", a)
		}
		if a := ask(asks, question{Revision: "r", Cell: name}); a.Run {
			t.Errorf("a stored cell: %+v", a)
		}
		res = &engine.Result{Error: fmt.Sprint("later ", i)}
	}
	if a := ask(asks, question{Revision: "r", Cell: "other", Result: res}); a.Run || a.Refused != "" {
		t.Errorf("%+v", a)
	}
	cancel()
	<-done
	rows := f.all()
	if len(rows) != 1 || f.kept != 1 || rows[cell.Key()].Error != "" || rows[cell.Key()].Numbers["value"] == 0 {
		t.Errorf("rows %+v", rows)
	}
}

// A worker of another revision is refused, and takes no cell.
func TestRevision(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error)
	go func() { done <- f.coordinate(ctx, Options{}) }()
	err := Work(ctx, f.connect(), WorkOptions{Parallel: 3, Revision: "old", Start: func() (engine.Worker, error) {
		return nil, errors.New("it runs a cell")
	}})
	const want = "this worker is of revision old, and campaign small runs with revision r: start a worker of that one"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := f.work(ctx, 1, fine); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil || len(f.all()) != allCells {
		t.Errorf("%v, %d rows", err, len(f.all()))
	}
}

// A worker that is interrupted, or has no room, gives its cell back at once: its silence would do so after an hour.
func TestGivesBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	done := make(chan error)
	go func() { done <- f.coordinate(context.Background(), Options{Lost: time.Hour}) }()
	ctx, cancel := context.WithCancel(context.Background())
	var began sync.WaitGroup
	began.Add(3)
	go func() { began.Wait(); cancel() }()
	err := f.work(ctx, 3, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
		began.Done()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	err = f.work(context.Background(), 1, func(context.Context, *engine.Job) (*engine.Result, error) {
		return &engine.Result{Stop: "the disk is full"}, nil
	})
	if err == nil || err.Error() != "the disk is full" {
		t.Error(err)
	}
	if err := f.work(context.Background(), 2, fine); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil || len(f.all()) != allCells {
		t.Errorf("%v, %d rows", err, len(f.all()))
	}
}

// A worker that vanishes loses its cell, which another one runs; what the first one sends later is not stored.
func TestLost(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	done := make(chan error)
	go func() { done <- f.coordinate(context.Background(), Options{Lost: time.Second}) }()
	conn := f.connect()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := Work(ctx, conn, WorkOptions{Parallel: 2, Revision: "r", Start: start(func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
		conn.Close()
		return fine(ctx, j)
	})})
	if err == nil || !strings.Contains(err.Error(), "connection") {
		t.Error(err)
	}
	if err := f.work(context.Background(), 2, fine); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil || len(f.all()) != allCells {
		t.Errorf("%v, %d rows", err, len(f.all()))
	}
}

// A cell that takes longer than the silence of a worker may last stays with that worker,
// also if others are idle.
func TestInProgress(t *testing.T) {
	t.Parallel()
	f := newFixture(t, strings.Replace(text, "seeds = 6", "seeds = 1", 1))
	done := make(chan error)
	go func() { done <- f.coordinate(context.Background(), Options{Lost: 5 * time.Second}) }()
	var mu sync.Mutex
	ran := map[string]int{}
	err := f.work(context.Background(), 12, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
		mu.Lock()
		ran[fmt.Sprint(j.Subject, j.Arm)]++
		mu.Unlock()
		time.Sleep(7 * time.Second)
		return fine(ctx, j)
	})
	if err != nil || <-done != nil || len(ran) != 6 {
		t.Errorf("%v: %v", err, ran)
	}
	for cell, times := range ran {
		if times > 1 {
			t.Errorf("%s ran %d times", cell, times)
		}
	}
}

// A row that is too large for the server has an error that says so.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	f := newFixture(t, strings.Replace(text, "seeds = 6", "seeds = 1", 1))
	done := make(chan error)
	go func() { done <- f.coordinate(context.Background(), Options{}) }()
	err := f.work(context.Background(), 1, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
		res, err := fine(ctx, j)
		if j.Arm.Number("shift") == 2 {
			res.Error = strings.Repeat("x", mostPayload)
		}
		return res, err
	})
	if err != nil || <-done != nil {
		t.Error(err)
	}
	want := fmt.Sprintf("the row is larger than the server takes: its max_payload is %d bytes", mostPayload)
	for key, row := range f.all() {
		if (row.Error == want) != (key.Arm == "2") {
			t.Errorf("%v: error %.100s", key, row.Error)
		}
	}
}

// Workers come before the campaign, help only the one that they name, and name subjects from their directory.
func TestWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	said := make(chan string, 100)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 2)
	for _, name := range []string{"small", "other"} {
		conn := f.connect()
		go func() {
			done <- Work(ctx, conn, WorkOptions{
				Parallel: 2, Campaign: name, Revision: "r", Dir: "/elsewhere", Say: func(text string) { said <- text },
				Start: start(func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
					if name == "other" || j.Dir != "/elsewhere" {
						t.Errorf("%s runs %+v", name, j)
					}
					return fine(ctx, j)
				}),
			})
		}()
	}
	heard := map[string]bool{<-said: true, <-said: true}
	want := map[string]bool{
		"no campaign small runs there: waiting for one": true, "no campaign other runs there: waiting for one": true,
	}
	if !reflect.DeepEqual(heard, want) {
		t.Errorf("said %v", heard)
	}
	if err := f.coordinate(context.Background(), Options{}); err != nil || len(f.all()) != allCells {
		t.Errorf("%v, %d rows", err, len(f.all()))
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A worker that has a cell of a campaign which ended while the worker was away helps the next campaign.
func TestGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	js, err := jetstream.New(f.connect())
	if err != nil {
		t.Fatal(err)
	}
	away, cancel := context.WithCancel(context.Background())
	ended, gone := make(chan error), make(chan bool)
	go func() { ended <- f.coordinate(away, Options{}) }()
	first := true
	worked := make(chan error)
	go func() {
		worked <- f.work(context.Background(), 1, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
			if first {
				first = false
				cancel()
				<-ended
				id, _ := identity(f.dir)
				if err := js.DeleteStream(ctx, stream(id)); err != nil {
					t.Error(err)
				}
				close(gone)
			}
			return fine(ctx, j)
		})
	}()
	<-gone
	f.dir = t.TempDir()
	f.read(text)
	if err := f.coordinate(context.Background(), Options{}); err != nil || len(f.all()) != allCells {
		t.Errorf("%v, %d rows", err, len(f.all()))
	}
	if err := <-worked; err != nil {
		t.Error(err)
	}
}

// Rows with an error run again if that is asked for.
func TestAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	fails := func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
		if j.Seed == 3 {
			return nil, &engine.EndedError{How: "exit status 3"}
		}
		return fine(ctx, j)
	}
	for again, do := range []script{fails, fine} {
		ran := 0
		var group errgroup.Group
		group.Go(func() error { return f.coordinate(context.Background(), Options{Again: again > 0}) })
		group.Go(func() error {
			return f.work(context.Background(), 1, func(ctx context.Context, j *engine.Job) (*engine.Result, error) {
				ran++
				return do(ctx, j)
			})
		})
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		bad := 0
		for _, row := range f.all() {
			if row.Error == "the process of the cell ended: exit status 3 (3 times)" {
				bad++
			} else if row.Error != "" {
				t.Error(row.Error)
			}
		}
		if again == 0 && (bad != 6 || ran != allCells+2*6) || again == 1 && (bad != 0 || ran != 6) {
			t.Errorf("again %d: %d cells ran, %d rows have an error", again, ran, bad)
		}
	}
}

// Servers that cannot be used are refused in one sentence.
func TestServers(t *testing.T) {
	t.Parallel()
	f := newFixture(t, text)
	address := strings.TrimPrefix(f.url, "nats://")
	if _, err := Serve(address, t.TempDir()); err == nil || !strings.Contains(err.Error(), "address already in use; choose another address with -listen") {
		t.Errorf("a port that is taken: %v", err)
	}
	for _, bad := range []string{"nowhere", "127.0.0.1:http:", "127.0.0.1:70000"} {
		if _, err := Serve(bad, t.TempDir()); err == nil {
			t.Errorf("a server at %s", bad)
		}
	}
	plain, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, Username: "u", Password: "p"})
	if err != nil {
		t.Fatal(err)
	}
	plain.Start()
	defer plain.Shutdown()
	if !plain.ReadyForConnections(time.Minute) {
		t.Fatal("no server")
	}
	f.url = "nats://u:p@" + plain.Addr().(*net.TCPAddr).String()
	err = f.coordinate(context.Background(), Options{})
	if err == nil || !strings.Contains(err.Error(), "has no JetStream: start it with -js, or take another one") {
		t.Errorf("a server without JetStream: %v", err)
	}
	if _, err := Connect(plain.ClientURL(), func(string) {}); err == nil || !strings.Contains(err.Error(), "Authorization Violation; start it, or correct the address") {
		t.Errorf("without a password: %v", err)
	}
	conn, err := Await(plain.ClientURL(), func(string) {})
	if err == nil {
		err = Work(context.Background(), conn, WorkOptions{Parallel: 1})
	}
	if err == nil || !strings.Contains(err.Error(), "the server refuses the connection: nats: Authorization Violation") {
		t.Errorf("a worker without a password: %v", err)
	}
}
