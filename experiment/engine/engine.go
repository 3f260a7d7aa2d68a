// Package engine runs the cells of a campaign that have no row yet, some at a time, each in a process
// of its own, and keeps their rows.
//
//	err := engine.Run(ctx, c, rows, engine.Options{Parallel: 2, Start: start})
//
// Cells begin pass by pass, in the order of Campaign.Cells but that a worker prefers the subjects that it
// has ready. Rows do not depend on how many run at a time, except
// for their times. A process that ends while it runs a cell is replaced, and the cell runs again; the
// third time its row says so. An interrupt drops the cells under way.
package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/store"
)

// Options configure Run.
type Options struct {
	Parallel int  // cells at a time, at least 1
	Again    bool // run cells with a failed row, too

	// Start starts a worker. Run ends it.
	Start func() (Worker, error)

	// Kept is called after each row that is kept, by one goroutine at a time, with the number of
	// cells done by this call and of all its cells. Kept may be nil.
	Kept func(r *store.Row, done, all int)
}

// A Worker runs cells, one at a time.
type Worker interface {
	// Do runs a cell. It returns ctx.Err() if ctx ends first, and an *EndedError if the worker
	// has ended by itself; the worker is of no use then.
	Do(ctx context.Context, j *Job) (*Result, error)
	Close()
}

// An EndedError says that a worker ended while it ran a cell.
type EndedError struct{ How, Said string }

func (e *EndedError) Error() string {
	if e.Said == "" {
		return "the process of the cell ended: " + e.How
	}
	return fmt.Sprintf("the process of the cell ended: %s: %s", e.How, e.Said)
}

// Missing returns the cells without a row, and with again also the cells with a failed row.
func Missing(ctx context.Context, c *campaign.Campaign, rows *store.Store, again bool) ([]campaign.Cell, error) {
	done := map[campaign.Key]bool{}
	err := rows.Rows(ctx, func(r *store.Row) error {
		done[r.Key] = !again || r.Error == ""
		return nil
	})
	var cells []campaign.Cell
	for _, cell := range c.Cells() {
		if !done[cell.Key()] {
			cells = append(cells, cell)
		}
	}
	return cells, err
}

// Run runs the missing cells of a campaign. The error is a fault of the machine; the fault of a cell
// is in the row of the cell. When ctx ends, Run returns ctx.Err().
func Run(ctx context.Context, c *campaign.Campaign, rows *store.Store, o Options) error {
	cells, err := Missing(ctx, c, rows, o.Again)
	if err != nil {
		return err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	r := &run{Options: o, campaign: c, rows: rows, all: len(cells), turn: make(chan struct{}, 1)}
	q := &queue{cells: cells, owner: map[string]int{}}
	for i := range min(o.Parallel, len(cells)) {
		group.Go(func() error { return r.work(groupCtx, i, q) })
	}
	return errors.Join(group.Wait(), ctx.Err())
}

// A run is a call of Run.
type run struct {
	Options
	campaign  *campaign.Campaign
	rows      *store.Store
	done, all int
	turn      chan struct{} // held by the goroutine that keeps a row
}

// work runs cells in a worker of a number until there are no more.
func (r *run) work(ctx context.Context, number int, q *queue) error {
	w := Replacing(r.Start)
	defer w.Close()
	for cell := q.next(number); cell != nil; cell = q.next(number) {
		res, err := w.Do(ctx, NewJob(r.campaign, cell))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case res.Stop != "":
			return fmt.Errorf("%v: %s", cell.Key(), res.Stop)
		}
		if err := r.keep(ctx, cell.Key(), res); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the row of a cell.
func (r *run) keep(ctx context.Context, key campaign.Key, res *Result) error {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return nil
	}
	row := NewRow(key, res)
	if err := r.rows.Add(row); err != nil {
		return err
	}
	r.done++
	if r.Kept != nil {
		r.Kept(row, r.done, r.all)
	}
	return nil
}

// NewRow returns the row of a cell, finished now.
func NewRow(key campaign.Key, res *Result) *store.Row {
	return &store.Row{
		Key: key, Measured: res.Measured, Error: res.Error, Revision: res.By.Revision, Machine: res.By.Machine,
		Finished: time.Now().UTC().Truncate(time.Second), Processor: res.Processor.Round(precision), Wall: res.Wall.Round(precision),
	}
}

// precision is that of times in rows: finer than two runs of one cell are alike, and kept rows take a tenth less.
const precision = 100 * time.Microsecond
