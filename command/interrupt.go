package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns a context that the first Ctrl-C ends: what was found is
// to be kept. The second ends abandon too: only what lies about is to be
// cleared away. The third ends the process.
//
// The end of the terminal counts as the first Ctrl-C, and however often it is told,
// never as the second: a shell tells of it beside the system. A reader that has gone
// away ends nothing: a write to it fails, and the files are written all the same.
func interrupts(ctx context.Context) (soft, abandon context.Context, stop func()) {
	signals, hangup := make(chan os.Signal, 2), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // else by nohup
		signal.Notify(hangup, syscall.SIGHUP)
	}
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGPIPE)
	abandon, cancelAbandon := context.WithCancel(ctx)
	soft, cancelSoft := context.WithCancel(abandon)
	go func() {
		for left := []func(){cancelSoft, cancelAbandon}; len(left) > 0; {
			select {
			case <-hangup:
				cancelSoft()
			case <-signals:
				left[0]()
				left = left[1:]
			case <-abandon.Done():
				return
			}
		}
		signal.Stop(signals)
	}()
	return soft, abandon, func() {
		for _, c := range []chan os.Signal{signals, hangup, unread} {
			signal.Stop(c)
		}
		cancelSoft()
		cancelAbandon()
	}
}
