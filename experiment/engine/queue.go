package engine

import (
	"slices"
	"sync"

	"nearmiss/experiment/campaign"
)

// A queue hands out cells, those of a pass before those of the next. A worker gets the subjects that it
// had before, as long as there are any: it has them ready.
type queue struct {
	mu    sync.Mutex
	cells []campaign.Cell
	owner map[string]int // the first worker of each subject
}

// next returns the next cell for a worker, nil if there are no more.
func (q *queue) next(worker int) *campaign.Cell {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.cells) == 0 {
		return nil
	}
	pick := slices.IndexFunc(q.cells, func(c campaign.Cell) bool {
		owner, known := q.owner[c.Subject.Name]
		return c.Pass > q.cells[0].Pass || !known || owner == worker
	})
	if pick < 0 || q.cells[pick].Pass > q.cells[0].Pass {
		pick = 0 // a cell of another worker's subject
	}
	cell := q.cells[pick]
	copy(q.cells[1:], q.cells[:pick]) // those before it, which are few, move: those behind it may be a million
	q.cells = q.cells[1:]
	if _, known := q.owner[cell.Subject.Name]; !known {
		q.owner[cell.Subject.Name] = worker
	}
	return &cell
}
