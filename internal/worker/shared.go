package worker

import (
	"errors"
	"sync/atomic"
	"unsafe"
)

// The file descriptors that a worker inherits.
const (
	FDIn     = 3 // frames from the parent
	FDOut    = 4 // frames to the parent
	FDShared = 5 // the file behind Shared
)

// The words of the shared memory. All are native uint64; vectors start at wordVector and fill
// the remaining words.
const (
	wordMagic = iota
	wordRunning
	wordJob
	wordEvaluations
	wordRuns
	wordStop
	wordLength
	wordVector = 16
)

const sharedMagic = 0x6d72616e65726168 ^ Version<<56

// Sizes and offsets in bytes.
const (
	SharedSize   = 256 << 10      // holds vectors of about 32 000 words
	SharedHeader = 8 * wordVector // the part before the vector
	SharedStop   = 8 * wordStop   // offset of the stop flag
)

// Shared is memory that both processes see: the current input of the worker, its progress, and
// the request to stop. The worker writes everything but the stop flag. The parent may read the
// counters at any time. It reads the input only when the worker is dead or known to be stuck,
// and reads a copy, because the code under test can write any data there.
//
// Before every call the worker stores the input and then marks it as running, so that after a
// crash the parent knows the input that caused it. The stores are plain: once a process is
// dead, all of them are in memory.
type Shared struct{ words []uint64 }

var (
	errSharedSize  = errors.New("worker: shared memory too small or not aligned")
	errSharedMagic = errors.New("worker: shared memory has another layout")
)

// View returns words as shared memory, without a check of the layout.
func View(words []uint64) *Shared { return &Shared{words} }

// OpenShared opens memory that the parent has laid out.
func OpenShared(b []byte) (*Shared, error) {
	if len(b) < 8*(wordVector+1) || uintptr(unsafe.Pointer(&b[0]))%8 != 0 {
		return nil, errSharedSize
	}
	s := &Shared{unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), len(b)/8)}
	if s.words[wordMagic] != sharedMagic {
		return nil, errSharedMagic
	}
	return s, nil
}

// Capacity returns the length in words of the longest vector that fits.
func (s *Shared) Capacity() int { return len(s.words) - wordVector }

// StartJob is called by the worker at the start of a job.
func (s *Shared) StartJob(job uint32) {
	s.words[wordRunning] = 0
	s.words[wordJob] = uint64(job)
	s.words[wordEvaluations] = 0
}

// Enter is called by the worker right before each call of the code under test.
func (s *Shared) Enter(v []uint64) {
	s.words[wordLength] = uint64(len(v))
	copy(s.words[wordVector:], v)
	s.words[wordRuns]++
	s.words[wordRunning] = 1
}

// Leave is called by the worker when the call has returned.
func (s *Shared) Leave() { s.words[wordRunning] = 0 }

// Count publishes the progress of the job.
func (s *Shared) Count(evaluations uint64) { s.words[wordEvaluations] = evaluations }

// Stop reports whether the parent wants the job to end.
func (s *Shared) Stop() bool { return atomic.LoadUint64(&s.words[wordStop]) != 0 }

// Reset clears the words before the vector. The parent calls it before a new worker uses the memory
// and before each job.
func (s *Shared) Reset() {
	clear(s.words[:wordVector])
	s.words[wordMagic] = sharedMagic
}

// Counters are the values that the parent may read at any time.
type Counters struct {
	Job         uint32
	Evaluations uint64 // of the job so far
	Runs        uint64 // calls since the parent last called Reset: a heartbeat
	Running     bool   // within a call
}

// Counters reads the counters.
func (s *Shared) Counters() Counters {
	return Counters{
		Job:         uint32(atomic.LoadUint64(&s.words[wordJob])),
		Evaluations: atomic.LoadUint64(&s.words[wordEvaluations]),
		Runs:        atomic.LoadUint64(&s.words[wordRuns]),
		Running:     atomic.LoadUint64(&s.words[wordRunning]) != 0,
	}
}

// Running reports whether the worker is within a call. It is for another goroutine of the
// worker itself: like the parent it reads plain stores, but the race detector sees both sides.
//
//go:norace
func (s *Shared) Running() bool { return s.words[wordRunning] != 0 }

// Latest returns the input of the latest call, and whether that call has not returned. The
// input is the cause if a worker dies within a call, and only a suspect if it dies outside of
// a call: the code under test may have closed the worker's descriptors, for example. The
// vector is nil if there was no call or it did not fit.
func (s *Shared) Latest() (vector []uint64, inCall bool) {
	inCall = s.words[wordRunning] != 0
	if n := s.words[wordLength]; (inCall || s.words[wordRuns] > 0) && n <= uint64(s.Capacity()) {
		vector = append([]uint64{}, s.words[wordVector:wordVector+int(n)]...)
	}
	return vector, inCall
}
