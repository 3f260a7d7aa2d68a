package engine

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"time"
)

// A process is a worker in a process of its own, which runs Serve on its standard input and output.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *json.Decoder
	errs    *tail
}

// StartProcess returns a function that starts a command, which calls Serve, as a worker.
func StartProcess(name string, args ...string) func() (Worker, error) {
	return func() (Worker, error) {
		p := &process{cmd: exec.Command(name, args...), errs: &tail{}}
		p.cmd.Stderr = p.errs
		p.cmd.WaitDelay = time.Second // grandchildren may hold standard error
		out, err := p.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if p.in, err = p.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		p.answers = json.NewDecoder(out)
		if err := p.cmd.Start(); err != nil {
			return nil, err
		}
		return p, nil
	}
}

// Do implements Worker.
func (p *process) Do(ctx context.Context, j *Job) (*Result, error) {
	type answer struct {
		res Result
		err error
	}
	answers := make(chan *answer, 1)
	go func() {
		a := &answer{}
		if a.err = json.NewEncoder(p.in).Encode(j); a.err == nil {
			a.err = p.answers.Decode(&a.res)
		}
		answers <- a
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case a := <-answers:
		if a.err == nil {
			return &a.res, nil
		}
		p.Close()
		return nil, &EndedError{p.cmd.ProcessState.String(), p.errs.String()}
	}
}

// patience is how long a worker may take to clean up.
const patience = 5 * time.Second

// Close ends the process: first by the end of its input, which drops its job, then by force.
func (p *process) Close() {
	p.in.Close()
	force := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	p.cmd.Wait()
	force.Stop()
}

// A tail keeps the end of a text.
type tail struct{ text []byte }

const mostSaid = 1 << 14

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if extra := len(t.text) - mostSaid; extra > 0 {
		t.text = t.text[extra:]
	}
	return len(b), nil
}

// String returns one line: the one with which a panic begins, or else the last.
func (t *tail) String() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
	}
	return lines[len(lines)-1]
}
