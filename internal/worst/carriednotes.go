package worst

import (
	"fmt"

	"nearmiss/ese"
)

// carriedNotes reports how a policy that was learned at small sizes (package ese, Carried) did at
// this size: how many solver queries it took, and for how many branches it had not learned a side.
func carriedNotes(a *ese.Archive) (notes []string) {
	sides := a.Tally(ese.CarriedSides)
	if sides == 0 {
		return nil
	}
	addNote := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	kept := a.Tally(ese.CarriedKept)
	addNote("the %d sides that the policy took unasked at this size took %d questions", sides, a.Tally(ese.CarriedQuestions))
	if kept < sides {
		addNote("no input takes all of these sides, only the first %d; %d paths started again after the longest possible prefix", kept, a.Tally(ese.CarriedRepairs))
	}
	if n := a.Tally(ese.Unfamiliar); n > 0 {
		addNote("of the sides, %d came after a history that no worst path of a small size has, and were taken by a shorter one", n)
	}
	if n := a.Tally(ese.Unlearned); n > 0 {
		addNote("of the sides, %d were at places where no worst path of a small size comes by; larger sizes to learn at (-train) may come by there", n)
	}
	return notes
}
