// Package lasting changes state of other packages. The comment "lasting:" of a function is what the
// analysis must say of it.
package lasting

import (
	"encoding/gob"
	"log"
	"math/rand"
	"os"

	"nearmiss/internal/effects/testdata/lasting/store"
)

var own int

// lasting: store.value
func Set() { store.Set(1) }

// lasting: store.value
func chain() { Set() }

// lasting: store.table
func Put() { store.Put("") }

// lasting: store.table
func Drop() { store.Drop("") }

// lasting: store.list
func Append() { store.Append(1) }

// lasting: store.entries
func Enter() { store.Enter("") }

// lasting: store.reg
func SetReg() { store.SetReg(2) }

// lasting: store.reg
func Reset() { store.Reset() }

// lasting: store.Level
func SetLevel() { store.SetLevel(2) }

// lasting: log.SetFlags
func Quiet() { store.Quiet() }

// lasting: store.value
func Deferred() { store.Deferred() }

// lasting: store.Default
func Method() { store.Default.Set(4) }

// lasting: encoding/gob.Register
func Gob() { gob.Register(3) }

// lasting: math/rand.Seed
func Seed() { rand.Seed(1) }

// A test puts this back.
func Level() { store.Level = 3 }

func Flags() { log.SetFlags(0) }

func Args() { os.Args = nil }

func Own() { own++ }

// These only read, or change what nothing refers to afterwards.
func Get() int {
	return store.Get() + store.Sum() + store.RegCount() + store.Default.Count() + store.Locked() + store.Level
}

func Find() (int, bool) { return store.Find("") }

func Local() int { r := store.Local(); r.Set(4); return r.Count() }

func Once() { store.Once() }

func Pooled() any { return store.Pooled() }

func Is() bool { return store.Is(store.ErrFull, &store.Registry{}) }

func Full() error { return store.Full(1) }

func Prints() { os.Stdout.WriteString("") }
