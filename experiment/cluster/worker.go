package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"nearmiss/experiment/engine"
)

// WorkOptions configure Work.
type WorkOptions struct {
	Parallel int    // cells at a time, at least 1
	Campaign string // name of the campaign to work for; empty for any
	Dir      string // directory that subjects are named from, in place of the one that jobs name
	Revision string // by default that of this program
	// Start starts a worker for cells. Work ends it.
	Start func() (engine.Worker, error)
	Say   func(string) // tells the user something; may be nil
}

// Work runs cells of a campaign until all its rows are there; then it returns nil. It waits for a server, a campaign
// or a coordinator that is not there, and says so. When ctx ends, Work gives the cells under way back and returns
// ctx.Err(). Other errors are those of this machine, such as a full disk, or say why the coordinator refuses this worker.
func Work(ctx context.Context, conn *nats.Conn, o WorkOptions) error {
	if o.Revision == "" {
		o.Revision = engine.Self().Revision
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	w := &worker{WorkOptions: o, conn: conn, js: js, ended: map[string]bool{}, turn: make(chan struct{}, 1)}
	ctx, w.cancel = context.WithCancelCause(ctx)
	defer w.cancel(nil)
	sub, err := conn.Subscribe(endSubjects, func(m *nats.Msg) { w.end(strings.Split(m.Subject, ".")[1], string(m.Data)) })
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	group, groupCtx := errgroup.WithContext(ctx)
	for range o.Parallel {
		group.Go(func() error { return w.work(groupCtx) })
	}
	err = group.Wait()
	if context.Cause(ctx) == errOver {
		w.say("all rows of campaign " + w.name + " are there")
		return nil
	}
	if !conn.IsClosed() {
		conn.FlushTimeout(time.Second) // what was given back
	}
	return err
}

// errOver ends the context of a worker when all rows are there.
var errOver = errors.New("all rows are there")

// errGone says that a campaign has ended while its worker was away.
var errGone = errors.New("the campaign is gone")

// A worker is a call of Work.
type worker struct {
	WorkOptions
	conn   *nats.Conn
	js     jetstream.JetStream
	cancel context.CancelCauseFunc
	turn   chan struct{} // held by the goroutine that looks for a campaign

	mu    sync.Mutex
	ended map[string]bool // sessions of coordinators that were heard to end
	home  *home           // nil: unknown
	id    string          // of the last campaign
	name  string          // and its name
	said  string          // the last thing
}

// A home is the campaign that a worker works for.
type home struct {
	id    string
	queue jetstream.Consumer
	beat  time.Duration // between signs of life
}

// say tells the user something that was not told last.
func (w *worker) say(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.said != text {
		w.said = text
		w.Say(text)
	}
}

// end notes that a campaign has ended, in a session of its coordinator.
func (w *worker) end(id, session string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended[session] = true
	if id == w.id { // its queue may be gone already
		w.cancel(errOver)
	}
}

// work runs cells, one at a time.
func (w *worker) work(ctx context.Context) error {
	runner := engine.Replacing(w.Start)
	defer runner.Close()
	for {
		h, err := w.find(ctx)
		if err != nil {
			return err
		}
		msg, err := next(h.queue)
		switch {
		case ctx.Err() != nil:
			if msg != nil {
				msg.Nak()
			}
			return ctx.Err()
		case err != nil:
			w.leave(h)
			pause(ctx)
		case msg != nil:
			err := w.do(ctx, h, msg, runner)
			if errors.Is(err, errGone) {
				w.leave(h)
			} else if err != nil {
				return err
			}
		}
	}
}

// turnover is how long a worker waits for a cell before it asks the server again, which may have forgotten it.
const turnover = time.Second

// next returns the next message, nil if none has come for a while. It does not heed that ctx ends: a message on its way
// could not be given back then.
func next(queue jetstream.Consumer) (jetstream.Msg, error) {
	msg, err := queue.Next(jetstream.FetchMaxWait(turnover))
	if errors.Is(err, nats.ErrTimeout) {
		return nil, nil
	}
	return msg, err
}

// find returns the campaign, and waits for one.
func (w *worker) find(ctx context.Context) (*home, error) {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w.mu.Lock()
	h := w.home
	w.mu.Unlock()
	if h != nil {
		return h, nil
	}
	what := "campaign"
	if w.Campaign != "" {
		what += " " + w.Campaign
	}
	for {
		q := &question{Campaign: w.Campaign}
		a, err := w.ask(ctx, findSubject, q, "no "+what+" runs there: waiting for one", func() error { return nil })
		if err != nil {
			return nil, err
		}
		queue, err := w.js.Consumer(ctx, stream(a.ID), consumer)
		if err != nil { // it will be there soon
			pause(ctx)
			continue
		}
		h := &home{a.ID, queue, queue.CachedInfo().Config.AckWait / 3}
		w.mu.Lock()
		w.home, w.id, w.name = h, a.ID, a.Campaign
		over := w.ended[a.Session]
		w.mu.Unlock()
		if over {
			w.cancel(errOver)
			return nil, errOver
		}
		w.say("working for campaign " + a.Campaign)
		return h, nil
	}
}

// leave forgets a campaign whose queue is not there.
func (w *worker) leave(h *home) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.home == h {
		w.home = nil
	}
}

// ask asks a coordinator until it answers. If there is none, it says so, and goes on while a function returns nil. Its
// error is that of ctx or of the function, or says why the coordinator refuses this worker.
func (w *worker) ask(ctx context.Context, subject string, q *question, silence string, goOn func() error) (*answer, error) {
	q.Revision = w.Revision
	data, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	for patience := time.Second; ; patience = min(2*patience, 30*time.Second) {
		var a answer
		once, cancel := context.WithTimeout(ctx, patience)
		m, err := w.conn.RequestWithContext(once, subject, data)
		cancel()
		if err == nil {
			err = json.Unmarshal(m.Data, &a)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && a.Refused != "":
			return nil, errors.New(a.Refused)
		case err == nil:
			return &a, nil
		case errors.Is(err, nats.ErrMaxPayload) || closed(w.conn) != nil:
			return nil, errors.Join(err, closed(w.conn))
		case errors.Is(err, nats.ErrNoResponders) && w.conn.IsConnected():
			if err := goOn(); err != nil {
				return nil, err
			}
			w.say(silence)
			pause(ctx)
		case !errors.Is(err, context.DeadlineExceeded):
			pause(ctx)
		case patience > time.Second && w.conn.IsConnected():
			w.say(silence)
		}
	}
}

// isGone returns errGone if the server does not have the queue of a campaign.
func (w *worker) isGone(ctx context.Context, h *home) error {
	if _, err := w.js.Stream(ctx, stream(h.id)); errors.Is(err, jetstream.ErrStreamNotFound) {
		return errGone
	}
	return nil
}

// do runs the cell of a message, unless its row is there, and acknowledges the message when it is.
func (w *worker) do(ctx context.Context, h *home, msg jetstream.Msg, runner engine.Worker) (err error) {
	beating, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() { beat(beating, msg, h.beat) })
	defer func() {
		stop()
		beats.Wait()
		if err != nil {
			msg.Nak()
		} else {
			msg.Ack()
		}
	}()
	cell := msg.Subject()[strings.LastIndex(msg.Subject(), ".")+1:]
	const silence = "the coordinator of the campaign does not answer: waiting until it is back"
	send := func(res *engine.Result) (*answer, error) {
		q := &question{Cell: cell, Result: res}
		a, err := w.ask(ctx, subject(h.id, "ask"), q, silence, func() error { return w.isGone(ctx, h) })
		if err == nil {
			w.say("working for campaign " + a.Campaign)
		}
		return a, err
	}
	a, err := send(nil)
	if err != nil || !a.Run {
		return err
	}
	j := &engine.Job{}
	if err := json.Unmarshal(msg.Data(), j); err != nil {
		return fmt.Errorf("a job that this worker cannot read: %w", err)
	}
	if w.Dir != "" {
		j.Dir = w.Dir
	}
	res, err := runner.Do(ctx, j)
	switch {
	case err != nil:
		return err
	case res.Stop != "":
		return errors.New(res.Stop)
	}
	_, err = send(res)
	if errors.Is(err, nats.ErrMaxPayload) {
		text := fmt.Sprintf("the row is larger than the server takes: its max_payload is %d bytes", w.conn.MaxPayload())
		_, err = send(&engine.Result{Error: text, Processor: res.Processor, Wall: res.Wall, By: res.By})
	}
	return err
}

// beat tells the server that the cell of a message is under way.
func beat(ctx context.Context, msg jetstream.Msg, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			msg.InProgress()
		case <-ctx.Done():
			return
		}
	}
}
