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
	cmd       *exec.Cmd
	dir       string   // working directory of the worker
	stdin     *os.File // frames to the worker
	frame     []byte   // the last frame sent; its memory is reused
	frames    *os.File // frames from the worker
	stderr    *os.File // standard error of the worker
	messages  chan worker.Message
	quit      chan struct{} // closed when there is no reader of messages any more
	streamEnd chan struct{} // closed when listen returns
	exited    chan struct{} // closed when the process has exited and its standard error is read

	watcher   *sandbox.Watcher // nil without Options.Watch
	lastWords lastWords
	memory    int64    // memory limit in bytes
	entries   []string // names of the functions
	searches  []string // names of the search algorithms
	envRead   []string // environment variables that package initialization read

	mu     sync.Mutex
	reaped bool           // the process was waited for, and the system may have reused its number
	killed bool           // this process has killed the worker
	excess sandbox.Excess // the limit that the worker exceeded
}

// memorySlack is the memory, in bytes, that a worker may have in addition to its data segment,
// which has a limit of its own: stacks of threads, page tables and shared memory.
const memorySlack = 32 << 20

// pipeGrace is the time after which the pipes of a dead worker are closed.
// Processes that the worker started may hold them open.
const pipeGrace = 200 * time.Millisecond

// startProcess starts a worker, and waits until the package under test is
// initialized and the worker is ready for jobs. It starts another one, once, if an
// interrupt from the terminal ends a worker that has no process group of its own
// yet, or if the worker is not ready in time: a machine that is busy or stands still
// looks like an initialization that hangs.
func startProcess(ctx context.Context, path string, o *Options, mem *sharedMemory) (*process, error) {
	p, err := startOnce(ctx, path, o, mem)
	if ended := (*StartError)(nil); errors.As(err, &ended) && (ended.interrupted() || ended.Crash.Kind == Hang) && ctx.Err() == nil {
		return startOnce(ctx, path, o, mem)
	}
	return p, err
}

func startOnce(ctx context.Context, path string, options *Options, mem *sharedMemory) (*process, error) {
	dir, err := os.MkdirTemp(options.TempDir, "nearmiss-run-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the worker: %w", err)
	}
	proc := &process{
		dir:       dir,
		memory:    options.Memory,
		messages:  make(chan worker.Message),
		quit:      make(chan struct{}),
		streamEnd: make(chan struct{}),
		exited:    make(chan struct{}),
	}
	if err := proc.spawn(path, options, mem); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := proc.handshake(ctx, options); err != nil {
		proc.close()
		return nil, err
	}
	if proc.watcher != nil {
		proc.watcher.Mark() // ignore the initialization
	}
	return proc, nil
}

// environ returns the environment of a worker. GOTRACEBACK suppresses stack traces: the input that
// causes a crash is known without them.
func (o *Options) environ(dir string) []string {
	env := []string{"GOTRACEBACK=none", "HOME=" + dir, "TMPDIR=" + dir, "PWD=" + dir}
	if o.Environ != nil {
		env = append(env, o.Environ(dir)...) // of equal names, the last one counts
	}
	return env
}

// spawn starts the worker with its pipes and limits, and the goroutines that serve it.
func (p *process) spawn(path string, options *Options, mem *sharedMemory) (err error) {
	var workerEnds []*os.File
	defer func() {
		for _, f := range workerEnds {
			f.Close()
		}
		if err != nil {
			for _, f := range []*os.File{p.stdin, p.frames, p.stderr} {
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
	p.stdin, p.frames, p.stderr = inW, outR, errR
	for _, f := range []*os.File{inR, outW, errW} {
		if f != nil {
			workerEnds = append(workerEnds, f)
		}
	}
	if err != nil {
		return fmt.Errorf("cannot make pipes for the worker: %w", err)
	}
	p.cmd = &exec.Cmd{
		// A fixed name, as in the executor: the path differs between builds. A program that starts itself is seen to do so.
		Path: path, Args: append([]string{"/proc/self/exe"}, options.Args...),
		Dir: p.dir, Env: options.environ(p.dir),
		Stderr:      errW,
		ExtraFiles:  []*os.File{worker.FDIn - 3: inR, worker.FDOut - 3: outW, worker.FDShared - 3: mem.file},
		SysProcAttr: workerAttr(),
	}
	if err = p.restrict(options); err != nil {
		return fmt.Errorf("cannot launch the worker: %w", err)
	}
	if err = p.cmd.Start(); err != nil {
		return fmt.Errorf("cannot start the worker: %w", err)
	}
	if p.watcher != nil {
		p.watcher.Begin()
	}
	if options.Sandbox == (sandbox.Parts{}) { // in a sandbox, the launcher sets the limits as its last step
		if lerr := limit(p.cmd.Process.Pid, options.Memory); lerr != nil {
			KillGroup(p.cmd.Process.Pid)
			p.cmd.Wait()
			err = fmt.Errorf("cannot limit the worker: %w", lerr)
			return err
		}
	}
	go p.listen(p.quit)
	go p.wait()
	if options.Sandbox != (sandbox.Parts{}) {
		g := sandbox.Guard{Dir: p.dir, Pid: p.cmd.Process.Pid, Memory: options.Memory + memorySlack}
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

// restrict changes the command so that the worker runs with restricted rights.
func (p *process) restrict(options *Options) error {
	if options.Launch != nil {
		if err := options.Launch(p.cmd); err != nil {
			return err
		}
	}
	policy := options.Rights
	policy.Write, policy.Memory = append(slices.Clone(policy.Write), p.dir), options.Memory
	switch {
	case options.Watch && options.Sandbox.Seccomp:
		var err error
		p.watcher, err = options.Sandbox.Watch(p.cmd, policy)
		return err
	case options.Sandbox != sandbox.Parts{}:
		return options.Sandbox.Wrap(p.cmd, policy)
	}
	return nil
}

// listen sends the worker's messages to p.messages, until the stream ends or is invalid.
func (p *process) listen(quit <-chan struct{}) {
	defer close(p.streamEnd)
	defer close(p.messages)
	r := worker.NewReader(bufio.NewReader(p.frames))
	for {
		m, err := r.Read()
		if err != nil {
			if err != io.EOF && err != io.ErrUnexpectedEOF {
				p.kill() // after an invalid frame, the stream cannot be decoded any more
			}
			return
		}
		select {
		case p.messages <- m:
		case <-quit:
			return
		}
	}
}

// wait reads the standard error of the worker and waits for its exit.
func (p *process) wait() {
	silent := make(chan struct{})
	go func() {
		io.Copy(&p.lastWords, p.stderr)
		close(silent)
	}()
	ended := awaitEnd(p.cmd.Process.Pid)
	p.mu.Lock()
	if ended {
		KillGroup(p.cmd.Process.Pid) // descendants that outlive the worker
	}
	p.reaped = ended
	p.mu.Unlock()
	p.cmd.Wait()
	p.stderr.SetReadDeadline(time.Now().Add(pipeGrace))
	p.frames.SetReadDeadline(time.Now().Add(pipeGrace))
	<-silent
	close(p.exited)
}

// handshake sends Init and waits for Ready.
func (p *process) handshake(ctx context.Context, options *Options) error {
	timeout := time.NewTimer(options.StartTimeout)
	defer timeout.Stop()
	err := p.send(&worker.Init{
		Version:     worker.Version,
		Conditions:  options.Conditions,
		Sites:       options.Sites,
		Slots:       options.Slots,
		Fuel:        options.Fuel,
		MaxStack:    options.MaxStack,
		MemoryLimit: options.Memory / 4 * 3,
		Timers:      options.timers,
		Mute:        options.Mute,
		Watched:     options.Watch,
	})
	if err != nil {
		return &StartError{options.pkg, p.postMortem(true)}
	}
	for {
		select {
		case m, ok := <-p.messages:
			switch m := m.(type) {
			case *worker.Ready:
				if options.hasEntries(m.Entries) {
					p.entries, p.searches, p.envRead = m.Entries, m.Searches, m.EnvRead
					return nil
				}
			case *worker.Fault:
				return fmt.Errorf("the worker of package %s refused to start: %s", options.pkg, report.PrintableLine(m.Text))
			}
			if !ok {
				return &StartError{options.pkg, p.postMortem(true)}
			} // other messages come from the package under test; Ready is still to come
		case <-timeout.C:
			p.kill()
			<-p.exited
			return &StartError{options.pkg, Crash{Kind: Hang, Entry: -1}}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A StartError says that a worker was not ready for jobs, because the package
// under test ends or blocks the process in its initialization.
type StartError struct {
	Pkg   string // import path of the package
	Crash Crash
}

// interrupted reports whether an interrupt signal ended the worker.
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

// send writes one frame. It fails if the worker does not read for ten seconds.
func (p *process) send(m worker.Message) error {
	p.stdin.SetWriteDeadline(time.Now().Add(10 * time.Second))
	p.frame = worker.Append(p.frame[:0], m)
	_, err := p.stdin.Write(p.frame)
	return err
}

// kill kills the process and its process group.
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
		KillGroup(p.cmd.Process.Pid)
	}
}

// awaitExit waits for the exit of a process that was killed or whose stream has
// ended. A process that does not exit has lost its descriptors, and is killed.
func (p *process) awaitExit() {
	p.stopListening()
	select {
	case <-p.exited:
	case <-time.After(pipeGrace):
		p.kill()
		<-p.exited
	}
	<-p.streamEnd
}

// postMortem waits for the exit of a process and returns the crash. inCall says
// whether code under test was running.
func (p *process) postMortem(inCall bool) Crash {
	p.awaitExit()
	st := p.cmd.ProcessState
	p.mu.Lock()
	defer p.mu.Unlock()
	e := exitInfo{excess: p.excess, killed: p.killed, code: st.ExitCode(), words: p.lastWords.String(), inCall: inCall, nearLimit: resident(st) > p.memory/2}
	if ws, ok := st.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.signal = int(ws.Signal())
	}
	return classify(e)
}

// stopListening makes listen return instead of waiting for a receiver.
func (p *process) stopListening() {
	if p.quit != nil {
		close(p.quit)
		p.quit = nil
	}
}

// close ends the process, kills it if it does not exit in time, and removes its directory.
func (p *process) close() {
	p.stopListening()
	p.stdin.Close()
	select {
	case <-p.exited:
	case <-time.After(pipeGrace / 5):
		p.kill()
		<-p.exited
	}
	<-p.streamEnd
	p.frames.Close()
	p.stderr.Close()
	if p.watcher != nil {
		p.watcher.Close()
	}
	sandbox.Remove(p.dir)
}
