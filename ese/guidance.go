package ese

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"nearmiss/symexec"
)

// policy is a guidance policy (Aquino et al. 2020, section 4.2): to each
// decision point and decision history, the decisions that the worst path has
// taken there.
type policy struct {
	histories
	taken map[pointKey]decisions
}

// decisions is a set of sides.
type decisions uint8

const (
	tookFalse decisions = 1 << iota
	tookTrue
)

// pointKey is a decision point after a history.
type pointKey struct {
	site    symexec.Site
	history string
}

// learn makes the policy of worst paths.
func learn(worst []*symexec.Path, h histories) *policy {
	l := &policy{h, make(map[pointKey]decisions)}
	for _, p := range worst {
		t := tracker{histories: h}
		for i := range p.Decisions {
			d := &p.Decisions[i]
			l.taken[pointKey{d.Site, string(t.key())}] |= decision(d.Side)
			t.push(d.Site, d.Side)
		}
	}
	return l
}

// trained is the policy that the search is to begin with, or the one that is learned from
// the worst paths of smaller sizes. It is what the search leaves.
func trained(g *Gate, d DFS, ties bool, learn func(worst []*symexec.Path) *policy) (l *policy, err error) {
	var kept decisionsData
	ok, err := g.begins(&kept)
	switch {
	case err != nil:
		return nil, err
	case ok:
		l = kept.policy()
	default:
		worst, err := train(g, d, ties)
		if err != nil {
			return nil, err
		}
		l = learn(worst)
	}
	g.leave(DecisionsPolicy, func() any { return l.data() })
	return l, nil
}

// decisionsData is a policy as it is kept.
type decisionsData struct {
	Length     int         `json:"length"`     // of histories
	Conditions bool        `json:"conditions"` // these tell at which points it was decided
	Points     []pointData `json:"points"`
}

// pointData is what was taken at a point after a history.
type pointData struct {
	Site    symexec.Site `json:"site"`
	History []byte       `json:"history"`
	Taken   decisions    `json:"taken"` // 1 false, 2 true, 3 both
}

// data is the policy as it is kept, in the order of sites and histories.
func (l *policy) data() any {
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

func (d *decisionsData) policy() *policy {
	l := &policy{histories{d.Length, d.Conditions}, make(map[pointKey]decisions)}
	for _, p := range d.Points {
		l.taken[pointKey{p.Site, string(p.History)}] = p.Taken & (tookFalse | tookTrue)
	}
	return l
}

func decision(side bool) decisions {
	if side {
		return tookTrue
	}
	return tookFalse
}

// conclusive reports whether the policy leaves nothing open where the path
// came by.
func (l *policy) conclusive() bool {
	for _, d := range l.taken {
		if d == tookFalse|tookTrue {
			return false
		}
	}
	return len(l.taken) > 0
}

// guided is a guide that follows a policy: a side that is the only one taken at
// a point is the only one wanted there. Where the policy knows of no decision
// or of both, it does not constrain the walk.
type guided struct {
	policy *policy
	either // where it does not
	tracker
}

func newGuided(l *policy, e either) *guided {
	return &guided{policy: l, either: e, tracker: tracker{histories: l.histories}}
}

func (g *guided) sides(b *symexec.Branch) sides {
	switch g.policy.taken[pointKey{b.Site, string(g.key())}] {
	case tookFalse:
		return sides{}
	case tookTrue:
		return sides{first: true}
	}
	return g.either.sides(b)
}

func (g *guided) begin(prefix []symexec.Decision) {
	g.recent = g.recent[:0]
	for i := max(0, len(prefix)-g.length); i < len(prefix); i++ {
		g.push(prefix[i].Site, prefix[i].Side)
	}
}

func (g *guided) decided(site symexec.Site, side bool) { g.push(site, side) }

// histories says what a decision history is.
type histories struct {
	length     int  // decisions
	conditions bool // each with the point where it was made
}

// tracker keeps the history of a path as it grows.
type tracker struct {
	histories
	recent []made // oldest first
	buf    []byte
}

// made is a decision that was made.
type made struct {
	site symexec.Site
	side bool
}

func (t *tracker) push(site symexec.Site, side bool) {
	if t.length == 0 {
		return
	}
	if len(t.recent) == t.length {
		copy(t.recent, t.recent[1:])
		t.recent = t.recent[:t.length-1]
	}
	t.recent = append(t.recent, made{site, side})
}

// key encodes the history. It is good until the next call.
func (t *tracker) key() []byte {
	t.buf = t.buf[:0]
	for _, m := range t.recent {
		if t.conditions {
			t.buf = binary.AppendVarint(t.buf, int64(m.site.Cond))
			t.buf = binary.AppendVarint(t.buf, int64(m.site.At))
		}
		t.buf = append(t.buf, byte(decision(m.side)))
	}
	return t.buf
}
