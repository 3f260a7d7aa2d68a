package smtlib

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// process is a running solver.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	lines *bufio.Reader
	last  lastWords
	asked int
	text  []byte // room for a question and for an answer
	read  reader // of answers

	mu     sync.Mutex
	reaped bool // its number may belong to another by now
}

const (
	// most is how long an answer may be.
	most = 16 << 20

	// linger is how long pipes may stay open after the end of a process.
	linger = time.Second

	// starting is how long a solver may take to say that it is there.
	starting = 10 * time.Second
)

// What becomes of a question, other than an answer.
var (
	errTime     = errors.New("did not answer in time")
	errNonsense = errors.New("answered nonsense")
)

// start runs a program and has it take in the preamble.
func start(ctx context.Context, path string, d dialect, memory int64) (*process, error) {
	p := &process{cmd: exec.Command(path, d.args...)}
	p.cmd.SysProcAttr = attributes()
	p.cmd.Stderr = &p.last
	p.cmd.WaitDelay = linger
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	p.lines = bufio.NewReaderSize(p.out, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("does not start: %w", err)
	}
	limit(p.cmd.Process.Pid, memory)
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	switch answer, err := p.ask(ctx, d.preamble); {
	case err != nil:
		p.end()
		return nil, err
	case len(answer) > 0:
		p.end()
		return nil, fmt.Errorf("%w when it was started: %.60q", errNonsense, text(answer[0]))
	}
	return p, nil
}

// ask sends commands and returns all that is answered, which is good until it
// is used again. After an error the
// process is of no more use; if ctx has ended, it is killed.
func (p *process) ask(ctx context.Context, commands string) ([]node, error) {
	stop := context.AfterFunc(ctx, p.kill)
	answer, err := p.exchange(commands)
	if !stop() {
		return nil, errTime
	}
	if err != nil && !errors.Is(err, errNonsense) {
		return nil, p.death()
	}
	return answer, err
}

// exchange is ask without the limits. The end of an answer is an echo of a
// number that is used once.
func (p *process) exchange(commands string) ([]node, error) {
	p.asked++
	end := "answered-" + strconv.Itoa(p.asked)
	p.text = append(append(append(append(p.text[:0], commands...), "(echo \""...), end...), "\")\n"...)
	if _, err := p.in.Write(p.text); err != nil {
		return nil, err
	}
	all := p.text[:0]
	for {
		line, err := p.lines.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return nil, err
		}
		if string(bytes.Trim(line, "\" \r\n")) == end {
			p.text = all
			break
		}
		if all = append(all, line...); len(all) > most {
			return nil, fmt.Errorf("%w: more than %d bytes", errNonsense, most)
		}
	}
	nodes, err := p.read.all(string(all))
	if err != nil {
		return nil, fmt.Errorf("%w: %.60q", errNonsense, all)
	}
	for i, n := range nodes {
		if n.head() == "error" && (i == 0 || nodes[i-1].atom != "unsat" && nodes[i-1].atom != "unknown") {
			return nil, fmt.Errorf("%w: %.120q", errNonsense, text(n))
		}
	}
	return nodes, nil
}

// death says how the process ended.
func (p *process) death() error {
	how := "ended"
	p.end()
	if s := p.cmd.ProcessState; s != nil {
		how += " with " + s.String()
	}
	if words := p.last.line(); words != "" {
		how += ": " + words
	}
	return errors.New(how)
}

// kill ends the process and what it started. Reading from it fails then, even
// if something that left its group holds the pipe.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = killGroup(p.cmd.Process.Pid) // it may have ended
		p.out.Close()
	}
}

// end kills the process and waits for it. It returns the processor time that
// it took.
func (p *process) end() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return p.taken()
	}
	_ = killGroup(p.cmd.Process.Pid)
	p.in.Close()
	p.out.Close()
	_ = p.cmd.Wait() // how it ended is in its state
	p.reaped = true
	return p.taken()
}

func (p *process) taken() time.Duration {
	s := p.cmd.ProcessState
	if s == nil {
		return 0
	}
	return s.UserTime() + s.SystemTime()
}

// lastWords keeps the beginning of what a process writes to standard error.
type lastWords struct {
	mu   sync.Mutex
	kept []byte
}

func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, b[:min(len(b), 1000-len(w.kept))]...)
	return len(b), nil
}

// line is the first line.
func (w *lastWords) line() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	first, _, _ := strings.Cut(strings.TrimSpace(string(w.kept)), "\n")
	return first
}

// text writes an expression again.
func text(n node) string {
	if !n.isList {
		return n.atom
	}
	var parts []string
	for _, m := range n.list {
		parts = append(parts, text(m))
	}
	return "(" + strings.Join(parts, " ") + ")"
}
