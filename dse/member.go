package dse

import "nearmiss/input"

// A member is a frontier with what else it can do, which is found out once. What it
// cannot do is nil.
type member struct {
	Frontier
	listener    listener
	batcher     batcher
	suggester   Suggester
	keeper      Keeper
	certain     Certain
	patient     Patient
	hinter      Hinter
	progressive Progressive
	renewer     renewer
	aside       bool // it is a bystander
}

func memberOf(f Frontier) member {
	m := member{Frontier: f}
	m.listener, _ = f.(listener)
	m.batcher, _ = f.(batcher)
	m.suggester, _ = f.(Suggester)
	m.keeper, _ = f.(Keeper)
	m.certain, _ = f.(Certain)
	m.patient, _ = f.(Patient)
	m.hinter, _ = f.(Hinter)
	m.progressive, _ = f.(Progressive)
	m.renewer, _ = f.(renewer)
	_, m.aside = f.(bystander)
	return m
}

// A notice is what frontiers are told: of a run and its new nodes, of a node that is
// exhausted, or of nodes that are new before their run is known.
type notice struct {
	run  *Run
	lost *Node // that is open no more: the one that was exhausted, or that the run was made for
	news []*Node

	worth worth // of auto: what the run has brought
	by    int   // the part that provided what it was made for
}

// noticeOf tells of a run and its new nodes.
func noticeOf(r *Run, nodes []*Node) notice {
	if n := r.Flipped; n != nil && n.State() == Open {
		r.strayed = true
	}
	return notice{run: r, lost: settled(r), news: nodes}
}

// A batcher is a frontier that is told of all new nodes of a path at once. The
// list is nobody's to change.
type batcher interface{ batch(nodes []*Node) }

// A listener is a frontier that is told of a run and its new nodes at once: as
// those that combine others pass on what they are told, it is half the calls.
type listener interface {
	hear(r *Run, nodes []*Node)
}

// A bystander is a frontier to which a run means no more than the node that it was
// made for, which is open no more: it is told of that as if it were exhausted.
type bystander interface{ aside() }

func (m *member) tell(e *notice) {
	if m.listener != nil && e.run != nil {
		m.listener.hear(e.run, e.news)
		return
	}
	switch {
	case len(e.news) == 0:
	case m.batcher != nil:
		m.batcher.batch(e.news)
	default:
		for _, n := range e.news {
			m.New(n)
		}
	}
	switch {
	case e.run != nil && !m.aside:
		m.Ran(e.run)
	case e.lost != nil:
		m.Exhausted(e.lost)
	}
}

// suggest asks for an input that was not run, nil if there is none, or if too many are
// passed over.
func (m *member) suggest(w *World) input.Vector {
	if m.suggester == nil {
		return nil
	}
	for range mostForeseen {
		if v := m.suggester.Suggest(); v == nil || !w.Ran(v) {
			return v
		}
	}
	return nil
}

// keeps asks whether it keeps a run that it has suggested. No member keeps all.
func (m *member) keeps(r *Run) bool { return m == nil || m.keeper == nil || m.keeper.Keep(r) }

// hints are those for the node that it provided last. No member has none.
func (m *member) hints(n *Node) []Hint {
	if m == nil || m.hinter == nil {
		return nil
	}
	return m.hinter.Hints(n)
}

// progress reports whether the last run was progress. For no member it was none.
func (m *member) progress() bool {
	return m != nil && m.progressive != nil && m.progressive.Progress()
}
