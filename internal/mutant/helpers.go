package mutant

// A Selector is code that selects the mutant that runs: imports and a function zznmIs.
type Selector string

// Asking selects by the function IsMutant of the package of a path.
func Asking(path string) Selector {
	return Selector("\nimport zznmprobe \"" + path + "\"\n\n// zznmIs reports whether a mutant runs.\nfunc zznmIs(n int) bool { return zznmprobe.IsMutant(n) }\n")
}

// Flags selects by flags of the test binary, the first mutant of the list until the tests of TurnFile take the next.
const Flags Selector = `
import (
	zznmflag "flag"
	zznmfmt "fmt"
	zznmos "os"
	zznmstrconv "strconv"
	zznmstrings "strings"
	zznmsync "sync"
	zznmatomic "sync/atomic"
)

var (
	zznmMutant int64   // the number of the mutant that runs
	zznmLeft   []int64 // the numbers of the mutants that are to run
	zznmLast   int64   // the number of the last mutant that ran, without 0

	zznmRecords   int32 // 1 in the first turn: the mutants that each case reaches are recorded
	zznmCaseName  string
	zznmReachedBy = map[string]map[int64]bool{} // by test and case
	zznmPath      = zznmflag.String("zznm.reach", "", "")
	zznmFuel      = zznmflag.Int64("zznm.fuel", 0, "")
	zznmAsked     int64
	zznmMutex     zznmsync.Mutex
	zznmSeen      = map[int]bool{}
)

func init() {
	zznmflag.Func("zznm.mutants", "", func(list string) error {
		for _, word := range zznmstrings.Split(list, ",") {
			n, err := zznmstrconv.ParseInt(word, 10, 64)
			if err != nil {
				return err
			}
			zznmLeft = append(zznmLeft, n)
		}
		zznmMutant = zznmLeft[0]
		return nil
	})
}

// zznmTurn lets the next mutant run.
func zznmTurn() {
	if len(zznmLeft) == 0 {
		return
	}
	next := zznmLeft[0]
	zznmLeft = zznmLeft[1:]
	if next != 0 {
		zznmLast = next
	}
	records := int32(0)
	if zznmLast == 0 {
		records = 1
	}
	zznmatomic.StoreInt32(&zznmRecords, records)
	zznmatomic.StoreInt64(&zznmMutant, next)
}

// zznmBegin gives a case all fuel. It reports whether the case does not reach the mutant that runs, or ran last.
func zznmBegin(name string) bool {
	zznmatomic.StoreInt64(&zznmAsked, 0)
	zznmMutex.Lock()
	defer zznmMutex.Unlock()
	zznmCaseName = name
	return zznmLast != 0 && !zznmReachedBy[name][zznmLast]
}

// zznmRecord records that a case, and the tests around it, reach a mutant.
func zznmRecord(n int64) {
	zznmMutex.Lock()
	defer zznmMutex.Unlock()
	for name := zznmCaseName; ; name = name[:zznmstrings.LastIndex(name, "/")] {
		if zznmReachedBy[name] == nil {
			zznmReachedBy[name] = map[int64]bool{}
		}
		zznmReachedBy[name][n] = true
		if !zznmstrings.Contains(name, "/") {
			return
		}
	}
}

// zznmIs reports whether a mutant runs.
func zznmIs(n int) bool {
	asked := zznmatomic.AddInt64(&zznmAsked, 1)
	if *zznmPath != "" {
		zznmReach(n)
		if asked >= 1024 && asked&(asked-1) == 0 {
			zznmReach(-int(asked))
		}
	}
	if zznmatomic.LoadInt32(&zznmRecords) == 1 {
		zznmRecord(int64(n))
	}
	if *zznmFuel > 0 && asked > *zznmFuel {
		panic("zznm: the changed code goes on for too long")
	}
	return zznmatomic.LoadInt64(&zznmMutant) == int64(n)
}

// zznmReach writes the number of a mutant to a file when it is reached for the first time.
func zznmReach(n int) {
	zznmMutex.Lock()
	defer zznmMutex.Unlock()
	if zznmSeen[n] {
		return
	}
	zznmSeen[n] = true
	if f, err := zznmos.OpenFile(*zznmPath, zznmos.O_APPEND|zznmos.O_CREATE|zznmos.O_WRONLY, 0o600); err == nil {
		zznmfmt.Fprintln(f, n)
		f.Close()
	}
}

`

// operators is the code of the mutated operators.
const operators = `
type zznmInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type zznmNumber interface{ zznmInteger | ~float32 | ~float64 }

type zznmOrdered interface{ zznmNumber | ~string }

func zznmLSS[T zznmOrdered](n int, x, y T) bool { return x < y || zznmIs(n) && x == y }

func zznmLEQ[T zznmOrdered](n int, x, y T) bool { return x <= y && !(zznmIs(n) && x == y) }

func zznmGTR[T zznmOrdered](n int, x, y T) bool { return x > y || zznmIs(n) && x == y }

func zznmGEQ[T zznmOrdered](n int, x, y T) bool { return x >= y && !(zznmIs(n) && x == y) }

func zznmAdd[T zznmNumber](n int, x, y T) T {
	if zznmIs(n) {
		return x - y
	}
	return x + y
}

func zznmSub[T zznmNumber](n int, x, y T) T {
	if zznmIs(n) {
		return x + y
	}
	return x - y
}

func zznmMul[T zznmInteger](n int, x, y T) T {
	if zznmIs(n) {
		return x / y
	}
	return x * y
}

func zznmQuo[T zznmInteger](n int, x, y T) T {
	if zznmIs(n) {
		return x * y
	}
	return x / y
}

func zznmRem[T zznmInteger](n int, x, y T) T {
	if zznmIs(n) {
		return x * y
	}
	return x % y
}

func zznmBitAnd[T zznmInteger](n int, x, y T) T {
	if zznmIs(n) {
		return x | y
	}
	return x & y
}

func zznmBitOr[T zznmInteger](n int, x, y T) T {
	if zznmIs(n) {
		return x & y
	}
	return x | y
}

func zznmAnd(n int, x bool, y func() bool) bool {
	if zznmIs(n) {
		return x || y()
	}
	return x && y()
}

func zznmOr(n int, x bool, y func() bool) bool {
	if zznmIs(n) {
		return x && y()
	}
	return x || y()
}

func zznmOneMore[T zznmInteger](n int, x T) T {
	if zznmIs(n) {
		return x + 1
	}
	return x
}
`
