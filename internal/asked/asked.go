// Package asked takes down which environment variables a worker's process asks for, from
// its first moment on: the initialization of packages asks, too.
//
// Packages are initialized in the order of their import paths, as soon as what they import
// is. In a worker this one has a path before that of package os, and imports nothing that
// package os does not: so it listens before anybody can ask. os.Environ and syscall.Getenv
// are not heard of.
package asked

import (
	"slices"
	"sync/atomic"

	"nearmiss/internal/testlog"
)

const (
	Most    = 64  // names are taken down at a time,
	Longest = 128 // bytes each
)

var (
	deaf  atomic.Bool
	lock  = make(chan struct{}, 1) // package sync may be under test itself
	names []string
)

func init() { testlog.SetLogger(listener{}) }

// Take returns the names that were asked for since it was called last.
func Take() []string {
	lock <- struct{}{}
	defer func() { <-lock }()
	list := names
	names = nil
	return list
}

// Stop ends the listening: it costs a lock and a look at a list for each question.
func Stop() { deaf.Store(true) }

type listener struct{}

func (listener) Getenv(name string) {
	if deaf.Load() || len(name) > Longest {
		return
	}
	lock <- struct{}{}
	defer func() { <-lock }()
	if len(names) < Most && !slices.Contains(names, name) {
		names = append(names, name)
	}
}

func (listener) Stat(string)  {}
func (listener) Open(string)  {}
func (listener) Chdir(string) {}
