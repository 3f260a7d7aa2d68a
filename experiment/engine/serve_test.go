package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"testing"

	"nearmiss/experiment/task"
)

// A diary notes what happens to sessions.
type diary []string

// A page is a session that writes into a diary.
type page struct {
	diary   *diary
	subject string
}

func (p page) Close() error {
	*p.diary = append(*p.diary, "close "+p.subject)
	return nil
}

func (p page) Run(ctx context.Context, c task.Cell) (task.Measured, error) {
	*p.diary = append(*p.diary, fmt.Sprintf("run %s late %d seed %d", p.subject, c.Subject.Int("late"), c.Seed))
	switch c.Arm.Text("acts") {
	case "fails":
		return task.Measured{}, errors.New("it fails")
	case "fills":
		return task.Measured{}, errors.New("go: mkdir x: no space left on device\nand more")
	case "waits":
		<-ctx.Done()
		return task.Measured{}, ctx.Err()
	}
	return task.Measured{Numbers: map[string]float64{"one": 1, "nan": math.NaN(), "inf": math.Inf(1)}}, nil
}

// served starts Serve with one kind of task. ask sends a job and returns the result; end ends the
// input and waits.
func served(t *testing.T) (
	d *diary, ask func(subject string, late, seed int, acts string) *Result, send func(*Job), end func(),
) {
	d = &diary{}
	kind := &task.Kind{
		Name: "diary", Subject: []task.Option{{Name: "name"}, {Name: "late", Late: true}},
		Open: func(_ context.Context, dir string, subject task.Options) (task.Session, error) {
			if subject.Text("name") == "missing" {
				return nil, errors.New("there is none")
			}
			*d = append(*d, "open "+subject.Text("name")+" in "+dir)
			return page{d, subject.Text("name")}, nil
		},
	}
	in, jobs := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error)
	go func() { done <- Serve(in, out, []*task.Kind{kind}) }()
	decoder, encoder := json.NewDecoder(answers), json.NewEncoder(jobs)
	send = func(j *Job) {
		if err := encoder.Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	ask = func(subject string, late, seed int, acts string) *Result {
		send(&Job{"diary", "d", task.Options{"name": subject, "late": late}, task.Options{"acts": acts}, nil, uint64(seed)})
		r := &Result{}
		if err := decoder.Decode(r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	return d, ask, send, func() {
		jobs.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A worker opens a subject once for all values of late options, and closes all when there are too many.
func TestServe(t *testing.T) {
	d, ask, _, end := served(t)
	if r := ask("a", 1, 1, ""); r.Numbers["one"] != 1 || len(r.Numbers) != 1 || r.Error != "" || r.By != Self() {
		t.Errorf("result %+v", r)
	}
	ask("a", 2, 1, "")
	if r := ask("b", 1, 2, "fails"); r.Error != "it fails" || r.Stop != "" {
		t.Errorf("result %+v", r)
	}
	full := "the disk is full: make room and run the campaign again; no row that was kept is lost " +
		"(go: mkdir x: no space left on device)"
	if r := ask("b", 1, 2, "fills"); r.Stop != full {
		t.Errorf("result %+v", r)
	}
	if r := ask("missing", 1, 1, ""); r.Error != "there is none" {
		t.Errorf("result %+v", r)
	}
	want := diary{
		"open a in d", "run a late 1 seed 1", "run a late 2 seed 1",
		"open b in d", "run b late 1 seed 2", "run b late 1 seed 2",
	}
	if !slices.Equal(*d, want) {
		t.Errorf("diary\n%q\nwant\n%q", *d, want)
	}
	open := map[string]bool{"a": true, "b": true}
	for i := range 2 * mostOpen {
		*d = nil
		name := fmt.Sprint(i)
		ask(name, 1, 1, "")
		want := diary{"open " + name + " in d", "run " + name + " late 1 seed 1"}
		if len(open) == mostOpen {
			for _, name := range slices.Sorted(maps.Keys(open)) {
				want = append(want, "close "+name)
			}
			clear(open)
		}
		open[name] = true
		if slices.Sort(*d); !slices.Equal(*d, slices.Sorted(slices.Values(want))) {
			t.Errorf("diary %q, want %q", *d, want)
		}
	}
	*d = nil
	end()
	if len(*d) != len(open) {
		t.Errorf("%q at the end, %d were open", *d, len(open))
	}
}

// The end of the input drops the job under way, and closes the subjects.
func TestServeDrops(t *testing.T) {
	d, ask, send, end := served(t)
	ask("a", 1, 1, "")
	send(&Job{"diary", "d", task.Options{"name": "a"}, task.Options{"acts": "waits"}, nil, 2})
	end()
	if last := (*d)[len(*d)-1]; last != "close a" {
		t.Errorf("diary %q", *d)
	}
}
