package toy

import (
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
)

// Lists implements dse.Editor.
func (p *Program) ListsOf(v input.Vector) (all []dse.List) {
	for i, l := range p.Lists {
		all = append(all, dse.List{Len: int(length(v, l)), Class: uint64(i)})
	}
	return all
}

// Edit implements dse.Editor.
func (p *Program) Edit(v input.Vector, list int, pieces ...dse.Piece) input.Vector {
	var elements []uint64
	for _, x := range pieces {
		all := x.Of[p.Lists[x.List].Len+1:]
		for time := range x.Times {
			for i := x.From; i < x.To; i++ {
				e := all[i]
				if x.Goes {
					before := i - (x.To - x.From)
					if before < 0 {
						return nil
					}
					e += uint64(time) * (e - all[before])
				}
				elements = append(elements, e)
			}
		}
	}
	l := p.Lists[list]
	if len(elements) > l.Room {
		return nil
	}
	out := slices.Clone(v)
	out[l.Len] = uint64(len(elements))
	clear(out[l.Len+1 : l.Len+1+l.Room])
	copy(out[l.Len+1:], elements)
	return out
}
