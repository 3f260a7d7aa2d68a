package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"nearmiss/experiment/campaign"
	"nearmiss/internal/report"
)

//go:embed doc.go
var doc string

// Exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// A usageError is an error in the arguments or in the campaign file.
type usageError struct{ error }

// An env holds the streams of a command.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer // escape unprintable characters
	screen         io.Writer // standard error without escaping, for the progress bar
}

// A command defines its flags and returns the function that runs it on the arguments.
type command func(fs *flag.FlagSet) func(ctx context.Context, e env, args []string) error

var commands = map[string]command{
	"run": runCommand, "worker": workerCommand, "status": statusCommand, "report": reportCommand, "pack": packCommand,
	"kinds": kindsCommand, "cells": cellsCommand,
}

// run runs a command and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	e := env{stdin, report.NewPrintableWriter(stdout), report.NewPrintableWriter(stderr), stderr}
	if len(args) == 0 {
		fmt.Fprint(stderr, help())
		return exitUsage
	}
	define := commands[args[0]]
	switch {
	case strings.TrimLeft(args[0], "-") == "h" || strings.TrimLeft(args[0], "-") == "help":
		fmt.Fprint(stdout, help())
		return exitDone
	case define == nil:
		fmt.Fprintf(stderr, "experiment: there is no command %s; %s, and experiment -h explains them\n", args[0],
			campaign.Suggestion(args[0], []string{"run", "worker", "status", "report", "pack", "kinds"}))
		return exitUsage
	}
	fs := flag.NewFlagSet(args[0], flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	do := define(fs)
	rest, err := parse(fs, args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help()+"\nFlags of "+args[0]+":\n\n")
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "experiment %s: %v; experiment %s -h lists the flags\n", args[0], err, args[0])
		return exitUsage
	}
	switch err := do(context.Background(), e, rest); {
	case err == nil:
		return exitDone
	case errors.As(err, &usageError{}):
		fmt.Fprintf(e.stderr, "%v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(e.stderr, "experiment %s: %v\n", args[0], err)
		return exitFailure
	}
}

// help is the documentation of the command.
func help() string {
	var b strings.Builder
	for line := range strings.Lines(doc) {
		text, comment := strings.CutPrefix(line, "//")
		if !comment {
			break
		}
		b.WriteString(strings.TrimPrefix(text, " "))
	}
	return b.String()
}

// parse parses flags before, between and after the arguments, which it returns.
func parse(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if args = fs.Args(); len(args) == 0 {
			return rest, nil
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// one returns the one argument of a command.
func one(args []string, what string) (string, error) {
	if len(args) != 1 {
		return "", usageError{fmt.Errorf("experiment: name one %s; experiment -h explains it", what)}
	}
	return args[0], nil
}

// interruptible returns a context that ends with the first signal to stop. The second one ends the
// process.
func interruptible(ctx context.Context, w io.Writer) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		<-signals
		cancel()
		fmt.Fprintln(w, "\nexperiment: stopping, the rows under way are dropped; a second interrupt ends at once")
		<-signals
		os.Exit(exitFailure)
	}()
	return ctx, func() { signal.Stop(signals); cancel() }
}
