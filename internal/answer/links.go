package answer

import "nearmiss/cfg"

// A Link says what an outcome of a condition means beside leading away from a target: that
// a call has answered no, and how near another one came to the other answer.
type Link struct {
	Branch uint32
	Asked  int // the number of the answer that would have led the other way, from 1; 0: there is none
	Parts  []Part
}

// A Part is an answer by number from 1, of which a link is a point, and its level.
type Part struct{ Answer, Level int }

// A Tail is an answer that another one is passed on as; both by number from 1.
type Tail struct{ Answer, As int }

// Links are what a run is measured by that hangs on what calls answer.
type Links struct {
	List  []Link
	Tails []Tail
}

// mostAnswers bounds the answers of a target.
const mostAnswers = 256

// AskedBy lists the answers that would keep a run from outcomes, those that there are.
func (a *Answers) AskedBy(away []Outcome) []*Answer {
	var list []*Answer
	for _, o := range away {
		if r := a.Asked(o.Cond, o.Is); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// Of lists the links of a target, given the outcomes that lead away from it. Answers beyond
// a bound are taken as not known.
func (a *Answers) Of(away []Outcome) Links {
	var l Links
	at := map[uint32]int{} // of links, from 1
	link := func(c *cfg.Cond, is bool) *Link {
		b := uint32(2 * c.ID)
		if is {
			b++
		}
		if at[b] == 0 {
			l.List = append(l.List, Link{Branch: b})
			at[b] = len(l.List)
		}
		return &l.List[at[b]-1]
	}
	var asked []*Answer
	for _, o := range away {
		if r := a.Asked(o.Cond, o.Is); r != nil {
			asked = append(asked, r)
			link(o.Cond, o.Is).Asked = r.ID + 1
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
			to := link(p.Cond, p.Outcome)
			to.Parts = append(to.Parts, Part{r.ID + 1, p.Level})
			if kept[p.Asked] {
				to.Asked = p.Asked.ID + 1
			}
		}
		for _, t := range r.Tails {
			if kept[t] {
				l.Tails = append(l.Tails, Tail{t.ID + 1, r.ID + 1})
			}
		}
	}
	return l
}

// An Outcome is one of a condition.
type Outcome struct {
	Cond *cfg.Cond
	Is   bool
}
