package fitness

import (
	"reflect"
	"testing"
)

// TestLiveSlots analyses all branches of some packages twice, with a layout that reads all slots in
// scope and with one that reads the live slots alone. The programs are the same.
func TestLiveSlots(t *testing.T) {
	paths := []string{"net/url", "text/tabwriter", "container/list", "encoding/csv", "go/scanner", "mime", "bufio", "regexp/syntax"}
	opt := Options{Merge: true, Levels: 4, Work: 1000, Limit: 200}
	nodes, all, live := 0, 0, 0
	for _, p := range load1(t, paths...) {
		for _, f := range p.Funcs {
			opt.Layout = Of(f, p.Info, p.Types)
			few := New(p, f, opt)
			whole := *opt.Layout
			whole.live = nil
			opt.Layout = &whole
			many := New(p, f, opt)
			for _, slot := range whole.Slots { // terms are ordered by their first use
				few.setSlot(few.emptyStore(), slot)
				many.setSlot(many.emptyStore(), slot)
			}
			for _, c := range f.Conds {
				all, live = all+len(many.Layout.At(c)), live+len(few.Layout.At(c))
			}
			for _, b := range branches(f) {
				want, err := many.Target(b)
				if err != nil {
					continue
				}
				got, err := few.Target(b)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s.%s, branch %d: the programs differ", p.Types.Path(), f.Name, b)
				}
				nodes += len(want.Nodes)
			}
		}
	}
	t.Logf("%d nodes; %d of %d reads are live", nodes, live, all)
	if nodes < 1000 || 2*live > all {
		t.Errorf("%d nodes, %d live reads of %d: the packages compare too little", nodes, live, all)
	}
}
