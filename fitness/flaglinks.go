package fitness

import "nearmiss/internal/probe"

// mostFlags bounds the flags of a target. Those beyond have no decisions.
const mostFlags = 256

// Links returns what the distances of a target depend on. Flags go by their numbers, from
// 1, which are the same for all targets of a package.
func (f *Flags) Links(t *Target) (links []probe.Link, tails []probe.Tail) {
	at := map[side]int{} // of links, from 1
	link := func(s side) *probe.Link {
		if at[s] == 0 {
			links = append(links, probe.Link{Branch: s.cond.Branch(s.is)})
			at[s] = len(links)
		}
		return &links[at[s]-1]
	}
	var asked []*Flag
	for _, s := range t.away() {
		if r := f.Behind(s.cond, s.is); r != nil {
			asked = append(asked, r)
			link(s).Asked = r.number()
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
			to.Parts = append(to.Parts, probe.Part{Answer: r.number(), Level: uint32(d.Level)})
			if kept[d.Flag] {
				to.Asked = d.Flag.number()
			}
		}
		for _, x := range r.Tails {
			if kept[x] {
				tails = append(tails, probe.Tail{Answer: x.number(), As: r.number()})
			}
		}
	}
	return links, tails
}

func (r *Flag) number() uint32 { return uint32(r.id) + 1 }
