//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// Probe returns no parts: the mechanisms of the sandbox exist on Linux only.
func Probe(context.Context) Parts { return Parts{} }

func (p Parts) wrap(cmd *exec.Cmd, policy Policy, listener int) (*launchSpec, error) {
	return &launchSpec{Path: cmd.Path, Policy: policy, Parent: os.Getpid()}, nil
}

type listenerLink struct{ processEnd *os.File }

func (*listenerLink) open() error { return errors.New("watching requires Linux") }

// Begin does nothing: watching requires Linux.
func (w *Watcher) Begin() {}

// Close does nothing: watching requires Linux.
func (w *Watcher) Close() {}

// Remove removes a directory with its contents.
func Remove(dir string) error { return os.RemoveAll(dir) }

// Empty removes the contents of a directory.
func Empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (g Guard) exceeded() Excess { return 0 }
