package cluster

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/engine"
	"nearmiss/experiment/store"
)

// Options configure Coordinate.
type Options struct {
	Dir   string        // of the rows, where the ID of the campaign is kept
	Again bool          // run cells with a failed row, too
	Lost  time.Duration // silence of a worker after which another one gets its cell; 30 s by default
	// Replicas is on how many servers of a cluster the queue is; 1 by default.
	Replicas int
	// Revision is that of the workers; by default that of this program.
	Revision string
	// Kept is called after each row that is kept, by one goroutine at a time, with the number of
	// cells done by this call and of all its cells. Kept may be nil.
	Kept func(r *store.Row, done, all int)
	Say  func(string) // tells the user something; may be nil
}

// A coordinator is a call of Coordinate.
type coordinator struct {
	Options
	id       string
	session  string // another one for each call
	campaign *campaign.Campaign
	rows     *store.Store
	conn     *nats.Conn
	js       jetstream.JetStream
	all      int
	jobs     []queueJob // in the order of the cells

	mu      sync.Mutex
	missing map[string]campaign.Key // by the hashes of the cells
}

// A queueJob is a cell for the queue.
type queueJob struct {
	cell string // its hash
	data []byte
}

// Coordinate has the missing cells of a campaign run by workers, and keeps their rows. The error is a fault of
// this machine or of the server. When ctx ends, Coordinate returns ctx.Err(). The lock of rows keeps other
// coordinators away.
func Coordinate(ctx context.Context, conn *nats.Conn, c *campaign.Campaign, rows *store.Store, o Options) error {
	cells, err := engine.Missing(ctx, c, rows, o.Again)
	if err != nil {
		return err
	}
	if o.Lost == 0 {
		o.Lost = 30 * time.Second
	}
	if o.Revision == "" {
		o.Revision = engine.Self().Revision
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	k := &coordinator{
		Options: o, session: rand.Text(), campaign: c, rows: rows, conn: conn, all: len(cells), missing: map[string]campaign.Key{},
	}
	if k.id, err = identity(o.Dir); err != nil {
		return err
	}
	if k.js, err = jetstream.New(conn, jetstream.WithPublishAsyncTimeout(10*time.Second)); err != nil {
		return err
	}
	dir, err := from(c)
	if err != nil {
		return err
	}
	for i := range cells {
		j := engine.NewJob(c, &cells[i])
		j.Dir = dir
		data, err := json.Marshal(j)
		if err != nil {
			return err
		}
		cell := hash(cells[i].Key(), data)
		k.missing[cell] = cells[i].Key()
		k.jobs = append(k.jobs, queueJob{cell, data})
	}
	group, groupCtx := errgroup.WithContext(ctx)
	queueCtx, cancel := context.WithCancel(groupCtx)
	defer cancel()
	group.Go(func() error { return k.keepQueue(queueCtx) })
	group.Go(func() error {
		defer cancel()
		return k.answerAll(groupCtx)
	})
	if err := group.Wait(); err != nil {
		return err
	}
	k.end(ctx)
	return nil
}

// from returns the directory that subjects are named from, as other processes see it.
func from(c *campaign.Campaign) (string, error) { return filepath.Abs(c.Dir) }

// identity returns the ID of the directory of a campaign.
func identity(dir string) (string, error) {
	name := filepath.Join(dir, "id")
	text, err := os.ReadFile(name)
	id := strings.TrimSpace(string(text))
	if err == nil && id != "" {
		return id, nil
	}
	id = rand.Text()
	if err := os.WriteFile(name, []byte(id+"\n"), 0o666); err != nil {
		return "", fmt.Errorf("cannot keep the ID of the campaign: %w", err)
	}
	return id, nil
}

// hash returns a name for a cell, which is another one if its options are.
func hash(key campaign.Key, data []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q", []string{key.Subject, key.Arm, key.Budget})
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// keepQueue puts the missing cells into the queue, and again when the server has come back.
func (k *coordinator) keepQueue(ctx context.Context) error {
	connected := k.conn.StatusChanged(nats.CONNECTED)
	defer k.conn.RemoveStatusListener(connected)
	for first := true; ; {
		err := k.queue(ctx)
		var refused *jetstream.APIError
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			first = false
			select {
			case <-connected:
			case <-ctx.Done():
			}
		case first && (errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders)):
			return fmt.Errorf("the server at %s has no JetStream: start it with -js, or take another one", k.conn.ConnectedUrlRedacted())
		case first && errors.As(err, &refused):
			return fmt.Errorf("cannot queue cells at %s: %w", k.conn.ConnectedUrlRedacted(), err)
		case closed(k.conn) != nil:
			return closed(k.conn)
		default:
			if k.conn.IsConnected() {
				k.Say(fmt.Sprintf("cannot queue cells: %v; trying again", err))
			}
			pause(ctx)
		}
	}
}

// atOnce is the number of messages on the way to the queue.
const atOnce = 500

// queue puts the missing cells into the queue, but for those that are there.
func (k *coordinator) queue(ctx context.Context) error {
	_, err := k.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: stream(k.id), Description: "campaign " + k.campaign.Name, Subjects: []string{jobSubject(k.id, "*")},
		Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		Replicas: max(1, k.Replicas),
	})
	if err != nil {
		return err
	}
	_, err = k.js.CreateOrUpdateConsumer(ctx, stream(k.id), jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: k.Lost, MaxAckPending: -1, MaxWaiting: 1 << 16,
	})
	if err != nil {
		return err
	}
	var onTheWay []jetstream.PubAckFuture
	for i, j := range k.jobs {
		if k.isMissing(j.cell) {
			f, err := k.js.PublishAsync(jobSubject(k.id, j.cell), j.data, jetstream.WithStallWait(10*time.Second))
			if err != nil {
				return err
			}
			onTheWay = append(onTheWay, f)
		}
		if len(onTheWay) == atOnce || i == len(k.jobs)-1 {
			for _, f := range onTheWay {
				if err := queued(ctx, f); err != nil {
					return err
				}
			}
			onTheWay = nil
		}
	}
	return nil
}

// queued waits until a message is in the queue.
func queued(ctx context.Context, f jetstream.PubAckFuture) error {
	select {
	case <-f.Ok():
		return nil
	case err := <-f.Err():
		var e *jetstream.APIError
		if errors.As(err, &e) && strings.Contains(e.Description, "maximum messages per subject exceeded") {
			return nil // it was there
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *coordinator) isMissing(cell string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, missing := k.missing[cell]
	return missing
}

// answerAll answers workers until all rows are there.
func (k *coordinator) answerAll(ctx context.Context) error {
	messages := make(chan *nats.Msg, 1<<12)
	for _, s := range []string{findSubject, subject(k.id, "ask")} {
		sub, err := k.conn.ChanSubscribe(s, messages)
		if err != nil {
			return err
		}
		defer sub.Unsubscribe()
	}
	for len(k.missing) > 0 {
		var batch []*nats.Msg
		select {
		case m := <-messages:
			batch = append(batch, m)
		case <-ctx.Done():
			return ctx.Err()
		}
		for len(messages) > 0 {
			batch = append(batch, <-messages)
		}
		if err := k.answer(batch); err != nil {
			return err
		}
	}
	return nil
}

// answer answers messages; rows that come together are stored together.
func (k *coordinator) answer(batch []*nats.Msg) error {
	answers := make([]*answer, len(batch))
	var rows []*store.Row
	fresh := map[string]bool{}
	for i, m := range batch {
		var q question
		if json.Unmarshal(m.Data, &q) != nil {
			continue
		}
		key, missing := k.missing[q.Cell]
		switch {
		case m.Subject == findSubject && q.Campaign != "" && q.Campaign != k.campaign.Name:
			continue
		case q.Revision != k.Revision:
			answers[i] = &answer{Refused: fmt.Sprintf("this worker is of revision %s, and campaign %s runs with revision %s: "+
				"start a worker of that one", q.Revision, k.campaign.Name, k.Revision)}
			continue
		case missing && q.Result != nil && !fresh[q.Cell]:
			fresh[q.Cell] = true
			rows = append(rows, engine.NewRow(key, q.Result))
		}
		answers[i] = &answer{Campaign: k.campaign.Name, ID: k.id, Session: k.session, Run: missing && q.Result == nil}
	}
	if len(rows) > 0 {
		if err := k.rows.Add(rows...); err != nil {
			return err
		}
		k.mu.Lock()
		for cell := range fresh {
			delete(k.missing, cell)
		}
		done := k.all - len(k.missing) - len(rows)
		k.mu.Unlock()
		for i, r := range rows {
			if k.Kept != nil {
				k.Kept(r, done+i+1, k.all)
			}
		}
	}
	for i, m := range batch {
		if answers[i] == nil {
			continue
		}
		data, err := json.Marshal(answers[i])
		if err != nil {
			return err
		}
		m.Respond(data) // the worker asks again if it hears nothing
	}
	return nil
}

// end tells the workers that all rows are there, and takes the queue away. A worker that does not hear it waits for
// the next campaign.
func (k *coordinator) end(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if k.conn.Publish(subject(k.id, "end"), []byte(k.session)) == nil {
		k.js.DeleteStream(ctx, stream(k.id))
		k.conn.FlushWithContext(ctx)
	}
}
