package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/cluster"
	"nearmiss/experiment/engine"
	"nearmiss/experiment/store"
)

// shared holds the flags of run for several machines.
type shared struct {
	url, listen *string
	lost        *time.Duration
	replicas    *int
}

func sharedFlags(fs *flag.FlagSet) *shared {
	return &shared{
		fs.String("nats", "", "let workers help, over the NATS server with JetStream at `URL`"),
		fs.String("listen", "", "let workers help, over a server in this process at `HOST:PORT`"),
		fs.Duration("lost", 30*time.Second, "with -nats or -listen: a worker that is silent for `D` has lost its cell"),
		fs.Int("replicas", 0, "with -nats: keep the queue on `N` servers of a cluster; by default on 3 if the URL names three or more, else on 1"),
	}
}

// on reports whether workers may help.
func (s *shared) on() bool { return *s.url != "" || *s.listen != "" }

// check returns an error if flags do not go together.
func (s *shared) check(parallel int) error {
	switch {
	case *s.url != "" && *s.listen != "":
		return errors.New("-nats names a server, and -listen starts one: choose one of them")
	case *s.replicas < 0 || *s.replicas > 5 || *s.replicas > 1 && *s.url == "":
		return fmt.Errorf("-replicas is %d, and must be from 1 to 5, and 1 without -nats", *s.replicas) // 0: by the URL
	case *s.lost < time.Second:
		return fmt.Errorf("-lost is %v, and must be at least 1s", *s.lost)
	case parallel < 0 || parallel == 0 && !s.on():
		return fmt.Errorf("-parallel is %d, and must be at least 1, or 0 with -nats or -listen", parallel)
	}
	return nil
}

// run coordinates workers, and runs cells as one of them.
func (s *shared) run(ctx context.Context, e env, c *campaign.Campaign, rows *store.Store, dir string, o engine.Options) error {
	say := func(text string) { fmt.Fprintf(e.stderr, "experiment run: %s\n", text) }
	url, wait := *s.url, func() {}
	if *s.listen != "" {
		server, err := cluster.Serve(*s.listen, filepath.Join(dir, "nats"))
		if err != nil {
			return err
		}
		defer server.Close()
		url, wait = server.URL, server.CloseAfterClients
	}
	replicas := *s.replicas
	if replicas == 0 && strings.Count(url, ",") >= 2 { // so that the others are a majority when one is gone
		replicas = 3
	}
	conn, err := cluster.Connect(url, say)
	if err != nil {
		return err
	}
	defer conn.Close()
	say("others help with: experiment worker -nats " + conn.ConnectedUrlRedacted())
	group, groupCtx := errgroup.WithContext(ctx)
	ownCtx, cancel := context.WithCancel(groupCtx)
	group.Go(func() error {
		defer cancel()
		return cluster.Coordinate(groupCtx, conn, c, rows, cluster.Options{
			Dir: dir, Again: o.Again, Lost: *s.lost, Kept: o.Kept, Say: say, Replicas: replicas,
		})
	})
	if o.Parallel > 0 {
		group.Go(func() error {
			own, err := cluster.Connect(url, func(string) {})
			if err != nil {
				return err
			}
			defer own.Close()
			err = cluster.Work(ownCtx, own, cluster.WorkOptions{Parallel: o.Parallel, Start: o.Start})
			if ownCtx.Err() != nil && groupCtx.Err() == nil {
				return nil // it has not heard of the end
			}
			return err
		})
	}
	err = group.Wait()
	conn.Close()
	if err == nil {
		wait()
	}
	return err
}

func workerCommand(fs *flag.FlagSet) func(context.Context, env, []string) error {
	url := fs.String("nats", "", "`URL` of the NATS server, as run names it")
	parallel := fs.Int("parallel", runtime.NumCPU(), "run `N` cells at a time; by default as many as there are processors")
	dir := fs.String("dir", "", "name subjects from `DIR`; by default from the directory that the campaign names")
	name := fs.String("campaign", "", "help the campaign of this `NAME` only")
	return func(ctx context.Context, e env, args []string) error {
		ctx, stop := interruptible(ctx, e.stderr)
		defer stop()
		switch {
		case *url == "" || len(args) > 0:
			return usageError{errors.New("experiment worker: name a server with -nats and nothing else; experiment -h explains it")}
		case *parallel < 1:
			return usageError{fmt.Errorf("experiment worker: -parallel is %d, and must be at least 1", *parallel)}
		}
		o := cluster.WorkOptions{Parallel: *parallel, Campaign: *name}
		o.Say = func(text string) { fmt.Fprintf(e.stderr, "experiment worker: %s\n", text) }
		if *dir != "" {
			var err error
			if o.Dir, err = filepath.Abs(*dir); err != nil {
				return err
			}
		}
		remove, err := temporary()
		if err != nil {
			return err
		}
		defer remove()
		if o.Start, err = startCells(*parallel); err != nil {
			return err
		}
		conn, err := cluster.Await(*url, o.Say)
		if err != nil {
			return err
		}
		defer conn.Close()
		err = cluster.Work(ctx, conn, o)
		if ctx.Err() != nil {
			return errors.New("interrupted: the cells under way are given back")
		}
		return err
	}
}
