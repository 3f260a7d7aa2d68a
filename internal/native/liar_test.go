//go:build linux

package native

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/internal/worker"
)

// liarVar is the environment variable that makes the test binary a worker that changes its
// messages. It holds the seed and the number of the process; with seed 0 nothing is changed.
const liarVar = "NEARMISS_TEST_LIAR"

// liarEntries are functions instrumented by hand.
var liarEntries = []probe.Entry{
	{Name: "Pair", Run: func(in, out *probe.Genes) {
		x, y := int64(in.Next()), int64(in.Next())
		probe.Begin()
		probe.Cost(1)
		near := probe.EqI(0, x, 1234) && probe.EqI(2, y, x)
		probe.End()
		if out != nil && near {
			out.Put(1)
		} else if out != nil {
			out.Put(0)
		}
	}},
	{Name: "Word", Run: func(in, out *probe.Genes) {
		b := make([]byte, min(in.Next(), 64))
		for i := range b {
			b[i] = byte(in.Next())
		}
		probe.Begin()
		if probe.EqS(4, string(b), "panic") {
			panic(string(b))
		}
		probe.End()
		if out != nil {
			out.Put(uint64(len(b)))
			for _, c := range b {
				out.Put(uint64(c))
			}
		}
	}},
}

func liarSignatures() []*input.Signature {
	number := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	yes, text := &input.Type{Kind: input.Bool, Go: "bool"}, &input.Type{Kind: input.String, Go: "string"}
	field := func(name string, t *input.Type) input.Field { return input.Field{Name: name, Type: t} }
	return []*input.Signature{
		{Name: "Pair", Params: []input.Field{field("x", number), field("y", number)}, Results: []input.Field{field("", yes)}},
		{Name: "Word", Params: []input.Field{field("s", text)}, Results: []input.Field{field("", text)}},
	}
}

// liar is the main function of the test binary as a worker. It runs a correct worker, changes the
// frames that this worker sends, and overwrites parts of the shared memory.
func liar(seed, process uint64) {
	switch seed {
	case 0:
		worker.Main(liarEntries, nil, nil)
	case mortal:
		die()
	}
	out, _ := syscall.Dup(worker.FDOut)
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		panic(err)
	}
	if err := syscall.Dup3(pipe[1], worker.FDOut, 0); err != nil {
		panic(err)
	}
	page, err := syscall.Mmap(worker.FDShared, 0, worker.SharedSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	l := &lies{rng: rand.New(rand.NewPCG(seed, process)), page: unsafe.Slice((*uint64)(unsafe.Pointer(&page[0])), len(page)/8)}
	go func() {
		in := os.NewFile(uintptr(pipe[0]), "frames")
		for first := true; ; first = false {
			frame := l.read(in)
			if first { // it comes as far as to take jobs
				syscall.Write(out, frame)
				continue
			}
			for _, b := range l.changed(frame) {
				syscall.Write(out, b)
			}
		}
	}()
	worker.Main(liarEntries, nil, nil)
}

// lies changes frames.
type lies struct {
	rng  *rand.Rand
	page []uint64
	past [][]byte
}

func (l *lies) read(in io.Reader) []byte {
	head := make([]byte, 4)
	if _, err := io.ReadFull(in, head); err != nil {
		os.Exit(0)
	}
	frame := append(head, make([]byte, int(head[0])|int(head[1])<<8|int(head[2])<<16)...)
	io.ReadFull(in, frame[4:])
	return frame
}

// changed returns the frames to send instead of a frame.
func (l *lies) changed(frame []byte) [][]byte {
	l.past = append(l.past, frame)
	old := l.past[l.rng.IntN(len(l.past))]
	switch l.rng.IntN(12) {
	case 0:
		return [][]byte{l.bent(frame)}
	case 1:
		return [][]byte{l.bent(old), frame}
	case 2:
		return [][]byte{old, frame}
	case 3:
		return [][]byte{worker.Append(nil, &worker.Fault{Text: "\x1b[2Jno"})}
	case 4:
		return [][]byte{frame, worker.Append(nil, &worker.Ready{Entries: []string{"\a"}})}
	case 5:
		for range 3 {
			l.page[2+l.rng.IntN(20)] = l.word()
		}
		if l.rng.IntN(3) == 0 {
			os.Exit(3)
		}
	}
	return [][]byte{frame}
}

// bent returns a copy of a frame with some bytes changed.
func (l *lies) bent(frame []byte) []byte {
	b := slices.Clone(frame)
	bend(l.rng, b[5:])
	return b
}

func bend(rng *rand.Rand, b []byte) {
	for range 1 + rng.IntN(4) {
		if len(b) > 0 {
			b[rng.IntN(len(b))] = [...]byte{0, 1, 2, 3, 127, 128, 255, byte(rng.Uint32())}[rng.IntN(8)]
		}
	}
}

func (l *lies) word() uint64 {
	return [...]uint64{0, 1, 1 << 20, 1 << 62, 1 << 63, ^uint64(0), l.rng.Uint64()}[l.rng.IntN(7)]
}

func liarOptions(t testing.TB, seed uint64) (*Binary, Options) {
	t.Helper()
	at, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var processes atomic.Uint64
	return &Binary{Path: at}, Options{
		Conditions: 8, Entries: liarSignatures(), Sites: []worker.Site{{File: "m.go", Line: 1, End: 1}},
		Hang: 100 * time.Millisecond, StartTimeout: time.Minute, MaxCrashes: 6, TempDir: t.TempDir(),
		Launch: func(cmd *exec.Cmd) error {
			cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d %d", liarVar, seed, processes.Add(1)))
			return nil
		},
	}
}

// isLiar runs liar if liarVar is set.
func isLiar() {
	if text := os.Getenv(liarVar); text != "" {
		seed, process, _ := strings.Cut(text, " ")
		s, _ := strconv.ParseUint(seed, 10, 64)
		p, _ := strconv.ParseUint(process, 10, 64)
		liar(s, p)
	}
}

// questions are jobs of each kind.
type questions struct {
	search  []*worker.SearchJob
	batch   []*worker.BatchJob
	measure []*worker.MeasureJob
	run     []*worker.RunJob
	shrink  []*worker.ShrinkJob
}

func liarJobs() (q questions) {
	vectors := [][][]uint64{{{1, 2}, {1234, 7}, {1234, 1234}}, {{0}, {2, 'h', 'i'}, {5, 'p', 'a', 'n', 'i', 'c'}}}
	for entry, sig := range liarSignatures() {
		target := worker.Target{Branch: uint32(4*entry + 1), Nodes: []worker.Node{{Cond: uint32(2 * entry), Away: probe.AwayFalse}}}
		q.search = append(q.search,
			&worker.SearchJob{ID: uint32(len(q.search)), Entry: entry, Signature: sig, Target: target, Evaluations: 500, Seed: 3, Starts: vectors[entry]},
			&worker.SearchJob{ID: uint32(len(q.search) + 1), Entry: entry, Signature: sig, Target: worker.Target{Branch: worker.NoBranch}, Evaluations: 200, Seed: 4})
		q.batch = append(q.batch, &worker.BatchJob{ID: uint32(entry), Entry: entry, Signature: sig, Target: target, Vectors: vectors[entry]})
		q.measure = append(q.measure, &worker.MeasureJob{ID: uint32(entry), Entry: entry, Vectors: vectors[entry], Branches: true, Results: true, Trace: 4})
		for _, v := range vectors[entry] {
			q.run = append(q.run, &worker.RunJob{ID: uint32(len(q.run)), Entry: entry, Vector: v})
		}
		q.shrink = append(q.shrink, &worker.ShrinkJob{ID: uint32(entry), Entry: entry, Signature: sig, Vector: vectors[entry][2], Evaluations: 100})
	}
	return q
}

// TestLiars runs jobs with workers that change their messages. Each round ends, and its results
// are valid.
func TestLiars(t *testing.T) {
	seeds := uint64(4)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		bin, opts := liarOptions(t, seed)
		p, err := NewPool(t.Context(), bin, opts, 2)
		if err != nil {
			t.Fatal(err)
		}
		honest := seed == 0
		for range 3 {
			allJobs(t, p, honest)
			if n := p.Progress().Evaluations; n > 1<<20 {
				t.Errorf("seed %d: %d evaluations", seed, n)
			}
		}
		if lost := p.Progress().Lost; (lost == 0) != honest {
			t.Errorf("seed %d: crashes cost %v", seed, lost)
		}
		p.Close()
	}
}

// allJobs runs each kind of round and uses the results.
func allJobs(t *testing.T, p *Pool, honest bool) {
	t.Helper()
	ctx, q, sigs := t.Context(), liarJobs(), liarSignatures()
	failed := func(err error) {
		if err != nil && (honest || !strings.Contains(err.Error(), "workers die before they run anything")) {
			t.Error(err)
		}
	}
	crashes := func(list ...Crash) {
		for i := range list {
			if c := &list[i]; strings.ContainsAny(c.String(), "\x1b\a") || c.Entry >= len(sigs) || c.Evaluations > 1<<20 {
				t.Errorf("%+v", c)
			} else if c.Entry >= 0 {
				use(t, sigs[c.Entry], c.Vector, nil)
			}
		}
	}
	found, err := p.Search(ctx, q.search, func(job int, f *worker.Found) { use(t, q.search[job].Signature, f.Vector, nil) })
	failed(err)
	for i, r := range found {
		if r == nil {
			continue
		}
		if crashes(r.Crashes...); r.Result.Evaluations > q.search[i].Evaluations {
			t.Errorf("%d evaluations", r.Result.Evaluations)
		}
		for _, b := range r.Result.Bests {
			use(t, q.search[i].Signature, b.Vector, nil)
		}
	}
	batches, err := p.Batch(ctx, q.batch, nil)
	failed(err)
	for i, r := range batches {
		if r == nil {
			continue
		}
		crashes(r.Crashes...)
		for k, f := range r.Result.Fitness {
			if _ = q.batch[i].Vectors[k]; f.Value < 0 {
				t.Errorf("fitness %v", f)
			}
		}
	}
	measured, err := p.Measure(ctx, q.measure)
	failed(err)
	for i, r := range measured {
		if r == nil {
			continue
		}
		crashes(r.Crashes...)
		for k, run := range r.Runs {
			use(t, sigs[q.measure[i].Entry], q.measure[i].Vectors[k], run.Out)
		}
	}
	runs, err := p.Run(ctx, q.run)
	failed(err)
	for i, r := range runs {
		if r == nil {
			continue
		}
		if r.Crash != nil {
			crashes(*r.Crash)
		}
		if r.Result != nil {
			use(t, sigs[q.run[i].Entry], r.Result.Vector, r.Result.Out)
		}
	}
	small, err := p.Shrink(ctx, q.shrink)
	failed(err)
	for i, r := range small {
		if r == nil {
			continue
		}
		if crashes(r.Crashes...); r.Result != nil {
			use(t, q.shrink[i].Signature, r.Result.Vector, r.Result.Out)
		}
	}
}

// use decodes an input and an outcome, as other packages do.
func use(t *testing.T, sig *input.Signature, v, out []uint64) {
	t.Helper()
	space := input.NewSpace(sig, input.Limits{})
	for _, x := range space.Vars(nil, v) {
		_ = v[x.Off]
	}
	input.SetupOf(sig, v)
	for i := range sig.Results {
		sig.Outcome(out, i)
	}
}

// spokenTo returns messages of correct workers, by the jobs that they answer.
func spokenTo(t testing.TB) (jobs []worker.Message, frames [][]byte) {
	bin, opts := liarOptions(t, 0)
	w, err := Start(context.Background(), bin, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	q := liarJobs()
	ask := func(job worker.Message) {
		_, err := w.attempt(context.Background(), job, func(m worker.Message) bool {
			jobs, frames = append(jobs, job), append(frames, worker.Append(nil, m)[4:])
			_, isFound := m.(*worker.Found)
			return !isFound
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range [][]worker.Message{messages(q.search), messages(q.batch), messages(q.measure), messages(q.run), messages(q.shrink)} {
		for _, job := range list {
			ask(job)
		}
	}
	return jobs, frames
}

func messages[M worker.Message](list []M) (all []worker.Message) {
	for _, m := range list {
		all = append(all, m)
	}
	return all
}

// digest processes a frame like a parent that waits for the answer of a job.
func digest(t *testing.T, o *Options, job worker.Message, frame []byte) (fits bool) {
	m, err := worker.Unmarshal(frame)
	if err != nil {
		return false
	}
	if why, _ := (&Worker{opts: *o}).checkMessage(job, m); why != "" {
		return false
	}
	a := boundsOf(job)
	sig := liarSignatures()[a.entry]
	switch m := m.(type) {
	case *worker.Found:
		var list []*worker.Found
		heard := foundSet{known: map[uint32]bool{}, found: &list}
		heard.add(m)
		heard.add(m)
		use(t, sig, m.Vector, nil)
		taken := make([]bool, 2*o.Conditions)
		for _, b := range m.Branches {
			taken[b] = true
		}
	case *worker.SearchResult:
		goroutinePanicCrashes(a.entry, m.GoroutinePanics)
	case *worker.BatchResult:
		for i, f := range m.Fitness {
			if _ = job.(*worker.BatchJob).Vectors[i]; f.Less(&f, true) {
				t.Errorf("fitness %v", f)
			}
		}
	case *worker.MeasureResult:
		for i, r := range m.Runs {
			use(t, sig, job.(*worker.MeasureJob).Vectors[i], r.Out)
		}
	case *worker.RunResult:
		runCrash(a.entry, m)
		use(t, sig, m.Vector, m.Out)
	}
	return true
}

// TestForgedMessages changes bytes in messages of correct workers: those that pass the checks can
// be used. Some pass, and some do not.
func TestForgedMessages(t *testing.T) {
	alone(t)
	jobs, frames := spokenTo(t)
	_, opts := liarOptions(t, 0)
	rng := rand.New(rand.NewPCG(5, 6))
	fit, unfit := 0, 0
	for i, frame := range frames {
		if !digest(t, &opts, jobs[i], frame) {
			t.Errorf("a true message does not fit: %x to %+v", frame, jobs[i])
		}
		for range 2000 {
			b := bytes.Clone(frame)
			if bend(rng, b[1:]); digest(t, &opts, jobs[i], b) {
				fit++
			} else {
				unfit++
			}
		}
	}
	if fit < 1000 || unfit < 1000 {
		t.Errorf("%d messages fit and %d do not", fit, unfit)
	}
}

func FuzzAnswer(f *testing.F) {
	alone(f)
	jobs, frames := spokenTo(f)
	_, opts := liarOptions(f, 0)
	for i, frame := range frames {
		f.Add(i, frame)
	}
	f.Fuzz(func(t *testing.T, i int, frame []byte) {
		digest(t, &opts, jobs[max(i, 0)%len(jobs)], frame)
	})
}

// BenchmarkRounds measures the cost of the parent for short jobs: generations of a genetic
// algorithm, and single runs.
func BenchmarkRounds(b *testing.B) {
	bin, opts := liarOptions(b, 0)
	w, err := Start(b.Context(), bin, opts)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	q := liarJobs()
	batch, run := q.batch[0], q.run[0]
	for n := range uint64(100) {
		batch.Vectors = append(batch.Vectors, []uint64{n, 2 * n})
	}
	b.Run("batch", func(b *testing.B) {
		for b.Loop() {
			if _, err := w.Batch(b.Context(), batch, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			if _, err := w.Run(b.Context(), run); err != nil {
				b.Fatal(err)
			}
		}
	})
	pool, err := NewPool(b.Context(), bin, opts, 2)
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	many := slices.Repeat([]*worker.RunJob{run}, 500)
	b.Run("pool", func(b *testing.B) { // 500 runs on two workers
		for b.Loop() {
			if _, err := pool.Run(b.Context(), many); err != nil {
				b.Fatal(err)
			}
		}
	})
}
