package probe

// pooledNil is true if the run has put a nil pointer into a sync.Pool.
var pooledNil bool

// Pooled returns the argument of a call of (*sync.Pool).Put. A nil pointer stays out of the pool: a later run that gets
// it there would blame its own input.
func Pooled[T any](p *T) any {
	if p == nil {
		pooledNil = true
		return nil
	}
	return p
}

// PooledNil reports whether the last run has put a nil pointer into a sync.Pool.
func PooledNil() bool { return pooledNil }
