package ese

import (
	"context"

	"nearmiss/symexec"
	"nearmiss/term"
)

// inTime takes a path that ends, at a decision, once the context has: all the
// questions of a path may take far longer than one of them.
func (g *Gate) inTime(pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	l := &late{Chooser: c, ctx: g.ctx}
	l.quitter, _ = c.(symexec.Quitter)
	p, err := g.target.Explorer.Explore(g.ctx, pre, l)
	if l.late && err == nil && p != nil && p.End.Kind == symexec.Abandoned {
		err = g.ctx.Err()
		p.End.Kind, p.End.What = symexec.Stopped, err.Error()
	}
	return p, err
}

// late is a chooser that gives the path up when a context has ended.
type late struct {
	symexec.Chooser
	quitter symexec.Quitter // the same; nil if it never gives up
	ctx     context.Context
	late    bool
}

// Quit implements symexec.Quitter.
func (l *late) Quit() bool {
	if l.late = l.ctx.Err() != nil; l.late {
		return true
	}
	return l.quitter != nil && l.quitter.Quit()
}
