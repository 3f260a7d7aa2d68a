package fitness

// mostFlags bounds the flags of a target. Those beyond have no decisions.
const mostFlags = 256

// A Link is a branch that decides flags, or that a flag keeps runs from. Flags go by their
// numbers, from 1, which are the same for all targets of a package.
type Link struct {
	Branch  uint32
	Flag    uint32 // keeps runs from the other outcome; 0 is none
	Decides []Decided
}

// Decided is a flag and the level at which a branch decides it.
type Decided struct{ Flag, Level uint32 }

// A Tail is a flag that is returned as another one.
type Tail struct{ Flag, As uint32 }

// Links returns what the distances of a target depend on.
func (f *Flags) Links(t *Target) (links []Link, tails []Tail) {
	at := map[side]int{} // of links, from 1
	link := func(s side) *Link {
		if at[s] == 0 {
			links = append(links, Link{Branch: s.cond.Branch(s.is)})
			at[s] = len(links)
		}
		return &links[at[s]-1]
	}
	var asked []*Flag
	for _, s := range t.away() {
		if r := f.Behind(s.cond, s.is); r != nil {
			asked = append(asked, r)
			link(s).Flag = r.number()
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	all := dependences(asked, mostFlags)
	kept := map[*Flag]bool{}
	for _, r := range all {
		kept[r] = true
	}
	for _, r := range all {
		for _, d := range r.Decisions {
			to := link(side{d.Cond, d.Outcome})
			to.Decides = append(to.Decides, Decided{r.number(), uint32(d.Level)})
			if kept[d.Flag] {
				to.Flag = d.Flag.number()
			}
		}
		for _, x := range r.Tails {
			if kept[x] {
				tails = append(tails, Tail{x.number(), r.number()})
			}
		}
	}
	return links, tails
}

func (r *Flag) number() uint32 { return uint32(r.id) + 1 }
