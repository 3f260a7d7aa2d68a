package native

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// A process is one worker process, from its start to its end.
type process struct {
	cmd    *exec.Cmd
	dir    string
	in     *os.File // frames to the worker
	frame  []byte   // sent last: its memory is used again
	out    *os.File // frames from the worker
	errs   *os.File // its standard error
	msgs   chan worker.Message
	quit   chan struct{} // closed when nobody reads msgs any more
	read   chan struct{} // closed when the stream is no longer read
	exited chan struct{} // closed when the process has, and its last words are read

	watcher  *sandbox.Watcher // nil if nobody watches
	words    words
	memory   int64 // its limit
	entries  []string
	searches []string // that the worker has
	asked    []string // environment variables, by the initialization

	mu     sync.Mutex
	reaped bool           // the process number may belong to another by now
	killed bool           // by us
	excess sandbox.Excess // it took more than it may
}

// memorySlack is what a worker may have beside its data, which a limit of the system
// bounds: stacks of the system, tables of pages and what it shares with its parent.
const memorySlack = 32 << 20

// drain is how long pipes may stay open after a worker's end: processes that
// it started may hold them.
const drain = 200 * time.Millisecond

// startProcess starts a worker and waits until the package under test is
// initialized and the worker ready for jobs. An interrupt from the terminal reaches a
// worker that has no group of its own yet; another one is started then.
func startProcess(ctx context.Context, path string, o *Options, mem *sharedMemory) (*process, error) {
	p, err := startOnce(ctx, path, o, mem)
	if ended := (*StartError)(nil); errors.As(err, &ended) && ended.interrupted() && ctx.Err() == nil {
		return startOnce(ctx, path, o, mem)
	}
	return p, err
}

func startOnce(ctx context.Context, path string, o *Options, mem *sharedMemory) (*process, error) {
	dir, err := os.MkdirTemp(o.TempDir, "nearmiss-run-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the worker: %w", err)
	}
	p := &process{
		dir:    dir,
		memory: o.Memory,
		msgs:   make(chan worker.Message),
		quit:   make(chan struct{}),
		read:   make(chan struct{}),
		exited: make(chan struct{}),
	}
	if err := p.spawn(path, o, mem); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := p.handshake(ctx, o); err != nil {
		p.close()
		return nil, err
	}
	if p.watcher != nil {
		p.watcher.Mark() // the initialization is no run
	}
	return p, nil
}

// environ returns a worker's whole environment. The runtime's last words come with
// as few stacks as it allows: what is to blame is the input.
func (o *Options) environ(dir string) []string {
	env := []string{"GOTRACEBACK=none", "HOME=" + dir, "TMPDIR=" + dir, "PWD=" + dir}
	if o.Environ != nil {
		env = append(env, o.Environ(dir)...) // the last one of a name counts
	}
	return env
}

func (p *process) spawn(path string, o *Options, mem *sharedMemory) (err error) {
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil {
			for _, f := range []*os.File{p.in, p.out, p.errs} {
				if f != nil {
					f.Close()
				}
			}
			if p.watcher != nil {
				p.watcher.Close()
			}
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	inR, inW := pipe()
	outR, outW := pipe()
	errR, errW := pipe()
	p.in, p.out, p.errs = inW, outR, errR
	for _, f := range []*os.File{inR, outW, errW} {
		if f != nil {
			theirs = append(theirs, f)
		}
	}
	if err != nil {
		return fmt.Errorf("cannot make pipes for the worker: %w", err)
	}
	p.cmd = &exec.Cmd{
		Path: path, Args: append([]string{"program"}, o.Args...), // as for the executor; where the file lies differs from run to run
		Dir: p.dir, Env: o.environ(p.dir),
		Stderr:      errW,
		ExtraFiles:  []*os.File{worker.FDIn - 3: inR, worker.FDOut - 3: outW, worker.FDShared - 3: mem.file},
		SysProcAttr: workerAttr(),
	}
	if err = p.confine(o); err != nil {
		return fmt.Errorf("cannot launch the worker: %w", err)
	}
	if err = p.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the worker: %w", err)
	}
	if p.watcher != nil {
		p.watcher.Begin()
	}
	if o.Sandbox == (sandbox.Parts{}) { // else its launcher sets the limits, when it has done all else
		if lerr := limit(p.cmd.Process.Pid, o.Memory); lerr != nil {
			killGroup(p.cmd.Process.Pid)
			p.cmd.Wait()
			err = fmt.Errorf("cannot limit the worker: %w", lerr)
			return err
		}
	}
	go p.listen(p.quit)
	go p.wait()
	if o.Sandbox != (sandbox.Parts{}) {
		g := sandbox.Guard{Dir: p.dir, Pid: p.cmd.Process.Pid, Memory: o.Memory + memorySlack}
		go g.Watch(p.exited, func(e sandbox.Excess) {
			p.mu.Lock()
			if !p.reaped {
				p.excess = e
			}
			p.mu.Unlock()
			p.kill()
		})
	}
	return nil
}

// confine makes the command one that runs with fewer rights.
func (p *process) confine(o *Options) error {
	if o.Launch != nil {
		if err := o.Launch(p.cmd); err != nil {
			return err
		}
	}
	policy := o.Rights
	policy.Write, policy.Memory = append(slices.Clone(policy.Write), p.dir), o.Memory
	switch {
	case o.Watch && o.Sandbox.Seccomp:
		var err error
		p.watcher, err = o.Sandbox.Watch(p.cmd, policy)
		return err
	case o.Sandbox != sandbox.Parts{}:
		return o.Sandbox.Wrap(p.cmd, policy)
	}
	return nil
}

// listen hands over the worker's messages, until its stream ends or makes no
// sense.
func (p *process) listen(quit <-chan struct{}) {
	defer close(p.read)
	defer close(p.msgs)
	r := worker.NewReader(bufio.NewReader(p.out))
	for {
		m, err := r.Read()
		if err != nil {
			if err != io.EOF && err != io.ErrUnexpectedEOF {
				p.kill() // it must not go on behind what made no sense
			}
			return
		}
		select {
		case p.msgs <- m:
		case <-quit:
			return
		}
	}
}

// wait reads the worker's last words and its exit state.
func (p *process) wait() {
	silent := make(chan struct{})
	go func() {
		io.Copy(&p.words, p.errs)
		close(silent)
	}()
	ended := awaitEnd(p.cmd.Process.Pid)
	p.mu.Lock()
	if ended {
		killGroup(p.cmd.Process.Pid) // what it left behind in its group
	}
	p.reaped = ended
	p.mu.Unlock()
	p.cmd.Wait()
	p.errs.SetReadDeadline(time.Now().Add(drain))
	p.out.SetReadDeadline(time.Now().Add(drain))
	<-silent
	close(p.exited)
}

// handshake sends Init and waits for Ready.
func (p *process) handshake(ctx context.Context, o *Options) error {
	timeout := time.NewTimer(o.StartTimeout)
	defer timeout.Stop()
	err := p.send(&worker.Init{
		Version:     worker.Version,
		Conditions:  o.Conditions,
		Sites:       o.Sites,
		Slots:       o.Slots,
		Fuel:        o.Fuel,
		MaxStack:    o.MaxStack,
		MemoryLimit: o.Memory / 4 * 3,
		Timers:      o.timers,
		Mute:        o.Mute,
		Watched:     o.Watch,
	})
	if err != nil {
		return &StartError{o.pkg, p.postMortem(true)}
	}
	for {
		select {
		case m, ok := <-p.msgs:
			switch m := m.(type) {
			case *worker.Ready:
				if o.entries(m.Entries) {
					p.entries, p.searches, p.asked = m.Entries, m.Searches, m.Asked
					return nil
				}
			case *worker.Fault:
				return fmt.Errorf("the worker of package %s refused to start: %s", o.pkg, report.PrintableLine(m.Text))
			}
			if !ok {
				return &StartError{o.pkg, p.postMortem(true)}
			} // else it was written by the package: the worker is still to speak
		case <-timeout.C:
			p.kill()
			<-p.exited
			return &StartError{o.pkg, Crash{Kind: Hang, Entry: -1}}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A StartError says that a worker did not come so far as to take jobs: the
// package under test ends or blocks the process in its initialization.
type StartError struct {
	Pkg   string // import path of the package
	Crash Crash
}

func (e *StartError) interrupted() bool {
	return e.Crash.Kind == Signal && e.Crash.Code == int(syscall.SIGINT)
}

func (e *StartError) Error() string {
	if e.Crash.Kind == Hang {
		return "the initialization of package " + e.Pkg + " does not end"
	}
	c := e.Crash
	c.Confirmed = true
	return "the initialization of package " + e.Pkg + " ends the process: " + c.String()
}

// send writes one frame. A worker that does not read for a while is as good
// as dead.
func (p *process) send(m worker.Message) error {
	p.in.SetWriteDeadline(time.Now().Add(10 * time.Second))
	p.frame = worker.Append(p.frame[:0], m)
	_, err := p.in.Write(p.frame)
	return err
}

// kill ends the process and its group.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return
	}
	select {
	case <-p.exited:
	default:
		p.killed = true
		killGroup(p.cmd.Process.Pid)
	}
}

// await waits for the end of a process whose stream has ended or that was
// killed. One that lives on has lost its descriptors and is killed.
func (p *process) await() {
	p.ignore()
	select {
	case <-p.exited:
	case <-time.After(drain):
		p.kill()
		<-p.exited
	}
	<-p.read
}

// postMortem says how a process died that await has waited for. inCall says
// whether code under test was running.
func (p *process) postMortem(inCall bool) Crash {
	p.await()
	st := p.cmd.ProcessState
	p.mu.Lock()
	defer p.mu.Unlock()
	e := exitInfo{excess: p.excess, killed: p.killed, code: st.ExitCode(), last: p.words.String(), inCall: inCall, full: resident(st) > p.memory/2}
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.signal = int(ws.Signal())
	}
	return classify(e)
}

// ignore lets listen end: nobody receives messages any more.
func (p *process) ignore() {
	if p.quit != nil {
		close(p.quit)
		p.quit = nil
	}
}

// close ends the process, politely first, and removes its directory.
func (p *process) close() {
	p.ignore()
	p.in.Close()
	select {
	case <-p.exited:
	case <-time.After(drain / 5):
		p.kill()
		<-p.exited
	}
	<-p.read
	p.out.Close()
	p.errs.Close()
	if p.watcher != nil {
		p.watcher.Close()
	}
	sandbox.Remove(p.dir)
}
