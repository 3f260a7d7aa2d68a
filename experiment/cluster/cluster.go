// Package cluster runs the cells of a campaign on several machines, over NATS JetStream. One coordinator has the
// campaign and its rows; any number of workers come and go:
//
//	err := cluster.Coordinate(ctx, conn, c, rows, cluster.Options{Dir: dir})
//	err := cluster.Work(ctx, conn, cluster.WorkOptions{Parallel: 2, Start: start})
//
// Each missing cell is a message with its engine.Job on a subject of its own, in a stream of one campaign that
// refuses a second message on a subject and drops a message that is acknowledged. A worker takes one at a
// time, and says that it is at work until it acknowledges. The server gives the cell to another worker if it hears
// nothing for some time, or when the worker gives it back.
//
// A worker asks the coordinator before it runs a cell, and sends the result until the coordinator has answered
// that the row is stored; then it acknowledges. The rows decide, not the queue: the coordinator stores one row for
// each missing cell, and has it run by nobody once it is stored, even if the server has lost what it knew. For the
// same reason the coordinator puts all missing cells into the queue at each start and whenever the server has come
// back: those that are there stay as they are.
//
// The answer to a question also refuses a worker of another revision. So jobs need not tell theirs, and a
// worker is refused before it takes one, or when the coordinator is replaced.
//
// Subjects: nearmiss.find (which campaign is there?), nearmiss.ID.job.CELL, nearmiss.ID.ask (questions and
// results) and nearmiss.ID.end (all rows are there). The ID of a campaign belongs to the directory of its rows, where
// one coordinator at a time holds a lock. CELL is a hash of the names and the options of the cell.
//
// Messages are not signed, and a worker runs the code that jobs name: use a network of people whom you trust, or a
// server with users and TLS.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"nearmiss/experiment/engine"
)

const (
	findSubject = "nearmiss.find"
	endSubjects = "nearmiss.*.end"
	consumer    = "workers" // name of the consumer of each stream
)

func stream(id string) string           { return "nearmiss-" + id }
func subject(id, what string) string    { return "nearmiss." + id + "." + what }
func jobSubject(id, cell string) string { return subject(id, "job."+cell) }

// pause waits a moment, or until ctx ends.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second / 4):
	}
}

// A question is what a worker sends to a coordinator.
type question struct {
	Revision string
	Campaign string         // name of the campaign to find, or empty for any
	Cell     string         // or a cell that the worker may run,
	Result   *engine.Result // or its result
}

// An answer is what a coordinator sends back.
type answer struct {
	Campaign, ID string
	Session      string // of the coordinator; another one after it was started again
	Run          bool   // the row is not there: run the cell
	Refused      string // why the worker is of no use
}

// Connect connects to a server. It says when the server is gone, and when it is back.
func Connect(url string, say func(string)) (*nats.Conn, error) {
	return connect(url, say)
}

// Await is as Connect, but waits in the background for a server that is not there yet.
func Await(url string, say func(string)) (*nats.Conn, error) {
	conn, err := connect(url, say, nats.RetryOnFailedConnect(true))
	if err == nil && !conn.IsConnected() {
		say("no server answers at " + url + ": waiting for it")
	}
	return conn, err
}

func connect(url string, say func(string), more ...nats.Option) (*nats.Conn, error) {
	gone := func(_ *nats.Conn, err error) {
		if err != nil {
			say("the server at " + url + " is gone: waiting until it is back")
		}
	}
	back := func(*nats.Conn) { say("the server at " + url + " is back") }
	conn, err := nats.Connect(url, append(more,
		nats.Name("nearmiss"), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second/4),
		nats.ReconnectJitter(time.Second/4, time.Second/4), nats.PingInterval(20*time.Second),
		nats.ReconnectBufSize(-1), // what is old when the server is back is of no use
		nats.DisconnectErrHandler(gone), nats.ReconnectHandler(back), nats.ErrorHandler(ignore),
	)...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to a NATS server at %s: %w; start it, or correct the address", url, err)
	}
	return conn, nil
}

// ignore handles errors that callers see, too.
func ignore(*nats.Conn, *nats.Subscription, error) {}

// closed returns an error if a connection will not come back, such as after a wrong password.
func closed(conn *nats.Conn) error {
	if !conn.IsClosed() {
		return nil
	}
	return fmt.Errorf("the server refuses the connection: %w", errors.Join(conn.LastError(), nats.ErrConnectionClosed))
}
