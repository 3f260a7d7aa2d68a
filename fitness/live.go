package fitness

import (
	"go/types"

	"nearmiss/cfg"
	"nearmiss/term"
)

// liveSlots returns, for each condition of f, the slots that the fitness at the condition can
// depend on: a path from the condition leads to a condition (or is the condition) whose outcome
// depends on the value. The result is the union over all targets.
//
// It is strong liveness, a backward analysis over the control flow graph: an assignment makes its
// sources live only if its destination is. Work is the number of blocks times the depth of loops.
func (l *Layout) liveSlots(info *types.Info, pkg *types.Package) map[*cfg.Cond]set {
	a := &Analysis{Func: l.Func, Layout: l, terms: term.NewFaithful()}
	a.lowerAll(info, pkg)
	live := make(map[*cfg.Block]set) // at the end of a block
	for changed := true; changed; {
		changed = false
		for _, g := range l.Func.Graphs {
			for i := len(g.Blocks) - 1; i >= 0; i-- {
				b := g.Blocks[i]
				if before := a.liveAtEnd(b, live); !before.subsetOf(live[b]) {
					live[b], changed = before, true
				}
			}
		}
	}
	slots := make(map[*cfg.Cond]set, len(l.Func.Conds))
	for b, locs := range live {
		if b.Cond != nil {
			slots[b.Cond] = a.slotsAt(b.Cond, locs)
		}
	}
	return slots
}

// liveAtEnd returns the locs that are live at the end of a block.
func (a *Analysis) liveAtEnd(b *cfg.Block, live map[*cfg.Block]set) (all set) {
	for _, e := range b.Succs {
		_, before := a.arcStep(arc{cond: e.Cond, outcome: e.Outcome, through: []*cfg.Block{e.To}}, live[e.To])
		all.add(before)
	}
	return all
}

// slotsAt returns the slots of the locs that are live where the probe of c reads them, before the
// effects of its tag.
func (a *Analysis) slotsAt(c *cfg.Cond, live set) (slots set) {
	if cond := a.conds[c]; cond != nil {
		_, live = sliceOps(cond.tagOps, live)
	}
	for _, s := range a.Layout.Slots {
		if id := a.lowering.locs.find(s.Path, s.Class); id >= 0 && live.has(id) {
			slots = slots.with(s.Index)
		}
	}
	return slots
}
