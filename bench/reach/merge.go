package main

import (
	"context"
	"fmt"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// complete gives the functions of a package that nothing is known of the
// reason why.
func (r *result) complete(ctx context.Context) error {
	if r.Failed == "" {
		return nil
	}
	pkgs, err := load.Load(ctx, ".", load.Options{}, r.Package)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, f := range r.Funcs {
		known[f.Func] = true
	}
	for _, p := range pkgs {
		for _, d := range p.FuncDecls() {
			name := cfg.FuncName(d)
			if !known[name] {
				at := p.Fset.Position(d.Name.Pos())
				r.Funcs = append(r.Funcs, reached{Func: name, Position: fmt.Sprintf("%s:%d", at.Filename, at.Line), Reason: "package failed: " + r.Failed})
			}
		}
	}
	return nil
}

// exportedFuncs lists the functions that count, each once: of several entries
// of one function the one that came back.
func (r *result) exportedFuncs() []reached {
	var out []reached
	at := map[string]int{}
	for _, f := range r.Funcs {
		if !exported(f.Func) {
			continue
		}
		i, ok := at[f.Func]
		switch {
		case !ok:
			at[f.Func] = len(out)
			out = append(out, f)
		case out[i].Returned == 0 && (f.Returned > 0 || out[i].Reason != "" && f.Reason == ""):
			out[i] = f
		}
	}
	return out
}

// count returns how many of the functions came back, and how many there are.
func (r *result) count() (returned, all int) {
	for _, f := range r.exportedFuncs() {
		if f.Returned > 0 {
			returned++
		}
		all++
	}
	return returned, all
}
