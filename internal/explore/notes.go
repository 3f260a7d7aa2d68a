package explore

import (
	"fmt"
	"maps"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// endPhrases describes in words how runs ended that were not followed to their end, by kind of end.
var endPhrases = map[string]string{
	symexec.OutOfFuel.String():    "used up what a run may execute and were cut off: there may be a loop without end, or just more work than that",
	symexec.TooDeep.String():      "called functions within functions beyond the limit and were cut off: there may be a recursion without bound",
	symexec.OutOfMemory.String():  "asked for more memory than the executor gives, and were cut off",
	symexec.Deadlocked.String():   "wait for ever",
	symexec.Unsupported.String():  "come to code that is not modelled, and are not followed beyond it",
	symexec.Undetermined.String(): "come to a condition that no solver can settle",
	symexec.Faulted.String():      "met a fault of nearmiss itself and were cut off; please report it",
}

// notes returns a sentence for each unusual observation of the search.
func (e *exploration) notes(r *Result) []string {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	p, call := e.p, func(v input.Vector) string { return cutText(e.s.callText(v)) }
	switch unknown := r.numUnknown(); {
	case p.states != nil: // statesNotes reports the unanswered queries
	case unknown > 0 && uint64(unknown) == r.Queries:
		say("the solver had no answer to any of %s (%s); another one may: see -solver", count(unknown, "question"), mostOften(r.Unknown))
	case unknown > 0:
		say("the solver had no answer to %d of %d questions, most often because of this: %s", unknown, r.Queries, mostOften(r.Unknown))
	}
	if p.crashes > 0 {
		say("%s ended the process, as does %s: %s", count(p.crashes, "input"), call(p.crash), p.howCrashed)
	}
	if p.mismatches > 0 {
		say("%s took other branches natively than in the executor, as does %s; only what was taken natively counts", count(p.mismatches, "input"), call(p.mismatch))
	}
	for _, kind := range slices.Sorted(maps.Keys(p.firstUnfinished)) {
		o := p.firstUnfinished[kind]
		if r.Ends[kind] == 0 { // the clock ended the search before the native run returned
			continue
		}
		at := o.end.At
		if o.end.Kind == symexec.Unsupported || o.end.Kind == symexec.Faulted {
			at += ": " + o.end.Detail
		}
		say("%d of %d runs %s (%s, as in %s)", r.Ends[kind], r.Runs, endPhrases[kind], at, call(o.input))
	}
	if n := r.Ends[symexec.Unbuilt.String()]; n > 0 && n == r.Runs {
		say("no input of %s could be made", e.s.subject.Fn.Sig.Name)
	}
	if r.Dropped > 0 {
		say("the tree outgrew its bound of %s; %s were dropped", count(e.opt.Nodes, "node"), count(r.Dropped, "decision"))
	}
	if r.Diverged > 0 {
		say("%s left the path that they were made for", count(r.Diverged, "run"))
	}
	if p.states != nil {
		return append(notes, p.statesNotes()...)
	}
	if hasChoice(e.s.subject.Fn.Sig) {
		say("of what can be made in several ways, one way alone is tried, as in %s", call(e.starts[0]))
	}
	return notes
}
