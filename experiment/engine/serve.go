package engine

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/task"
)

// A Job is a cell for a worker. It is plain data: it travels as JSON.
type Job struct {
	Kind, Dir            string
	Subject, Arm, Budget task.Options
	Seed                 uint64
}

// NewJob returns the job of a cell.
func NewJob(c *campaign.Campaign, cell *campaign.Cell) *Job {
	return &Job{c.Kind.Name, c.Dir, cell.Subject.Options, cell.Arm.Options, cell.Budget.Options, cell.Seed}
}

// A Result is the outcome of a job.
type Result struct {
	task.Measured
	Error     string // fault of the cell
	Stop      string // fault of the machine that ends the campaign
	Processor time.Duration
	Wall      time.Duration
	By        Identity
}

// mostOpen is how many subjects a worker keeps ready. Cells go from subject to subject in each pass: if
// there are more, it does not matter which ones it keeps.
const mostOpen = 64

// Serve runs the jobs that it reads, and writes their results, one JSON value each, until the input
// ends: then it drops the job under way. It is the inside of a worker.
func Serve(in io.Reader, out io.Writer, kinds []*task.Kind) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	jobs := make(chan *Job)
	go func() {
		defer cancel()
		for d := json.NewDecoder(in); ; {
			j := &Job{}
			if d.Decode(j) != nil {
				return
			}
			jobs <- j
		}
	}()
	s := &server{kinds: kinds, clock: newClock(), by: Self(), open: map[string]task.Session{}}
	defer s.closeAll()
	answers := json.NewEncoder(out)
	for {
		select {
		case <-ctx.Done():
			return nil
		case j := <-jobs:
			res := s.do(ctx, j)
			if ctx.Err() != nil {
				return nil
			}
			if err := answers.Encode(res); err != nil {
				return err
			}
		}
	}
}

// A server runs jobs.
type server struct {
	kinds []*task.Kind
	clock *clock
	by    Identity
	open  map[string]task.Session
}

func (s *server) closeAll() {
	for _, session := range s.open {
		session.Close()
	}
	clear(s.open)
}

// do runs a job. The time to make its subject ready does not count.
func (s *server) do(ctx context.Context, j *Job) *Result {
	res := &Result{By: s.by}
	session, err := s.session(ctx, j)
	if err == nil {
		processor, wall := s.clock.read(), time.Now()
		res.Measured, err = session.Run(ctx, task.Cell{
			Subject: j.Subject, Arm: j.Arm, Budget: j.Budget, Seed: j.Seed, Clock: s.clock.now,
		})
		res.Wall, res.Processor = time.Since(wall), s.clock.read()-processor
	}
	maps.DeleteFunc(res.Numbers, func(_ string, x float64) bool { // JSON has no such numbers
		return math.IsNaN(x) || math.IsInf(x, 0)
	})
	switch {
	case err == nil:
	case strings.Contains(err.Error(), "no space left on device"): // also in messages of the go command
		res.Stop = "the disk is full: make room and run the campaign again; no row that was kept is lost (" +
			firstLine(err) + ")"
	default:
		res.Error = err.Error()
	}
	return res
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// session returns the subject of a job, ready.
func (s *server) session(ctx context.Context, j *Job) (task.Session, error) {
	i := slices.IndexFunc(s.kinds, func(k *task.Kind) bool { return k.Name == j.Kind })
	if i < 0 {
		return nil, errors.New("this worker does not know tasks of kind " + j.Kind)
	}
	kind := s.kinds[i]
	early := maps.Clone(j.Subject)
	maps.DeleteFunc(early, func(name string, _ any) bool {
		o := task.Find(kind.Subject, name)
		return o != nil && o.Late
	})
	key := j.Kind + "\n" + j.Dir + "\n" + early.String()
	if session := s.open[key]; session != nil {
		return session, nil
	}
	if len(s.open) == mostOpen {
		s.closeAll()
	}
	session, err := kind.Open(ctx, j.Dir, j.Subject)
	if err == nil {
		s.open[key] = session
	}
	return session, err
}
