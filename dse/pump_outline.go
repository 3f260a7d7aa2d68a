package dse

import "nearmiss/input"

// An outline is a run, and what says at a look that most inputs are no others with
// blocks repeated.
type outline struct {
	run         *Run
	words       int
	first, last uint64 // of these; 0 if there is none
}

func outlined(r *Run) outline {
	o := outline{run: r, words: len(r.Path.Input)}
	if o.words > 0 {
		o.first, o.last = r.Path.Input[0], r.Path.Input[o.words-1]
	}
	return o
}

// repeats reports whether the input of a run may be this one with blocks repeated.
func (o *outline) repeats(longer *outline) bool {
	if o.last != longer.last || o.words > longer.words || o.first != longer.first && !lengthens(o.first, longer.first) {
		return false
	}
	return repeats(o.run.Path.Input, longer.run.Path.Input)
}

// repeats reports whether an input may be another one with blocks of a tiny list
// repeated: then they agree before the length of the list, right behind it, and at the end.
func repeats(v, longer input.Vector) bool {
	n := len(v)
	if n > len(longer) {
		return false
	}
	at := 0 // of the length
	for at < n && v[at] == longer[at] {
		at++
	}
	return at+1 < n && lengthens(v[at], longer[at]) && v[at+1] == longer[at+1] && v[n-1] == longer[len(longer)-1]
}

// lengthens reports whether a word may be the length of a tiny list, and another word
// that of the list with blocks repeated.
func lengthens(v, longer uint64) bool { return v-1 <= tinyList && longer-v-1 < tinyList }
