// Package lru is a cache that drops what was used longest ago.
//
// Invariant of Cache: 1 <= size <= 8, keys and values have equally many elements, at most size, and no key is there
// twice. The last key is the one that was used last.
package lru

import "errors"

// Cache is a cache of numbers by numbers.
type Cache struct {
	size         int
	keys, values []int // what was used longest ago first
	hits, misses int
}

var ErrSize = errors.New("lru: no such size")

// New makes a cache for one to eight keys.
func New(size int) (*Cache, error) {
	if size < 1 || size > 8 {
		return nil, ErrSize
	}
	return &Cache{size: size}, nil
}

// find is the place of a key, -1 if it is not there.
func (c *Cache) find(key int) int {
	if len(c.keys) != len(c.values) {
		panic("lru: a key without a value")
	}
	for i, k := range c.keys {
		if k == key {
			return i
		}
	}
	return -1
}

// touch makes a key the one that was used last.
func (c *Cache) touch(at int) {
	k, v := c.keys[at], c.values[at]
	for i := at; i+1 < len(c.keys); i++ {
		c.keys[i], c.values[i] = c.keys[i+1], c.values[i+1]
	}
	c.keys[len(c.keys)-1], c.values[len(c.values)-1] = k, v
}

// Get is the value of a key.
func (c *Cache) Get(key int) (int, bool) {
	at := c.find(key)
	if at < 0 {
		c.misses++
		return 0, false
	}
	c.hits++
	c.touch(at)
	return c.values[len(c.values)-1], true
}

// Put sets the value of a key, and reports whether another key was dropped for it.
func (c *Cache) Put(key, value int) (dropped bool) {
	if at := c.find(key); at >= 0 {
		c.values[at] = value
		c.touch(at)
		return false
	}
	if len(c.keys) > c.size {
		panic("lru: more keys than room")
	}
	if len(c.keys) == c.size {
		c.keys, c.values = c.keys[1:], c.values[1:]
		dropped = true
	}
	c.keys, c.values = append(c.keys, key), append(c.values, value)
	return dropped
}

// Remove takes a key away.
func (c *Cache) Remove(key int) bool {
	at := c.find(key)
	if at < 0 {
		return false
	}
	c.touch(at)
	c.keys, c.values = c.keys[:len(c.keys)-1], c.values[:len(c.values)-1]
	return true
}

// Hot reports whether a full cache was hit more than twice as often as missed.
func (c *Cache) Hot() bool {
	return len(c.keys) == c.size && c.hits > 2*c.misses
}

// Twice reports whether a key is there twice.
func (c *Cache) Twice() bool {
	for i := range c.keys {
		for j := i + 1; j < len(c.keys); j++ {
			if c.keys[i] == c.keys[j] {
				return true // never
			}
		}
	}
	return false
}
