// Package recent has a cache of the values that were used last.
package recent

import "slices"

// A Cache keeps some values by their keys. The zero Cache keeps one.
type Cache struct {
	most   uint8
	keys   []string // the one used last is the last
	values map[string]int
}

// New returns an empty cache that keeps at most n values, and one at least.
func New(n uint8) *Cache { return &Cache{most: n} }

// Len returns how many values the cache keeps.
func (c *Cache) Len() int { return len(c.keys) }

// Get returns the value of a key.
func (c *Cache) Get(key string) (int, bool) {
	v, ok := c.values[key]
	if ok {
		c.touch(key)
	}
	return v, ok
}

// Put sets the value of a key. The key that was used longest ago goes if there are too many.
func (c *Cache) Put(key string, value int) {
	if c.values == nil {
		c.values = map[string]int{}
	}
	if _, ok := c.values[key]; ok {
		c.touch(key)
		return
	}
	c.keys = append(c.keys, key)
	c.values[key] = value
	if len(c.keys) > max(1, int(c.most)) {
		delete(c.values, c.keys[0])
		c.keys = slices.Delete(c.keys, 0, 1)
	}
}

// touch makes a key the one that was used last.
func (c *Cache) touch(key string) {
	i := slices.Index(c.keys, key)
	c.keys = append(slices.Delete(c.keys, i, i+1), key)
}
