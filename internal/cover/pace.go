package cover

import (
	"sync"
	"time"
)

// A pace compares what the packages of a call need, apart from searching, with the estimates of it.
type pace struct {
	mu    sync.Mutex
	needs map[*unit]time.Duration // estimate for each package that is to be searched
	left  time.Duration           // estimates for the packages whose tests are not made yet

	estimated, took time.Duration // of the others, and a start value
}

// startDivisor: at the start the estimates count as much as the measurement of a tenth of the packages.
const startDivisor = 10

// newPace returns the pace of a call that searches the packages.
func (s *session) newPace(units []*unit) *pace {
	p := &pace{needs: map[*unit]time.Duration{}}
	for _, u := range units {
		build := buildBase + builtDivisor*lineTime*time.Duration(u.length)
		p.needs[u] = build + s.finishingAfter(u, build)
		p.left += p.needs[u]
	}
	p.estimated, p.took = p.left/startDivisor, p.left/startDivisor
	return p
}

// add notes that the tests of a package are made, and took more time than others, apart from searching.
func (p *pace) add(u *unit, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left -= p.needs[u]
	p.estimated, p.took = p.estimated+p.needs[u], p.took+took
}

// corrected corrects an estimate by what was measured.
func (p *pace) corrected(d time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.correct(d)
}

// correct is corrected for a caller that holds the lock.
func (p *pace) correct(d time.Duration) time.Duration {
	if p.estimated == 0 {
		return d
	}
	return time.Duration(float64(d) * float64(p.took) / float64(p.estimated))
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
