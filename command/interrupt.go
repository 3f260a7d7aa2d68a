package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns two contexts. The first Ctrl-C ends soft: the command keeps its
// results. The second ends abandon too: the command only removes its temporary files. The
// third ends the process.
//
// A hangup, the end of the terminal, counts as the first Ctrl-C. Further hangups never
// count as the second, because both the shell and the kernel may send one. A closed pipe
// (SIGPIPE) ends neither context: the write to standard output fails, and the command
// still writes its files.
func interrupts(ctx context.Context) (soft, abandon context.Context, stop func()) {
	signals, hangup := make(chan os.Signal, 2), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(hangup, syscall.SIGHUP)
	}
	brokenPipe := make(chan os.Signal, 1)
	signal.Notify(brokenPipe, syscall.SIGPIPE)
	abandon, cancelAbandon := context.WithCancel(ctx)
	soft, cancelSoft := context.WithCancel(abandon)
	go func() {
		for remaining := []func(){cancelSoft, cancelAbandon}; len(remaining) > 0; {
			select {
			case <-hangup:
				cancelSoft()
			case <-signals:
				remaining[0]()
				remaining = remaining[1:]
			case <-abandon.Done():
				return
			}
		}
		signal.Stop(signals)
	}()
	return soft, abandon, func() {
		for _, c := range []chan os.Signal{signals, hangup, brokenPipe} {
			signal.Stop(c)
		}
		cancelSoft()
		cancelAbandon()
	}
}
