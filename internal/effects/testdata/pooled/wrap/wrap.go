// Package wrap has a pool of values of one type.
package wrap

import "sync"

// Pool is a pool of values of type T.
type Pool[T any] struct{ pool sync.Pool }

// Get returns a value from the pool.
func (p *Pool[T]) Get() T { return p.pool.Get().(T) }
