package answer

import (
	"nearmiss/cfg"
	wire "nearmiss/internal/worker"
)

// mostAnswers bounds the answers of a target.
const mostAnswers = 256

// An Outcome is one of a condition.
type Outcome struct {
	Cond *cfg.Cond
	Is   bool
}

// away lists the outcomes that lead away from a target.
func (a *Answers) away(t *wire.Target) (list []Outcome) {
	for _, d := range t.Nodes {
		c := a.conds[d.Cond]
		if d.Away&wire.DivergesFalse != 0 {
			list = append(list, Outcome{c, false})
		}
		if d.Away&wire.DivergesTrue != 0 {
			list = append(list, Outcome{c, true})
		}
	}
	return list
}

// AskedBy lists the answers that would keep a run from turning away from a target, in the
// order of its table.
func (a *Answers) AskedBy(t *wire.Target) []*Answer {
	var list []*Answer
	for _, o := range a.away(t) {
		if r := a.Asked(o.Cond, o.Is); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// Link adds to a target what its distances hang on. Answers beyond a bound are taken as not
// known.
func (a *Answers) Link(t *wire.Target) {
	at := map[uint32]int{} // of links by branch, from 1
	link := func(o Outcome) *wire.Link {
		b := o.Cond.Branch(o.Is)
		if at[b] == 0 {
			t.Links = append(t.Links, wire.Link{Branch: b})
			at[b] = len(t.Links)
		}
		return &t.Links[at[b]-1]
	}
	var asked []*Answer
	for _, o := range a.away(t) {
		if r := a.Asked(o.Cond, o.Is); r != nil {
			asked = append(asked, r)
			link(o).Asked = r.number()
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	all := closure(asked, mostAnswers)
	kept := map[*Answer]bool{}
	for _, r := range all {
		kept[r] = true
	}
	for _, r := range all {
		for _, p := range r.Points {
			to := link(Outcome{p.Cond, p.Outcome})
			to.Parts = append(to.Parts, wire.Part{Answer: r.number(), Level: uint32(p.Level)})
			if kept[p.Asked] {
				to.Asked = p.Asked.number()
			}
		}
		for _, x := range r.Tails {
			if kept[x] {
				t.Tails = append(t.Tails, wire.Tail{Answer: x.number(), As: r.number()})
			}
		}
	}
}

// number is that of an answer in links, from 1.
func (r *Answer) number() uint32 { return uint32(r.ID) + 1 }
