package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

const text = `
name = "small"
task = "fake"
seeds = 3
measures = ["value"]
[[subject]]
scale = [1, 2]
[[arm]]
name = "a"
[[arm]]
shift = [1, 2]
[[budget]]
sleep = "1ms"
`

func parse(t testing.TB, text string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Parse("c.toml", text, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t testing.TB, c *campaign.Campaign) *store.Store {
	t.Helper()
	s, err := store.Open(t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// errorsOf returns the error of each row.
func errorsOf(t testing.TB, rows *store.Store) map[campaign.Key]string {
	t.Helper()
	all := map[campaign.Key]string{}
	err := rows.Rows(context.Background(), func(r *store.Row) error {
		all[r.Key] = r.Error
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A script is a worker that does what a function says.
type script struct {
	do    func(ctx context.Context, j *Job) (*Result, error)
	close func()
}

func (s script) Do(ctx context.Context, j *Job) (*Result, error) { return s.do(ctx, j) }
func (s script) Close()                                          { s.close() }

// scripted returns options with workers that call a function, by one worker at a time.
func scripted(parallel int, do func(ctx context.Context, j *Job) (*Result, error)) (o Options, started, closed *int) {
	var mu sync.Mutex
	started, closed = new(int), new(int)
	return Options{Parallel: parallel, Start: func() (Worker, error) {
		mu.Lock()
		defer mu.Unlock()
		*started++
		return script{func(ctx context.Context, j *Job) (*Result, error) {
			mu.Lock()
			defer mu.Unlock()
			return do(ctx, j)
		}, func() {
			mu.Lock()
			defer mu.Unlock()
			*closed++
		}}, nil
	}}, started, closed
}

func name(j *Job) string {
	return fmt.Sprintf("%v %v %d", j.Subject["scale"], j.Arm["shift"], j.Seed)
}

func fine(j *Job) *Result {
	return &Result{Measured: task.Measured{Numbers: map[string]float64{"value": float64(j.Seed)}}, By: Identity{"r", "m"}}
}

// Cells begin in their order, each once, and a second run finds nothing to do.
func TestOrder(t *testing.T) {
	c := parse(t, text)
	rows := open(t, c)
	var began []string
	o, started, closed := scripted(1, func(_ context.Context, j *Job) (*Result, error) {
		began = append(began, name(j))
		return fine(j), nil
	})
	var kept []int
	o.Kept = func(r *store.Row, done, all int) { kept = append(kept, done, all) }
	for range 2 {
		if err := Run(context.Background(), c, rows, o); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for _, cell := range c.Cells() {
		want = append(want, name(NewJob(c, &cell)))
	}
	if !slices.Equal(began, want) {
		t.Errorf("began %q, want %q", began, want)
	}
	if *started != 1 || *closed != 1 {
		t.Errorf("%d workers started, %d closed", *started, *closed)
	}
	if len(kept) != 36 || kept[0] != 1 || kept[34] != 18 || kept[35] != 18 {
		t.Errorf("kept %v", kept)
	}
}

// The queue hands out each cell once, pass by pass, whichever workers ask. A subject has one worker,
// as long as that has not run out of its own ones within a pass.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells []campaign.Cell
		subjects := rapid.IntRange(1, 5).Draw(t, "subjects")
		for pass := range rapid.IntRange(1, 3).Draw(t, "passes") {
			for s := range subjects {
				for range rapid.IntRange(0, 3).Draw(t, "arms") {
					subject := campaign.Part{Name: fmt.Sprint(s)}
					cells = append(cells, campaign.Cell{Subject: subject, Seed: uint64(len(cells)), Pass: pass})
				}
			}
		}
		q := &queue{cells: slices.Clone(cells), owner: map[string]int{}}
		workers, seen, pass, owner := rapid.IntRange(1, 4).Draw(t, "workers"), map[uint64]bool{}, 0, map[string]int{}
		for {
			w := rapid.IntRange(0, workers-1).Draw(t, "worker")
			left := slices.Clone(q.cells)
			cell := q.next(w)
			if cell == nil {
				break
			}
			if seen[cell.Seed] || cell.Pass < pass {
				t.Fatalf("cell %+v comes again or late, in pass %d", cell, pass)
			}
			seen[cell.Seed], pass = true, cell.Pass
			if o, known := owner[cell.Subject.Name]; !known {
				owner[cell.Subject.Name] = w
			} else if o != w {
				for _, c := range left {
					if o, known := owner[c.Subject.Name]; c.Pass == pass && (!known || o == w) {
						t.Fatalf("worker %d takes over subject %s, and could have %s", w, cell.Subject.Name, c.Subject.Name)
					}
				}
			}
		}
		if len(seen) != len(cells) {
			t.Fatalf("%d of %d cells", len(seen), len(cells))
		}
	})
}

// Whatever happens to workers, and whenever a run is stopped, the runs after it do each cell
// that has no row, and no other; in the end each cell has one row.
func TestEndsAndStops(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		c := parse(t, text)
		rows := open(t, c)
		parallel := rapid.IntRange(1, 4).Draw(rt, "parallel")
		ctx := context.Background()
		for run := 0; ; run++ {
			before := errorsOf(t, rows)
			if run > 20 {
				break
			}
			event := rapid.SampledFrom([]string{"fine", "fine", "fine", "fine", "ends", "stops", "full"})
			events := rapid.SliceOfN(event, 30, 30).Draw(rt, "events")
			runCtx, cancel := context.WithCancel(ctx)
			n, ended, full := 0, map[string]int{}, false
			o, started, closed := scripted(parallel, func(ctx context.Context, j *Job) (*Result, error) {
				for _, cell := range c.Cells() {
					if job := NewJob(c, &cell); name(job) == name(j) {
						if _, done := before[cell.Key()]; done {
							rt.Errorf("%s runs again", name(j))
						}
					}
				}
				event := "fine"
				if n++; n <= len(events) {
					event = events[n-1]
				}
				switch event {
				case "ends":
					if ended[name(j)]++; ended[name(j)] < attempts {
						return nil, &EndedError{How: "by chance"}
					}
				case "stops":
					cancel()
					return nil, ctx.Err()
				case "full":
					full = true
					return &Result{Stop: "no room"}, nil
				}
				return fine(j), nil
			})
			err := Run(runCtx, c, rows, o)
			if *started != *closed {
				rt.Errorf("%d workers started, %d closed", *started, *closed)
			}
			after := errorsOf(t, rows)
			switch {
			case err == nil && len(after) != len(c.Cells()):
				rt.Errorf("no error, and %d of %d rows", len(after), len(c.Cells()))
			case err != nil && !(errors.Is(err, context.Canceled) && runCtx.Err() != nil ||
				full && strings.Contains(err.Error(), "no room")):
				rt.Errorf("%v", err)
			}
			cancel()
			if len(after) == len(c.Cells()) {
				break
			}
		}
		rows.Rows(ctx, func(r *store.Row) error {
			if r.Error != "" || r.Numbers["value"] != float64(r.Seed) {
				rt.Errorf("row %+v", r)
			}
			return nil
		})
	})
}

// A cell on which workers end each time has a row that says so, and is repeated when that is asked for.
func TestEndedThreeTimes(t *testing.T) {
	c := parse(t, text)
	rows := open(t, c)
	tries := 0
	end := true
	o, started, _ := scripted(2, func(_ context.Context, j *Job) (*Result, error) {
		if name(j) == "1 2 2" {
			if tries++; end {
				return nil, &EndedError{"exit status 2", "panic: out of luck"}
			}
		}
		return fine(j), nil
	})
	if err := Run(context.Background(), c, rows, o); err != nil {
		t.Fatal(err)
	}
	key := campaign.Key{Subject: "1", Arm: "2", Seed: 2, Budget: "sleep=1ms"}
	done := errorsOf(t, rows)
	want := "the process of the cell ended: exit status 2: panic: out of luck (3 times)"
	if done[key] != want || len(done) != 18 {
		t.Errorf("%d rows, error %q, want %q", len(done), done[key], want)
	}
	if tries != 3 || *started < 4 {
		t.Errorf("%d tries by %d workers", tries, *started)
	}
	if err := Run(context.Background(), c, rows, o); err != nil || tries != 3 {
		t.Errorf("%d tries in the end; %v", tries, err)
	}
	end, o.Again = false, true
	if err := Run(context.Background(), c, rows, o); err != nil || tries != 4 {
		t.Errorf("%d tries in the end; %v", tries, err)
	}
	if done = errorsOf(t, rows); done[key] != "" || len(done) != 18 {
		t.Errorf("%d rows, error %q", len(done), done[key])
	}
}

// A worker that cannot be started ends the campaign.
func TestCannotStart(t *testing.T) {
	c := parse(t, text)
	o := Options{Parallel: 2, Start: StartProcess("/there/is/no/such/program")}
	err := Run(context.Background(), c, open(t, c), o)
	if err == nil || !strings.HasPrefix(err.Error(), "cannot start a process for cells: ") {
		t.Error(err)
	}
	o.Start = StartProcess("sh", "-c", "echo 'panic: at once' >&2; echo more >&2; exit 3")
	rows := open(t, c)
	if err := Run(context.Background(), c, rows, o); err != nil {
		t.Error(err)
	}
	done := errorsOf(t, rows)
	for key, text := range done {
		if want := "the process of the cell ended: exit status 3: panic: at once (3 times)"; text != want {
			t.Errorf("%v: %q, want %q", key, text, want)
		}
	}
	if len(done) != 18 {
		t.Errorf("%d rows", len(done))
	}
}

// An interrupt ends a worker that does not listen, by force.
func TestDeafWorker(t *testing.T) {
	t.Parallel()
	c := parse(t, text)
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Parallel: 1, Start: func() (Worker, error) {
		w, err := StartProcess("sh", "-c", "exec 0</dev/null; trap '' TERM INT; while :; do sleep 0.1; done")()
		time.AfterFunc(50*time.Millisecond, cancel)
		return w, err
	}}
	if err := Run(ctx, c, open(t, c), o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
