// Package rollsum has the check sum of Adler, which can be rolled over a text.
package rollsum

const modulus = 65521

// A Sum is a check sum of the bytes that were written. New returns one of no bytes.
type Sum struct {
	low, high uint32
	count     int
}

// New returns the check sum of no bytes.
func New() *Sum { return &Sum{low: 1} }

// Write adds bytes. There is never an error.
func (s *Sum) Write(b []byte) (int, error) {
	for _, c := range b {
		s.low = (s.low + uint32(c)) % modulus
		s.high = (s.high + s.low) % modulus
	}
	s.count += len(b)
	return len(b), nil
}

// Len returns how many bytes were written.
func (s *Sum) Len() int { return s.count }

// Sum32 returns the check sum.
func (s *Sum) Sum32() uint32 { return s.high<<16 | s.low }

// Reset forgets all bytes: the sum is as New returns it.
func (s *Sum) Reset() { *s = Sum{} }
