package kinds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/bench/subjects/ese/paths"
	"nearmiss/experiment/questions"
	"nearmiss/experiment/task"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/smt/order"
	"nearmiss/smt/smtlib"
	"nearmiss/symexec"
)

// Families of questions.
const (
	comparisons = "comparisons"
	random      = "random"
	program     = "program"
)

// solving is how a back end of package smt answers questions: as an executor asks them that compares, random ones, and those that
// programs of Aquino et al. ask on random paths.
func solving() *task.Kind {
	return &task.Kind{
		Name: "solver", Doc: "answers of a solver to recorded questions",
		Subject: []task.Option{
			{Name: "family", Required: true, Values: []string{comparisons, random, program}, Doc: "what asks: a path of 500 comparisons of 100 integers; random path conditions; a program of Aquino et al."},
			{Name: "of", Required: true, Doc: "random pairs, sort, stable sort; linear, bits, products, anything; a function such as MergeSort"},
			{Name: "bits", Type: task.Int, Least: 8, Doc: "of a word of random conditions: 8, 32, 64"},
			{Name: "size", Type: task.Int, Least: 1, Doc: "elements of the lists of a program"},
			{Name: "count", Type: task.Int, Least: 1, Silent: true, Doc: "paths through a program; random conditions of each of four shapes"},
		},
		Arm: []task.Option{
			{Name: "solver", Required: true, Values: append([]string{"embedded", "order", "climb", "bitvec"}, smtlib.Names()...), Doc: "embedded, a part of it, or a program"},
		},
		Budget: []task.Option{
			{Name: "question", Type: task.Duration, Required: true, Doc: "time of a question"},
			{Name: "recording", Type: task.Duration, Required: true, Doc: "time after which the next question of a recording is not asked"},
		},
		Measures: []task.Measure{
			{Name: "questions", Doc: "questions that were asked", Sum: true},
			{Name: "decided", Doc: "questions with an answer", Sum: true},
			{Name: "wrong", Doc: "answers with a model that violates a clause, or other than that of the embedded solver", Sum: true},
			{Name: "question_us", Doc: "microseconds a question, with those to tell the solver of the path; undecided: the time of a question"},
			{Name: "program_us", Doc: "processor time a question of the program that the solver is, its start included, in microseconds"},
		},
		Find: func(ctx context.Context, _ string, subjects []task.Options) (errs []error) {
			for _, s := range subjects {
				errs = append(errs, findQuestions(ctx, s))
			}
			return errs
		},
		Open: func(ctx context.Context, dir string, s task.Options) (task.Session, error) {
			q := &solverSession{subject: s}
			var err error
			if s.Text("family") == program {
				q.program, err = paths.Load(ctx, dir)
			}
			return q, err
		},
	}
}

// findQuestions returns an error if there are no questions of a subject.
func findQuestions(ctx context.Context, s task.Options) error {
	if of := s.Text("of"); s.Text("family") == program {
		if _, ok := manual.Find(of); !ok || s.Int("size") == 0 {
			return fmt.Errorf("there is no program %s of size %d", of, s.Int("size"))
		}
		return nil
	}
	q := solverSession{subject: s}
	return q.record(ctx, 1)
}

// A solverSession has the recordings of one seed.
type solverSession struct {
	subject    task.Options
	program    *symexec.Program
	seed       uint64
	recordings [][]questions.Step
}

func (*solverSession) Close() error { return nil }

// record records the questions of a seed, unless they are recorded.
func (s *solverSession) record(ctx context.Context, seed uint64) (err error) {
	if s.recordings != nil && s.seed == seed {
		return nil
	}
	rng, of, n := rand.New(rand.NewPCG(seed, 0)), s.subject.Text("of"), max(1, s.subject.Int("count"))
	s.seed = seed
	switch s.subject.Text("family") {
	case comparisons:
		s.recordings, err = questions.Comparisons(ctx, of, rng)
	case random:
		s.recordings, err = questions.Random(ctx, of, s.subject.Int("bits"), n, rng)
	default:
		s.recordings, err = questions.Program(ctx, s.program, of, s.subject.Int("size"), n, rng)
	}
	return err
}

// Run implements task.Session.
func (s *solverSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	if err := s.record(ctx, c.Seed); err != nil {
		return m, err
	}
	limits := questions.Limits{Question: c.Budget.Duration("question"), All: c.Budget.Duration("recording")}
	var all questions.Tally
	var processor time.Duration
	for _, steps := range s.recordings {
		solver, err := backEnd(c.Arm.Text("solver"), limits.Question)
		if err != nil {
			return m, err
		}
		t := questions.Replay(ctx, solver, steps, limits)
		all.Asked, all.Decided, all.Wrong, all.Taken = all.Asked+t.Asked, all.Decided+t.Decided, all.Wrong+t.Wrong, all.Taken+t.Taken
		if err := errors.Join(solver.Close(), ctx.Err()); err != nil {
			return m, err
		}
		if p, ok := solver.(*smtlib.Solver); ok {
			processor += p.Stats().CPU
		}
	}
	each := float64(max(all.Asked, 1)) * float64(time.Microsecond)
	m.Numbers = map[string]float64{
		"questions": float64(all.Asked), "decided": float64(all.Decided), "wrong": float64(all.Wrong), "question_us": float64(all.Taken) / each,
	}
	if processor > 0 {
		m.Numbers["program_us"] = float64(processor) / each
	}
	return m, nil
}

// backEnd returns a back end. Those that limit themselves by counted steps go on until the time of a question is up.
func backEnd(name string, question time.Duration) (smt.Solver, error) {
	const steps = 1 << 40
	switch name {
	case "embedded":
		return embedded.New(embedded.Options{}), nil
	case "order":
		return smt.Checked(order.New(), nil), nil
	case "climb":
		return smt.Checked(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: steps}), nil), nil
	case "bitvec":
		return smt.Slice(smt.Checked(bitvec.New(bitvec.Options{Steps: steps}), nil)), nil
	}
	tool, ok := smtlib.Look(name)
	if !ok {
		return nil, fmt.Errorf("%s is not on PATH", name)
	}
	return smtlib.New(tool, smtlib.Options{Time: question})
}
