package probe

// What calls answer.
//
// Where a run turns away at if !valid(x), the condition tells nothing of how near valid was
// to the other answer: it is a flag that a function assigns (Wappler, Wegener and Baresel,
// Evolutionary testing of software with function-assigned flags, JSS 2009). A Link says
// which outcomes in valid settle its answer, and how many more would have been to come. The
// last of them that a run takes before the condition has settled that call: its level and
// distance are the distance of the condition, in place of 1.

// A Link is an outcome that settles answers, or hangs on one.
type Link struct {
	Branch Branch
	Asked  uint32 // the answer, by number from 1, that the distance of the outcome is; 0: none
	Parts  []Part
}

// A Part is an answer, by number from 1, that an outcome settles.
type Part struct {
	Answer uint32
	Level  uint32 // how many more conditions could have settled it behind this one
}

// A Tail is an answer that is another one as it is; both by number from 1.
type Tail struct{ Answer, As uint32 }

// unanswered is how far away an answer is of which nothing is known: farther than others.
const unanswered = 1 << 10

// An answered is how far away the last call was from an answer, in the run in which that
// was settled.
type answered struct {
	run uint64
	far float64
}

var (
	links   []Link
	linkOf  []uint32 // by branch: the number of its link from 1
	answers []answered
	tails   [][]uint32 // by answer: those that it is passed on as
	coarse  bool       // Target.Coarse
	callRun uint64
)

// setLinks makes outcomes known that settle answers. Those of branches, and answers, that do
// not exist are left out.
func setLinks(t *Target) {
	list := t.Links
	if len(list) == 0 {
		return
	}
	most := uint32(0)
	for i := range list {
		most = max(most, list[i].Asked)
		for _, p := range list[i].Parts {
			most = max(most, p.Answer)
		}
	}
	if len(linkOf) != 2*conds {
		linkOf = make([]uint32, 2*conds)
	}
	if len(answers) <= int(most) {
		answers = make([]answered, most+1)
	}
	links, coarse = list, t.Coarse
	for i := range list {
		if b := list[i].Branch; b < uint32(len(linkOf)) {
			hot[b] |= linked
			linkOf[b] = uint32(i) + 1
		}
	}
	for _, p := range t.Tails {
		if p.Answer <= most && p.As <= most {
			if tails == nil {
				tails = make([][]uint32, len(answers))
			}
			tails[p.Answer] = append(tails[p.Answer], p.As)
		}
	}
}

// clearLinks forgets them.
func clearLinks() {
	for i := range links {
		if b := links[i].Branch; b < uint32(len(linkOf)) {
			hot[b] &^= linked
			linkOf[b] = 0
		}
	}
	links, tails = nil, nil
}

// settle takes down that a run took f, exact away from the other outcome, and returns how far
// away that is: if it hangs on what a call answered, how near that was.
func settle(f Branch, exact uint64, kind Kind) (uint64, Kind) {
	if f >= uint32(len(linkOf)) {
		return exact, kind
	}
	i := linkOf[f]
	if i == 0 || i > uint32(len(links)) {
		return exact, kind
	}
	l := &links[i-1]
	if l.Asked > 0 {
		far := float64(unanswered)
		if a := &answers[l.Asked]; a.run == callRun {
			far, a.run = a.far, 0 // another call has another answer
		}
		exact, kind = floatBits(far), Answer
	}
	if len(l.Parts) > 0 {
		d := kind.published(exact)
		switch {
		case kind == Answer:
		case coarse:
			d = 0
		default:
			d = Normalize(d)
		}
		for _, p := range l.Parts {
			answer(p.Answer, float64(p.Level)+d, 0)
		}
	}
	return exact, kind
}

// longestTail bounds how often an answer is passed on.
const longestTail = 8

// answer takes down how far away an answer is.
func answer(a uint32, far float64, passed int) {
	answers[a] = answered{callRun, far}
	if tails == nil || passed == longestTail {
		return
	}
	for _, t := range tails[a] {
		answer(t, Normalize(far), passed+1)
	}
}
