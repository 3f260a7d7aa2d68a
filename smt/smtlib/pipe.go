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
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	lines   *bufio.Reader // reads stdout line by line
	stderr  firstStderr   // first bytes of standard error
	queries int           // number of queries sent
	text    []byte        // buffer for a query and for its answer
	reader  reader        // reads answers

	mu     sync.Mutex
	reaped bool // the process was waited for; its ID may belong to another process
}

const (
	// maxAnswer is the largest size of an answer, in bytes.
	maxAnswer = 16 << 20

	// closeDelay is the time that pipes may stay open after the end of a process.
	closeDelay = time.Second

	// startTimeout is the time that a solver may take to start.
	startTimeout = 10 * time.Second
)

var (
	errTime      = errors.New("did not answer in time")
	errMalformed = errors.New("gave a malformed answer")
)

// start runs a program and sends the preamble.
func start(ctx context.Context, path string, d dialect, memory int64) (*process, error) {
	p := &process{cmd: exec.Command(path, d.args...)}
	p.cmd.SysProcAttr = attributes()
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = closeDelay
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.stdout, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	p.lines = bufio.NewReaderSize(p.stdout, 1<<16)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("does not start: %w", err)
	}
	limit(p.cmd.Process.Pid, memory)
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	switch answer, err := p.ask(ctx, d.preamble); {
	case err != nil:
		p.killAndWait()
		return nil, err
	case len(answer) > 0:
		p.killAndWait()
		return nil, fmt.Errorf("%w when it started: %.60q", errMalformed, printNode(answer[0]))
	}
	return p, nil
}

// ask sends commands and returns the answer, which is valid until the next call. After an error
// the process cannot be used again. If ctx ends, the process is killed.
func (p *process) ask(ctx context.Context, commands string) ([]node, error) {
	stop := context.AfterFunc(ctx, p.kill)
	answer, err := p.exchange(commands)
	if !stop() {
		return nil, errTime
	}
	if err != nil && !errors.Is(err, errMalformed) {
		return nil, p.exitError()
	}
	return answer, err
}

// exchange sends commands and reads the answer, without the limits. The end of an answer is an
// echo of a unique number.
func (p *process) exchange(commands string) ([]node, error) {
	p.queries++
	end := "answered-" + strconv.Itoa(p.queries)
	p.text = append(append(append(append(p.text[:0], commands...), "(echo \""...), end...), "\")\n"...)
	if _, err := p.stdin.Write(p.text); err != nil {
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
		if all = append(all, line...); len(all) > maxAnswer {
			return nil, fmt.Errorf("%w: more than %d bytes", errMalformed, maxAnswer)
		}
	}
	nodes, err := p.reader.readAll(string(all))
	if err != nil {
		return nil, fmt.Errorf("%w: %.60q", errMalformed, all)
	}
	for i, n := range nodes {
		if n.head() == "error" && (i == 0 || nodes[i-1].atom != "unsat" && nodes[i-1].atom != "unknown") {
			return nil, fmt.Errorf("%w: %.120q", errMalformed, printNode(n))
		}
	}
	return nodes, nil
}

// exitError returns an error that says how the process ended.
func (p *process) exitError() error {
	how := "ended"
	p.killAndWait()
	if s := p.cmd.ProcessState; s != nil {
		how += " with " + s.String()
	}
	if words := p.stderr.line(); words != "" {
		how += ": " + words
	}
	return errors.New(how)
}

// kill kills the process and its group. It also closes the output, because a child that left
// the group may hold the pipe open.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		_ = killGroup(p.cmd.Process.Pid) // it may have ended
		p.stdout.Close()
	}
}

// killAndWait kills the process, waits for it, and returns the processor time that it took.
func (p *process) killAndWait() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return p.cpuTime()
	}
	_ = killGroup(p.cmd.Process.Pid)
	p.stdin.Close()
	p.stdout.Close()
	_ = p.cmd.Wait() // the state has the exit status
	p.reaped = true
	return p.cpuTime()
}

func (p *process) cpuTime() time.Duration {
	s := p.cmd.ProcessState
	if s == nil {
		return 0
	}
	return s.UserTime() + s.SystemTime()
}

// firstStderr keeps the first 1000 bytes that a process writes to standard error.
type firstStderr struct {
	mu   sync.Mutex
	kept []byte
}

func (w *firstStderr) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, b[:min(len(b), 1000-len(w.kept))]...)
	return len(b), nil
}

// line returns the first line.
func (w *firstStderr) line() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	first, _, _ := strings.Cut(strings.TrimSpace(string(w.kept)), "\n")
	return first
}

// printNode prints an expression.
func printNode(n node) string {
	if !n.isList {
		return n.atom
	}
	var parts []string
	for _, m := range n.list {
		parts = append(parts, printNode(m))
	}
	return "(" + strings.Join(parts, " ") + ")"
}
