package instrument_test

import (
	"fmt"
	"strings"
	"testing"
)

// triangleBench measures runs of the instrumented function Triangle in one
// process: bare (no run is active), standard (a run with a target, no new branches)
// and symbolic (each condition records its live values).
const triangleBench = `package triangle

import (
	"runtime"
	"syscall"
	"testing"

	zznmprobe "zznearmiss/probe"
)

var zznmSink string

func zznmRuns(b *testing.B, t *zznmprobe.Target, on bool) {
	zznmprobe.Init(%d, %d)
	zznmprobe.DisarmAll()
	zznmprobe.SetFuel(1000000)
	zznmprobe.SetTarget(t)
	x := uint32(1)
	var sum uint64
	runtime.LockOSThread()
	start := zznmSeconds()
	for i := 0; i < b.N; i++ {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		if on {
			zznmprobe.Begin()
		}
		Triangle(int32(x&15), int32(x>>4&15), int32(x>>8&15))
		if on {
			zznmprobe.End()
			sum += zznmprobe.Outcome().Exact
		}
	}
	b.ReportMetric(float64(b.N)/(zznmSeconds()-start)/1e6, "Mruns/cpu-s")
}

// zznmSeconds returns the processor time of this thread. Unlike wall-clock time,
// it does not depend on the load of the machine.
func zznmSeconds() float64 {
	const thread = 1
	var u syscall.Rusage
	syscall.Getrusage(thread, &u)
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

func zznmTarget(symbolic bool) *zznmprobe.Target {
	t := &zznmprobe.Target{Branch: 2*%d - 1, Symbolic: symbolic}
	for i := uint32(0); i < %d; i++ {
		t.Nodes = append(t.Nodes, zznmprobe.Node{Cond: i, Level: int(i), Away: zznmprobe.AwayFalse, Program: new(zznmprobe.Program)})
	}
	return t
}

func BenchmarkBare(b *testing.B)     { zznmRuns(b, nil, false) }
func BenchmarkQuiet(b *testing.B)    { zznmRuns(b, nil, true) }
func BenchmarkStandard(b *testing.B) { zznmRuns(b, zznmTarget(false), true) }
func BenchmarkSymbolic(b *testing.B) { zznmRuns(b, zznmTarget(true), true) }
`

// BenchmarkTriangle runs triangleBench on the instrumented subject and prints its
// output.
func BenchmarkTriangle(b *testing.B) {
	r := rewrite(b, "../..", "./bench/subjects/triangle")
	n := len(r.cfg.Conds)
	bench := fmt.Sprintf(triangleBench, n, r.Slots, n, n)
	list := overlay(b, r.with(map[string]string{"zznearmiss_bench_test.go": bench}))
	out, err := goTool(b, r.load.Dir, "test", "-vet=off", "-overlay", list, "-run", "^$", "-bench", ".", "-benchmem", "-benchtime", "2000000x", ".")
	if err != nil {
		b.Fatal(err, out)
	}
	if testing.Verbose() {
		for _, line := range strings.Split(out, "\n") {
			if strings.HasPrefix(line, "Benchmark") {
				b.Log(line)
			}
		}
	}
	b.ReportMetric(float64(n), "conditions")
}
