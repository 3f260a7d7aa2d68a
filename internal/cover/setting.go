package cover

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/worker"
)

// The behaviour of a case in a test depends on the environment of its process: environment
// variables (here: variables), files and the machine. A case of a function that could do harm
// runs in other settings before its test is written, and is dropped if it acts outside its
// process in one of them. First everything differs at once, then the variables that earlier runs asked for
// have a constant of the code, or one file is not as here.

const (
	mostSettings = 192 // processes in each of which the variables have a certain value, or one file differs
	mostFiles    = 8   // files of one case that are varied
	manyCPUs     = 64
)

// A setting describes how the environment of a process differs from the default one.
type setting struct {
	vars       map[string]string // environment variables to set; "" sets an empty value
	others     []string          // files whose existence is inverted
	elsewhere  bool              // simulate another machine, without the files of this one
	present    bool              // each file that the process asks for exists
	processors int               // 0: those of this machine
	test       bool              // pass the arguments that the go command passes to tests

	foreignZone bool          // the local time zone is testcheck.ForeignZone
	ahead       time.Duration // how far the clock is ahead; negative if it is behind
}

// here stands for a path in the worker's own directory in values of environment variables.
const here = "$HERE"

// words describes for a user how the setting differs for a case.
func (s *setting) words(t *tried) string {
	var list []string
	for _, names := range [][]string{t.asked, t.unheard, t.names} { // the names that the case asked for; other groups only if none of them is set
		for _, name := range names {
			switch value, ok := s.vars[name]; {
			case ok && value == here:
				list = append(list, name+" is a path")
			case ok:
				list = append(list, name+" is "+strconv.Quote(value))
			}
		}
		if len(list) > 0 {
			break
		}
	}
	for _, name := range s.others {
		list = append(list, "the file "+strconv.Quote(name)+" is not as here")
	}
	switch {
	case s.elsewhere:
		list = append(list, "the machine is another one")
	case s.present:
		list = append(list, "each file is there that it asks for")
	}
	if s.processors > 0 {
		list = append(list, "the processors are "+strconv.Itoa(s.processors))
	}
	if s.test {
		list = append(list, "it is run by go test")
	}
	return "where " + report.FirstOf(list, fewCalls)
}

// options returns the options of workers that run in the setting.
func (s *setting) options(o native.Options) native.Options {
	o.Watch = true
	o.Rights.Elsewhere, o.Rights.Present, o.Rights.Inverted, o.Rights.Processors = s.elsewhere, s.present, s.others, s.processors
	o.Rights.Ahead = s.ahead
	o.Environ = func(dir string) (env []string) {
		for _, name := range slices.Sorted(maps.Keys(s.vars)) {
			env = append(env, name+"="+strings.ReplaceAll(s.vars[name], here, dir+"/here"))
		}
		if s.foreignZone {
			if zone, err := testcheck.ForeignZone(dir); err == nil {
				env = append(env, zone)
			}
		}
		return env
	}
	if s.test {
		o.Args = []string{"-test.testlogfile=log", "-test.paniconexit0", "-test.timeout=10m0s"}
	}
	return o
}

// A tried case has the observations of its runs in other settings.
type tried struct {
	*testCase
	names   []string // environment variables that the case asked for
	unheard []string // environment variables that the case may have read unobserved
	files   []string // files that the case asked for
	values  []string // constants to set environment variables to
	acts    string   // how the case acts outside its process, and in which setting
}

// A variation is what one process has in another way than the default one: the value of all variables that a case may
// read, with all files there or not, or a file whose existence is inverted.
type variation struct {
	sets    bool
	value   string
	present bool
	file    string
}

// A world is one process in a setting with the cases that run in it.
type world struct {
	setting
	cases []*tried

	pauses  bool                // the goroutines of the runs pause at some of their blocks
	fresh   bool                // variables that a sync.Once sets are as in a new process
	collect bool                // garbage is collected before a second run of each case
	runs    []*native.RunResult // of the cases, in order; nil: not run
	asked   []string            // environment variables that the initialization of the package asked for
}

// underSettings runs cases in other settings and returns how they act outside their process, for
// the cases that do. Each case is run only once, also across calls, and not in the worlds machines, in
// which all cases ran before.
func (s *session) underSettings(ctx context.Context, u *unit, cases []*testCase, machines []*world) map[*testCase]string {
	if u.settings == nil {
		u.settings = map[string]*tried{}
	}
	var list []*tried
	for _, c := range cases {
		if key := c.key(); u.settings[key] == nil {
			u.settings[key] = &tried{testCase: c, files: slices.Clip(c.files)}
			list = append(list, u.settings[key])
		}
	}
	if len(list) > 0 {
		began := time.Now()
		n, left := s.tryAll(ctx, u, list, machines)
		s.timed("%d cases in %d other settings, in %s", len(list), n, report.Elapsed(time.Since(began)))
		if left > 0 {
			u.notes = append(u.notes, report.Note{Text: "runs of test cases in other settings, to see whether they act there, were left out, for want of time or because there were too many", Count: left})
		}
	}
	acts := map[*testCase]string{}
	for _, c := range cases {
		if how := u.settings[c.key()].acts; how != "" {
			acts[c] = how
		}
	}
	return acts
}

// tryAll runs cases in other settings. It returns the number of settings and the number of runs
// that were left out.
func (s *session) tryAll(ctx context.Context, u *unit, list []*tried, seen []*world) (settings, left int) {
	ctx, done := fraction(ctx, partDivisor)
	defer done()
	try := func(worlds []*world, packed int) {
		settings, left = settings+len(worlds), left+packed+s.visit(ctx, u, worlds)
	}
	machines := []*world{{setting: setting{processors: manyCPUs, test: true}, cases: list}}
	for _, w := range seen {
		machines = append(machines, w.of(list))
	}
	names, atStart := s.quiet.unheard(u.pkg), initialTexts(u.pkg)
	for _, t := range list {
		t.asks(t.asked)
		t.unheard, t.values = names, constantsOf(t.fn.main().seeds, atStart, slices.Concat(t.names, names))
	}
	try(machines, 0)
	for _, t := range list {
		for _, w := range machines {
			t.asks(w.asked)
		}
	}
	try(vary(list, func(t *tried) (of []variation) {
		for _, value := range general {
			of = append(of, variation{sets: true, value: value}, variation{sets: true, value: value, present: true})
		}
		return of
	}))
	try(vary(list, func(t *tried) (of []variation) {
		for _, name := range t.files[:min(len(t.files), mostFiles)] {
			of = append(of, variation{file: name})
		}
		for _, value := range t.values {
			of = append(of, variation{sets: true, value: value})
		}
		return of
	}))
	return settings, left
}

// asks adds environment variables and files that a run of the case asked for.
func (t *tried) asks(names []string, files ...string) {
	for _, name := range names {
		if variable(name) && !slices.Contains(t.names, name) {
			t.names = append(t.names, name)
		}
	}
	t.files = joined(t.files, files)
}

// all maps each environment variable to the same value.
func all(names []string, value string) map[string]string {
	vars := map[string]string{}
	for _, name := range names {
		vars[name] = value
	}
	return vars
}

// vary returns the worlds of the variations of each case that has not acted yet, and how many cases lack a world, because
// there would be too many.
func vary(list []*tried, of func(*tried) []variation) (worlds []*world, left int) {
	at := map[variation]*world{}
	for _, t := range list {
		names := slices.Concat(t.names, t.unheard)
		for _, v := range of(t) {
			w := at[v]
			switch {
			case t.acts != "" || v.sets && len(names) == 0:
				continue
			case w == nil && len(worlds) == mostSettings:
				left++
				continue
			case w == nil:
				w = &world{setting: setting{vars: map[string]string{}, present: v.present}}
				if v.file != "" {
					w.others = []string{v.file}
				}
				at[v], worlds = w, append(worlds, w)
			}
			if w.cases = append(w.cases, t); v.sets {
				maps.Copy(w.vars, all(names, v.value))
			}
		}
	}
	return worlds, left
}

// visit runs the cases of worlds. It returns the number of runs that were left out.
func (s *session) visit(ctx context.Context, u *unit, worlds []*world) (left int) {
	s.parallel(ctx, len(worlds), func(i int) { worlds[i].run(ctx, s, u) })
	for _, w := range worlds {
		for i, t := range w.cases {
			if i >= len(w.runs) || w.runs[i] == nil {
				left++
				continue
			}
			s.learn(u, w, t, s.ownRun(ctx, u, w, t, w.runs[i]))
		}
	}
	return left
}

// ownRun returns the run of a case in a world, or one in a process of its own where goroutines outlived the
// run that could act and that an earlier case of the world may have started.
func (s *session) ownRun(ctx context.Context, u *unit, w *world, t *tried, r *native.RunResult) *native.RunResult {
	if t.acts != "" || r.Result == nil || len(w.cases) == 1 || s.lingers(u, t.fn, r.Result.LeftStacks) == "" {
		return r
	}
	return s.alone(ctx, u, &w.setting, t, r)
}

// learn records the observations of one run of a case.
func (s *session) learn(u *unit, w *world, t *tried, r *native.RunResult) {
	if t.acts != "" {
		return
	}
	if r.Result != nil {
		t.asks(r.Result.EnvRead, r.FilesRead...)
		t.asked = joined(slices.Clip(t.asked), r.Result.EnvRead)
		t.acts = s.lingers(u, t.fn, r.Result.LeftStacks)
	}
	if r.FirstTouch != "" {
		t.acts = r.FirstTouch
	}
	if t.acts != "" {
		t.acts = w.words(t) + ": " + t.acts
	}
}

// of returns the world with some of its cases, and with their runs if all of them ran.
func (w *world) of(list []*tried) *world {
	part := &world{setting: w.setting, cases: list, asked: w.asked, runs: make([]*native.RunResult, len(list))}
	at := map[*testCase]*native.RunResult{}
	for i, r := range w.runs {
		at[w.cases[i].testCase] = r
	}
	for i, t := range list {
		if part.runs[i] = at[t.testCase]; part.runs[i] == nil {
			part.runs = nil
			break
		}
	}
	return part
}

// run runs the cases of the world in a new process, unless they have run. It removes all cases if the
// worker of the package cannot start in the setting, because no test can run there.
func (w *world) run(ctx context.Context, s *session, u *unit) {
	if w.runs == nil {
		w.runAll(ctx, s, u)
	}
	for i, r := range w.runs {
		if r != nil && r.FirstTouch != "" && len(w.cases) > 1 {
			w.runs[i] = s.alone(ctx, u, &w.setting, w.cases[i], r)
		}
	}
}

// runAll runs the cases of the world once.
func (w *world) runAll(ctx context.Context, s *session, u *unit) {
	pool, err := native.NewPool(ctx, u.binary, w.options(s.unitOptions(u)), 1)
	if start := (*native.StartError)(nil); errors.As(err, &start) {
		w.cases = nil
		return
	}
	if err != nil {
		return
	}
	defer pool.Close()
	w.asked = pool.EnvRead()
	jobs := make([]*worker.RunJob, len(w.cases))
	for i, t := range w.cases {
		jobs[i] = &worker.RunJob{ID: uint32(i), Entry: t.fn.entry, Vector: t.vector}
	}
	w.runs, _ = pool.Run(ctx, jobs) // cases without time to run have nil
}

// alone runs a case again in a process of its own: if the case acted in a shared process, a
// goroutine of an earlier case may have done it. It returns the new result, or before if there
// is no time for a run.
func (s *session) alone(ctx context.Context, u *unit, in *setting, t *tried, before *native.RunResult) *native.RunResult {
	w := &world{setting: *in, cases: []*tried{t}}
	if w.run(ctx, s, u); len(w.runs) > 0 && w.runs[0] != nil {
		return w.runs[0]
	}
	return before
}
