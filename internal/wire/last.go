package wire

// Last returns the input of the latest call, whether or not it has come back.
// It is what to suspect, and no more than that, when a worker dies outside a
// call: the code under test may have closed the worker's descriptors, say.
// ok is false if there was no call in this job, or the vector did not fit.
func (s *Shared) Last() (b Blame, ok bool) {
	n := s.w[wordLength]
	if s.w[wordRuns] == 0 || n > uint64(s.Capacity()) {
		return Blame{}, false
	}
	b.Job = uint32(s.w[wordJob])
	b.Entry = int(uint32(s.w[wordEntry]))
	b.Vector = append([]uint64(nil), s.w[wordVector:wordVector+int(n)]...)
	return b, true
}
