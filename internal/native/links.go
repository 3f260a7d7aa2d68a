package native

import (
	"nearmiss/internal/answer"
	"nearmiss/internal/wire"
)

// Link adds to a target what its distances hang on: how near the calls that its critical
// nodes ask were to other answers.
func Link(to *wire.Target, answers *answer.Answers) {
	var away []answer.Outcome
	for _, d := range to.Table {
		c := answers.Cond(int(d.Cond))
		if d.Away&wire.DivergesFalse != 0 {
			away = append(away, answer.Outcome{Cond: c})
		}
		if d.Away&wire.DivergesTrue != 0 {
			away = append(away, answer.Outcome{Cond: c, Is: true})
		}
	}
	l := answers.Of(away)
	for _, x := range l.List {
		link := wire.Link{Branch: x.Branch, Asked: uint32(x.Asked)}
		for _, p := range x.Parts {
			link.Parts = append(link.Parts, wire.Part{Answer: uint32(p.Answer), Level: uint32(p.Level)})
		}
		to.Links = append(to.Links, link)
	}
	for _, x := range l.Tails {
		to.Tails = append(to.Tails, wire.Tail{Answer: uint32(x.Answer), As: uint32(x.As)})
	}
}
