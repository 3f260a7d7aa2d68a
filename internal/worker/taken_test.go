package worker

import (
	"slices"
	"testing"

	"nearmiss/internal/probe"
)

// TestTaken: a branch is news once, and a run that it was armed for alone is counted only.
func TestTaken(t *testing.T) {
	c := newTaken([]uint32{4})
	for i, run := range []struct{ took, news []probe.Branch }{
		{[]probe.Branch{1, 4}, []probe.Branch{1, 4}},
		{[]probe.Branch{1, 2}, []probe.Branch{2}},
		{nil, nil},
		{[]probe.Branch{1, 3}, []probe.Branch{1, 3}}, // armed by another
	} {
		news := c.count(run.took)
		if !slices.Equal(news, run.news) {
			t.Errorf("run %d: news %v, want %v", i, news, run.news)
		}
		c.await(news)
	}
	if once, again := c.lists(); !slices.Equal(once, []uint32{2, 3}) || !slices.Equal(again, []uint32{1}) {
		t.Errorf("once %v, again %v", once, again)
	}
}
