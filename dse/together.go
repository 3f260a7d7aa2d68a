package dse

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// A Batcher is a Program that answers several questions at a time.
type Batcher interface {
	Program

	// SatisfyAll answers each question as Satisfy does. Reply i belongs to question i.
	SatisfyAll(ctx context.Context, list []Question) []Reply
}

// A Question has the arguments of Program.Satisfy.
type Question struct {
	Start  input.Vector
	Prefix []*term.Term
	Extra  *term.Term
}

// A Reply has the results of Program.Satisfy.
type Reply struct {
	smt.Answer
	Input input.Vector
	Err   error
}

// chooseBatch returns the steps of a batch that begins with the step first: up to Options.BatchSize
// flips, no node twice, and no more than the budget has runs and queries left. The strategy
// observes no answer in between. The batch has the first step only if that step is not a single
// question, if rewards are wanted, or if the program answers one question at a time.
func (s *Searcher) chooseBatch(first Step) []Step {
	list, most := []Step{first}, s.opt.BatchSize
	if _, ok := s.program.(Batcher); !ok || !first.isSingleQuestion() || s.world.rewards != nil {
		return list
	}
	if b := s.limit; b.Runs > 0 {
		most = min(most, b.Runs-s.result.Runs)
	}
	if b := s.limit; b.Queries > 0 {
		most = min(most, int(b.Queries-s.result.Queries))
	}
	var states []State
	for next := first; ; list = append(list, next) {
		states = append(states, next.Flip.state)
		if next.Flip.state = Asked; len(list) >= most {
			break
		}
		if next = s.next(); !next.isSingleQuestion() {
			if !next.Declines() {
				s.postponed = slices.Insert(s.postponed, 0, next)
			}
			break
		}
	}
	for i, n := range list {
		n.Flip.state = states[i]
	}
	return list
}

// isSingleQuestion reports whether a step needs one question to the solver: a flip without soft
// constraints.
func (s Step) isSingleQuestion() bool { return s.Flip != nil && len(s.Soft) == 0 }

// flipAll asks for inputs that take the other sides of the nodes of several steps, all at a time,
// and runs the inputs in the order of the steps. Each step is a single question.
func (s *Searcher) flipAll(steps []Step) error {
	list := make([]Question, len(steps))
	for i, next := range steps {
		n := next.Flip
		list[i] = Question{next.startRun().Path.Input, s.tree.prefix(n), s.tree.clause(n, !n.Side)}
	}
	s.result.Queries += uint64(len(list))
	for i, r := range s.program.(Batcher).SatisfyAll(s.ctx, list) {
		if i > 0 && s.hasEnded() {
			s.postponed = append(s.postponed, steps[i:]...)
			return nil
		}
		if err := s.applyAnswer(steps[i], r.Answer, r.Input, r.Err); err != nil {
			s.postponed = append(s.postponed, steps[i+1:]...)
			return err
		}
	}
	return nil
}
