package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns a context that the first Ctrl-C ends: what was found is
// to be kept. The second ends abandon too: only what lies about is to be
// cleared away. The third ends the process.
func interrupts(ctx context.Context) (soft, abandon context.Context, stop func()) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	abandon, cancelAbandon := context.WithCancel(ctx)
	soft, cancelSoft := context.WithCancel(abandon)
	go func() {
		for _, cancel := range []func(){cancelSoft, cancelAbandon} {
			select {
			case <-signals:
				cancel()
			case <-abandon.Done():
				return
			}
		}
		signal.Stop(signals)
	}()
	return soft, abandon, func() {
		signal.Stop(signals)
		cancelSoft()
		cancelAbandon()
	}
}
