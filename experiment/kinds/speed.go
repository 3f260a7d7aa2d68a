package kinds

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"nearmiss/experiment/fuzzing"
	"nearmiss/experiment/place"
	"nearmiss/experiment/task"
	"nearmiss/internal/cover"
	"nearmiss/internal/load"
)

// fuzz is the arm of go test -fuzz, and of the inputs that it keeps.
const fuzz = "fuzz"

// speed is how often a function is run in a second: by the searches of nearmiss as published, for all its branches in
// turn, so that a branch that they do not find uses up the budget; and by go test -fuzz.
func speed() *task.Kind {
	return &task.Kind{
		Name: "speed", Doc: "runs of a function in a second, on one worker",
		Subject: []task.Option{
			{Name: "func", Required: true, Doc: "function without receiver, named as for nearmiss worst, from the directory dir"},
		},
		Arm: []task.Option{
			{Name: "algo", Required: true, Values: []string{"avm", "ga", "random", fuzz}, Doc: "search as published, or go test -fuzz"},
			{Name: "fitness", Values: []string{"standard", "symbolic"}, Doc: "of a search"},
		},
		Budget: []task.Option{
			{Name: "evals", Type: task.Int, Least: 1, Required: true, Doc: "runs of a search"},
			{Name: "time", Type: task.Duration, Required: true, Doc: "time of go test -fuzz"},
		},
		Measures: []task.Measure{
			{Name: "evaluations", Doc: "runs of the function"},
			{Name: "per_second", Doc: "runs of the function a second"},
		},
		Check: func(arm, _ task.Options) error {
			if (arm.Text("algo") == fuzz) != (arm.Text("fitness") == "") {
				return errors.New("searches have a fitness, and go test -fuzz has none")
			}
			return nil
		},
		Find: findFuncs,
		Open: func(_ context.Context, dir string, _ task.Options) (task.Session, error) {
			return speedSession(dir), nil
		},
	}
}

// A speedSession is the directory that subjects are named from.
type speedSession string

func (speedSession) Close() error { return nil }

// Run implements task.Session.
func (s speedSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	var runs, seconds float64
	if c.Arm.Text("algo") == fuzz {
		runs, seconds, err = s.fuzz(ctx, c)
	} else {
		runs, seconds, err = s.search(ctx, c)
	}
	m.Numbers = map[string]float64{"evaluations": runs, "per_second": runs / seconds}
	return m, err
}

func (s speedSession) search(ctx context.Context, c task.Cell) (runs, seconds float64, err error) {
	p, err := originOf(c.Subject)
	if err != nil {
		return 0, 0, err
	}
	o := optionsOf(string(s), p.local, p.pattern)
	o.Globals, o.Paper, o.Algo, o.Fitness = false, true, c.Arm.Text("algo"), c.Arm.Text("fitness")
	o.Seed, o.Evals = c.Seed, c.Budget.Int("evals")
	r, err := cover.Run(ctx, o)
	if err != nil {
		return 0, 0, err
	}
	f := r.Packages[0].Functions[0]
	if f.Evaluations == 0 {
		return 0, 0, fmt.Errorf("%s was not run: %s", f.Name, f.Reason)
	}
	return float64(f.Evaluations), float64(max(f.ElapsedMS, 1)) / 1000, nil
}

// progress is what go test -fuzz prints every three seconds and at its end.
var progress = regexp.MustCompile(`elapsed: (\d+)s, execs: (\d+)`)

// fuzz fuzzes a function with one worker. All files are in a directory of their own.
func (s speedSession) fuzz(ctx context.Context, c task.Cell) (runs, seconds float64, err error) {
	pkg, decl, err := loadFunc(ctx, string(s), c.Subject.Text("func"))
	if err != nil {
		return 0, 0, err
	}
	text, err := fuzzTest(pkg, decl)
	if err != nil {
		return 0, 0, err
	}
	home, err := os.MkdirTemp("", "fuzz-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(home)
	at := func(name string) string { return filepath.Join(home, name) }
	overlay := fmt.Sprintf(`{"Replace": {%q: %q}}`, filepath.Join(pkg.Dir, "zz_nearmiss_fuzz_test.go"), at("fuzz_test.go"))
	err = errors.Join(os.WriteFile(at("fuzz_test.go"), []byte(text), 0o666), os.WriteFile(at("overlay.json"), []byte(overlay), 0o666))
	if err != nil {
		return 0, 0, err
	}
	build := []string{"go", "test", "-c", "-vet=off", "-fuzz=.", "-overlay", at("overlay.json"), "-o", at("fuzz.test"), pkg.ImportPath}
	if _, err := place.Run(ctx, string(s), nil, build...); err != nil {
		return 0, 0, err
	}
	run := exec.CommandContext(ctx, at("fuzz.test"), "-test.run=^$", "-test.fuzz=^FuzzNearmiss$", "-test.parallel=1",
		"-test.fuzztime="+c.Budget.Text("time"), "-test.fuzzcachedir="+at("cache"))
	run.Dir = home
	out, err := run.CombinedOutput()
	if err != nil && !fuzzing.OutOfTime(string(out)) {
		return 0, 0, fmt.Errorf("%w\n%s", err, out)
	}
	all := progress.FindAllSubmatch(out, -1)
	if len(all) == 0 {
		return 0, 0, fmt.Errorf("no figures in\n%s", out)
	}
	seconds, _ = strconv.ParseFloat(string(all[len(all)-1][1]), 64)
	runs, _ = strconv.ParseFloat(string(all[len(all)-1][2]), 64)
	return runs, max(seconds, 1), nil
}

// loadFunc loads the package of a function and returns its declaration.
func loadFunc(ctx context.Context, dir, name string) (*load.Package, *ast.FuncDecl, error) {
	pattern, local, err := load.ParseName(name)
	if err != nil {
		return nil, nil, err
	}
	list, err := load.Load(ctx, dir, load.Options{}, pattern)
	if err != nil {
		return nil, nil, err
	}
	pkg, err := load.Only(list, pattern)
	if err != nil {
		return nil, nil, err
	}
	decl, err := load.FindFunc(pkg, local)
	return pkg, decl, err
}

// fuzzTest returns a test file that fuzzes a function.
func fuzzTest(pkg *load.Package, decl *ast.FuncDecl) (string, error) {
	sig := pkg.Info.Defs[decl.Name].Type().(*types.Signature)
	if sig.Recv() != nil || sig.TypeParams() != nil || sig.Variadic() || sig.Params().Len() == 0 {
		return "", fmt.Errorf("%s has a receiver or type parameters, is variadic or has no parameters", decl.Name)
	}
	var params, args []string
	for p := range sig.Params().Variables() {
		arg := fmt.Sprint("p", len(args))
		params, args = append(params, arg+" "+p.Type().String()), append(args, arg)
	}
	return fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc FuzzNearmiss(f *testing.F) {\n\tf.Fuzz(func(_ *testing.T, %s) { %s(%s) })\n}\n",
		pkg.Name, strings.Join(params, ", "), decl.Name, strings.Join(args, ", ")), nil
}
