// Package readers has methods that tell what a call did, and methods that do not. Comments list the readers of a method.
package readers

import (
	"container/list"
	"crypto/rand"
	"io"
	"sync"
)

type Store struct {
	mu    sync.Mutex
	items map[string]int
	order *list.List
	seen  int
}

func New() *Store { return &Store{items: map[string]int{}, order: list.New()} }

// Len() Keys() Get(key) Has(key)
func (s *Store) Set(key string, n int) {
	s.items[key] = n
	s.order.PushBack(key)
}

// nothing
func (s *Store) Begin(key string) {
	s.mu.Lock()
	s.seen++
}

// Len() Keys() Get(key) Has(key)
func (s *Store) Put(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen++
}

func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.order.Len()
}

func (s *Store) Keys() []string {
	var keys []string
	for e := s.order.Front(); e != nil; e = e.Next() {
		keys = append(keys, e.Value.(string))
	}
	return keys
}

// nothing
func (s *Store) Has(key string) bool { _, ok := s.items[key]; return ok }

func (s *Store) Get(key string) (n int, ok bool) { n, ok = s.items[key]; return n, ok }

// Touch changes what it reads.
func (s *Store) Touch(key string) int { s.seen++; return s.items[key] }

// First changes what it reads, by another method.
func (s *Store) First(key string) int { return s.Touch(key) }

func (s *Store) Wait(c chan int) int { return <-c }

// Sum has no argument among those of Set.
func (s *Store) Sum(weights []float64) float64 { return float64(len(weights)) }

// Encode and Walk tell how the store is made.
func (s *Store) Encode() ([]byte, error) { return nil, nil }
func (s *Store) Walk() Walk              { return Walk{s, 0} }

// A Walk goes through the keys.
type Walk struct {
	s  *Store
	at int
}

// Text returns the key at which it is.
func (w Walk) Text() (string, error) { return w.s.Keys()[w.at], nil }

// A Token is a random number.
type Token [2]byte

var source io.Reader = rand.Reader

func NewToken() (t Token) { io.ReadFull(source, t[:]); return t }

func ParseToken(s string) (t Token) { copy(t[:], s); return t }

// Kind returns the first half.
func (t Token) Kind() int { return int(t[0] >> 4) }

var (
	last  int
	kinds [2]int
)

func Note(n int) bool { last, kinds[n&1] = n, n; return n > 0 }

func Pass(n int) bool { return Note(n) }

func Tell(n int) { Note(n) }

func Last() int { return last }

func Next() int { last++; return last }

// Each, Func and Self tell nothing that a test can compare.
func (s *Store) Each(do func(string))   { do("") }
func (s *Store) Func() func()           { return nil }
func (s *Store) Self() *Store           { return s }
func (s *Store) parts() (a, b, c int)   { return }
func (s *Store) Three() (a, b, c int)   { return s.parts() }
func (s *Store) All(keys ...string) int { return len(keys) }
