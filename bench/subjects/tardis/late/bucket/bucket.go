// Package bucket is a token bucket, which limits how often something is done.
//
// Invariant of Bucket: size, rate and every are positive, 0 <= tokens <= size, now is never negative
// and does not decrease, and the tokens of all seconds up to filled, a multiple of every that is
// not above now, are in.
package bucket

import "errors"

// Bucket is a token bucket: rate tokens come every so many seconds.
type Bucket struct {
	size, rate, every int
	tokens            int
	now, filled       int
	refused           int // requests in a row
}

var (
	ErrTerms = errors.New("bucket: no such terms")
	ErrTime  = errors.New("bucket: time runs back")
	ErrLarge = errors.New("bucket: more than it holds")
)

// New makes a full bucket.
func New(size, rate, every int) (*Bucket, error) {
	if size < 1 || size > 100 || rate < 1 || rate > size || every < 1 || every > 60 {
		return nil, ErrTerms
	}
	return &Bucket{size: size, rate: rate, every: every, tokens: size}, nil
}

// last is the last moment that there is.
const last = 1 << 40

// Advance sets the clock.
func (b *Bucket) Advance(now int) error {
	if now < b.now || now > last {
		return ErrTime
	}
	b.now = now
	times := (now - b.filled) / b.every
	if times < 0 {
		panic("bucket: filled ahead of time")
	}
	b.filled += times * b.every
	if times > b.size {
		times = b.size // it is full then
	}
	if b.tokens += times * b.rate; b.tokens > b.size {
		b.tokens = b.size
	}
	return nil
}

// Take takes tokens, all or none.
func (b *Bucket) Take(n int) (bool, error) {
	if n < 0 || n > b.size {
		return false, ErrLarge
	}
	if b.tokens < 0 {
		panic("bucket: a debt")
	}
	if n > b.tokens {
		b.refused++
		return false, nil
	}
	b.tokens -= n
	b.refused = 0
	return true, nil
}

// Wait is how many seconds it takes until there are so many tokens, -1 if there never are.
func (b *Bucket) Wait(n int) int {
	if n > b.size {
		return -1
	}
	if n <= b.tokens {
		return 0
	}
	times := (n - b.tokens + b.rate - 1) / b.rate
	wait := b.filled + times*b.every - b.now
	if wait <= 0 {
		panic("bucket: tokens that did not come")
	}
	return wait
}

// Choked reports whether three requests in a row were refused though it is half full.
func (b *Bucket) Choked() bool {
	return b.refused >= 3 && 2*b.tokens >= b.size
}

// Level says how full it is.
func (b *Bucket) Level() string {
	switch {
	case b.tokens > b.size:
		return "spilling" // never
	case b.tokens == b.size:
		return "full"
	case b.tokens == 0 && b.now == b.filled+b.every-1:
		return "soon"
	case b.tokens == 0:
		return "empty"
	}
	return "some"
}
