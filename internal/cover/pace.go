package cover

import (
	"sync"
	"time"
)

// A pace compares the time that a call has taken, apart from searching, with the estimates of what the
// packages need that are done.
type pace struct {
	mu    sync.Mutex
	needs map[*unit]time.Duration // estimate for each package that is to be searched
	left  time.Duration           // estimates for the packages whose tests are not made yet
	now   func() time.Time

	began, since time.Time     // the first search could begin; the current one has begun, zero if there is none
	searched     time.Duration // time of the searches that have ended

	start      time.Duration // counts as estimated and as taken: at first the estimates weigh as much as the measurement of an eighth of the packages
	done, took time.Duration // estimates for the packages whose tests are made, and time taken until then
}

// newPace returns the pace of a call that searches the packages from now on.
func (s *session) newPace(units []*unit) *pace {
	p := &pace{needs: map[*unit]time.Duration{}, now: time.Now, began: time.Now()}
	for _, u := range units {
		p.needs[u] = u.building() + s.finishing(u)
		p.left += p.needs[u]
	}
	p.start = p.left / partDivisor
	return p
}

// search notes that the search of a package begins or ends. One package is searched at a time.
func (p *pace) search(begins bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.searched += p.searching(); begins {
		p.since = p.now()
	} else {
		p.since = time.Time{}
	}
}

// searching returns the time of the current search.
func (p *pace) searching() time.Duration {
	if p.since.IsZero() {
		return 0
	}
	return p.now().Sub(p.since)
}

// add notes that the tests of a package are made.
func (p *pace) add(u *unit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left -= p.needs[u]
	p.done += p.needs[u]
	p.took = p.now().Sub(p.began) - p.searched - p.searching()
}

// corrected corrects an estimate by what was measured.
func (p *pace) corrected(d time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.correct(d)
}

// correct is corrected for a caller that holds the lock.
func (p *pace) correct(d time.Duration) time.Duration {
	if p.start+p.done == 0 {
		return d
	}
	return time.Duration(float64(d) * float64(p.start+p.took) / float64(p.start+p.done))
}

// reserve returns what the packages need apart from searching.
func (p *pace) reserve(units []*unit) (sum time.Duration) {
	for _, u := range units {
		sum += p.needs[u]
	}
	return p.corrected(sum)
}

// tight reports whether the remaining ones of several packages need more than a time apart from searching.
func (p *pace) tight(time time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.needs) > 1 && p.correct(p.left) > time
}
