package toolkit

import "nearmiss/dse"

// newest is a strategy that flips the node that was found last.
type newest struct{ nodes []*dse.Node }

func (s *newest) ObserveRun(_ *dse.Run, fresh []*dse.Node) { s.nodes = append(s.nodes, fresh...) }
func (s *newest) ObserveClosed(*dse.Node)                  {}

func (s *newest) Next() dse.Step {
	for len(s.nodes) > 0 {
		last := len(s.nodes) - 1
		n := s.nodes[last]
		if s.nodes = s.nodes[:last]; n.State() == dse.Open {
			return dse.Step{Flip: n}
		}
	}
	return dse.Step{}
}

func init() { dse.Register("newest", func(*dse.World) dse.Strategy { return &newest{} }) }
