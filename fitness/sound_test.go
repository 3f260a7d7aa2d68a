package fitness

import (
	"os"
	"strings"
	"testing"
)

// starter starts a goroutine that changes x once it is told to.
func starter(x *int) chan int {
	c := make(chan int)
	go func() {
		<-c
		*x = 77
		c <- 1
	}()
	return c
}

// witnesses are calls that return true, by function.
func witnesses() map[string]bool {
	one, most := &wPair{a: 1}, &wPair{a: 77}
	link := &wNode{next: &wNode{val: 1}}
	array := &wNode{kids: [2]int{1}}
	outer := &wOuter{p: &wPair{a: 1}}
	list := &wList[int]{next: &wList[int]{n: 1}}
	self := func() *wPair { return &wPair{a: 1} }
	ring := &wNode{}
	ring.next = ring
	return map[string]bool{
		"wOwnLink":          wOwnLink(ring, &wNode{val: 1, next: &wNode{val: 77}}),
		"wLinkAlias":        wLinkAlias(link, link, &wNode{val: 77}),
		"wPointerToPointer": wPointerToPointer(one, most),
		"wStructOfPointer":  wStructOfPointer(outer, outer, most),
		"wSliceOfPointers":  wSliceOfPointers([]*wPair{one}, most),
		"wConverted":        wConverted(self()),
		"wGeneric":          wGeneric(list, list.next),
		"wRangeFunc":        wRangeFunc(1),
		"wRangeFuncAfter":   wRangeFuncAfter(1),
		"wGoroutine":        wGoroutine(1),
		"wStarted":          wStarted(starter, 1),
		"wRangeChannel":     wRangeChannel(starter, 1),
		"wClosure":          wClosure(one, most),
		"wNamedResult":      wNamedResult(77),
		"wElement":          wElement([3]int{0, 1}, 1),
		"wSliceOfArray":     wSliceOfArray([3]int{0, 1}),
		"wArrayByNode":      wArrayByNode(array, array),
		"wArrayBySlice":     wArrayBySlice(&wNode{kids: [2]int{1}}),
		"wElementByPointer": wElementByPointer([]int{1}),
		"wAppend":           wAppend([]int{1}),
		"wCopy":             wCopy([]int{1}, []int{77}),
		"wMap":              wMap(map[int]int{0: 0}),
		"wBeyondLength":     wBeyondLength(make([]int, 1, 77)),
		"wField":            wField(self()),
		"wInner":            wInner(wOuter{in: *one}),
		"wWhole":            wWhole(wOuter{in: *one}, *most),
		"wOverflow":         wOverflow(79),
		"wUnsigned":         wUnsigned(11),
		"wConversion":       wConversion(1<<31 + 77),
		"wNaN":              wNaN(nan(), 77),
		"wZero":             wZero(-1/inf(), 77),
		"wSingle":           wSingle(0.1, 77),
		"wShadowed":         wShadowed(1),
		"wNested":           wNested(77, 1),
		"wGoto":             wGoto(77),
		"wLabelled":         wLabelled(20),
		"wRangeString":      wRangeString(strings.Repeat("a", 77) + "x"),
		"wRangeRunes":       wRangeRunes("€a"),
		"wRangeWrites":      wRangeWrites([]int{0, 1}),
		"wRangeArray":       wRangeArray(&[3]int{}),
		"wRangeByte":        wRangeByte(200),
		"wTag":              wTag(1),
		"wFallthrough":      wFallthrough(1),
		"wTypeSwitch":       wTypeSwitch([]any{1, 77}),
		"wLiteral":          wLiteral(1),
		"wMethod":           wMethod(*one),
		"wMethodValue":      wMethodValue(*one),
		"wTypedNil":         wTypedNil(nil),
		"wEmptyNotNil":      wEmptyNotNil([]int{}),
		"wRecursive":        wRecursive(1, 1),
	}
}

func inf() float64  { return 1 / zero() }
func nan() float64  { return zero() / zero() }
func zero() float64 { return float64(len(os.Getenv(""))) }

// A branch that a call takes is not proved infeasible, and wherever the run
// comes by there is a way to it.
func TestWitnesses(t *testing.T) {
	src, err := os.ReadFile("witness_test.go")
	if err != nil {
		t.Fatal(err)
	}
	p := build(t, string(src))
	calls := witnesses()
	for _, f := range p.Funcs {
		if strings.HasPrefix(f.Name, "(") {
			continue
		}
		if taken, ok := calls[f.Name]; !ok || !taken {
			t.Errorf("%s: called: %v, returned %v", f.Name, ok, taken)
		}
		for k := 1; k <= 2; k++ {
			a := analysisOf(p, f, Options{K: k})
			tg := targetWith(t, a, "== 77")
			if tg.Infeasible {
				t.Errorf("%s, k = %d: proved infeasible", f.Name, k)
			}
			for i := range tg.Nodes {
				n := &tg.Nodes[i]
				passed := f.Name != "wFallthrough" || condOf(n) != "x == 2" // the run does not come by there
				if passed && n.program == nil {
					t.Errorf("%s, k = %d: no program at %s", f.Name, k, condOf(n))
				}
			}
		}
	}
}

// targetWith analyses the true branch of the condition that ends in a text.
func targetWith(t *testing.T, a *Analysis, text string) *Target {
	t.Helper()
	for _, c := range a.Func.Conds {
		if s, _ := conditionText(c); strings.HasSuffix(s, text) {
			tg, err := a.Target(c.Branch(true))
			if err != nil {
				t.Fatal(err)
			}
			return tg
		}
	}
	t.Fatalf("%s: no condition with %s", a.Func.Name, text)
	return nil
}
