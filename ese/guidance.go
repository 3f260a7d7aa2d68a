package ese

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"nearmiss/symexec"
)

// guidancePolicy maps a decision point and a decision history to the sides that the worst path
// took there (Aquino et al. 2020, section 4.2).
type guidancePolicy struct {
	historyKind
	taken map[pointKey]sideSet // sides that the worst paths took at a decision point after a history
}

// sideSet is a set of sides of a branch.
type sideSet uint8

const (
	tookFalse sideSet = 1 << iota
	tookTrue
)

// pointKey is a decision point after a history.
type pointKey struct {
	site    symexec.Site
	history string
}

// learnPolicy returns the policy with the decisions of worst paths.
func learnPolicy(worst []*symexec.Path, h historyKind) *guidancePolicy {
	l := &guidancePolicy{h, make(map[pointKey]sideSet)}
	for _, p := range worst {
		t := tracker{historyKind: h}
		for i := range p.Decisions {
			d := &p.Decisions[i]
			l.taken[pointKey{d.Site, string(t.key())}] |= sideSetOf(d.Side)
			t.push(d.Site, d.Side)
		}
	}
	return l
}

// trainedPolicy returns the policy in the options, or learns one from the worst paths of
// smaller sizes. The policy becomes the one that the search returns.
func trainedPolicy(gate *Gate, d DFS, ties bool, learn func(worst []*symexec.Path) *guidancePolicy) (l *guidancePolicy, err error) {
	var kept decisionsData
	ok, err := gate.readPolicy(&kept)
	switch {
	case err != nil:
		return nil, err
	case ok:
		l = kept.policy()
	default:
		cost := uint64(0) // of the size before
		worst, err := trainOnSizes(gate, d, ties, func(worst []*symexec.Path) bool {
			if !gate.opt.Settled || len(worst) == 0 || gate.Cost(worst[len(worst)-1]) <= cost {
				return false
			}
			before := l
			l, cost = learn(worst), gate.Cost(worst[len(worst)-1])
			return before != nil && len(l.taken) > 0 && before.historyKind == l.historyKind && maps.Equal(before.taken, l.taken)
		})
		if err != nil {
			return nil, err
		}
		l = learn(worst)
	}
	gate.setPolicy(DecisionsPolicy, func() any { return l.data() })
	return l, nil
}

// decisionsData is the serialized form of a guidancePolicy.
type decisionsData struct {
	Length     int         `json:"length"`     // decisions in a history
	Conditions bool        `json:"conditions"` // histories include the decision points
	Points     []pointData `json:"points"`
}

// pointData is the serialized set of sides at a decision point after a history.
type pointData struct {
	Site    symexec.Site `json:"site"`
	History []byte       `json:"history"`
	Taken   sideSet      `json:"taken"` // 1 false, 2 true, 3 both
}

// data returns the serialized form of the policy, sorted by site and history; nil if the
// policy is empty.
func (l *guidancePolicy) data() any {
	if len(l.taken) == 0 {
		return nil
	}
	d := &decisionsData{Length: l.length, Conditions: l.conditions}
	for k, taken := range l.taken {
		d.Points = append(d.Points, pointData{k.site, []byte(k.history), taken})
	}
	slices.SortFunc(d.Points, func(a, b pointData) int {
		return cmp.Or(cmp.Compare(a.Site.Cond, b.Site.Cond), cmp.Compare(a.Site.At, b.Site.At), bytes.Compare(a.History, b.History))
	})
	return d
}

func (d *decisionsData) policy() *guidancePolicy {
	l := &guidancePolicy{historyKind{d.Length, d.Conditions}, make(map[pointKey]sideSet)}
	for _, p := range d.Points {
		l.taken[pointKey{p.Site, string(p.History)}] = p.Taken & (tookFalse | tookTrue)
	}
	return l
}

func sideSetOf(side bool) sideSet {
	if side {
		return tookTrue
	}
	return tookFalse
}

// conclusive reports whether the policy has exactly one side for each of its points.
func (l *guidancePolicy) conclusive() bool {
	for _, d := range l.taken {
		if d == tookFalse|tookTrue {
			return false
		}
	}
	return len(l.taken) > 0
}

// guided is a guide that follows a guidance policy. At a point where the policy has a single
// side, only that side is wanted. Where the policy has no side or both, the walk is free.
type guided struct {
	policy    *guidancePolicy
	bothSides // at unconstrained points
	tracker
}

func newGuided(l *guidancePolicy, e bothSides) *guided {
	return &guided{policy: l, bothSides: e, tracker: tracker{historyKind: l.historyKind}}
}

func (g *guided) sides(b *symexec.Branch) sides {
	switch g.policy.taken[pointKey{b.Site, string(g.key())}] {
	case tookFalse:
		return sides{}
	case tookTrue:
		return sides{first: true}
	}
	return g.bothSides.sides(b)
}

func (g *guided) begin(prefix []symexec.Decision) { g.recent.begin(g.length, prefix) }

func (g *guided) record(site symexec.Site, side bool) { g.push(site, side) }

// historyKind defines the contents of a decision history.
type historyKind struct {
	length     int  // number of decisions in a history
	conditions bool // a history includes the site of each decision
}

// tracker records the history of a growing path.
type tracker struct {
	historyKind
	recent history
	buf    []byte // buffer for the encoded history
}

// history holds the last decisions of a path up to a length, the oldest first.
type history []historyEntry

type historyEntry struct {
	site symexec.Site
	side bool
}

// begin starts a history with the decisions of an earlier path.
func (h *history) begin(length int, prefix []symexec.Decision) {
	*h = (*h)[:0]
	for _, d := range prefix[max(0, len(prefix)-length):] {
		*h = append(*h, historyEntry{d.Site, d.Side})
	}
}

func (h *history) push(length int, site symexec.Site, side bool) {
	if length == 0 {
		return
	}
	if len(*h) == length {
		*h = slices.Delete(*h, 0, 1)
	}
	*h = append(*h, historyEntry{site, side})
}

func (t *tracker) push(site symexec.Site, side bool) { t.recent.push(t.length, site, side) }

// key encodes the history. The result is valid until the next call.
func (t *tracker) key() []byte {
	t.buf = t.buf[:0]
	for _, m := range t.recent {
		if t.conditions {
			t.buf = binary.AppendVarint(t.buf, int64(m.site.Cond))
			t.buf = binary.AppendVarint(t.buf, int64(m.site.At))
		}
		t.buf = append(t.buf, byte(sideSetOf(m.side)))
	}
	return t.buf
}
