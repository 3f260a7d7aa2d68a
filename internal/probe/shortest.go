package probe

// shortestPath returns the length of the shortest path from the critical node to the target,
// and records the edge on the shortest path for every node.
func (s *Scratch) shortestPath(p *Program) float64 {
	count := len(p.First) - 1
	val, choice := s.pathCost[:count], s.choice[:count]
	s.cost[ClauseNone], s.cost[ClauseDropped] = 0, 1
	val[0] = 0
	k := 0
	for i := 1; i < count; i++ {
		end := int(p.First[i+1])
		best, node := maxFloat, k
		for ; k < end; k++ {
			e := p.Edges[k]
			v := s.cost[e.Clause] + val[e.To]
			if v < best {
				best, node = v, k
			}
		}
		val[i], choice[i] = best, uint32(node)
	}
	return val[count-1]
}
