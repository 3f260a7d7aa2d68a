// Package store has state that other packages change through its functions.
package store

import (
	"errors"
	"log"
	"sync"
)

var (
	value   int
	table   = map[string]int{}
	list    []int
	entries sync.Map
	reg     = &Registry{}
	once    sync.Once
	mu      sync.Mutex
	pool    sync.Pool

	// Level may be set by everyone.
	Level int

	// Default is a registry.
	Default = &Registry{}

	ErrFull = errors.New("full")
)

type Registry struct{ n int }

func (r *Registry) Set(n int)   { r.n = n }
func (r *Registry) Count() int  { return r.n }
func (r *Registry) reset()      { r.Set(0) }
func Set(n int)                 { value = n }
func Get() int                  { return value }
func Put(k string)              { table[k]++ }
func Drop(k string)             { delete(table, k) }
func Find(k string) (int, bool) { n, ok := table[k]; return n, ok }
func Append(n int)              { list = append(list, n) }
func Sum() (n int) {
	for _, x := range list {
		n += x
	}
	return n
}
func Enter(k string)                 { entries.Store(k, 1) }
func SetReg(n int)                   { reg.Set(n) }
func Reset()                         { reg.reset() }
func RegCount() int                  { return reg.Count() }
func Once()                          { once.Do(build); once.Do(func() { table = nil }) }
func build()                         { table = map[string]int{} }
func Is(err error, r *Registry) bool { r.n = 2; return err == ErrFull }
func Locked() int                    { mu.Lock(); defer mu.Unlock(); return value }
func Pooled() any                    { x := pool.Get(); pool.Put(x); return nil }
func SetLevel(n int)                 { Level = n }
func Quiet()                         { log.SetFlags(0) }
func Local() *Registry               { r := &Registry{}; r.Set(3); return r }
func Deferred()                      { defer func() { value++ }() }
func Full(n int) error               { return ErrFull }
