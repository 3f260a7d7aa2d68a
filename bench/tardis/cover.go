package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/input"
	"nearmiss/internal/cover"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// coverName selects cover among the strategies.
const coverName = "cover"

// cover runs cover on a package, and the inputs of its tests as the strategies run theirs, to
// count the paths that the tests take in the method under test. The budget of cover is
// larger than that of a strategy: as many evaluations for each branch, or the time of all methods
// together.
func (c *config) cover(ctx context.Context, kept *journal, typ string, names []string) error {
	tests := map[uint64][]*record{}
	cases := map[*record][]cover.Case{}
	for seed := range uint64(c.seeds) {
		if kept.Done[key{typ, names[0], coverName, seed + 1, c.budget()}] != nil {
			continue
		}
		list, rep, err := cover.Cases(ctx, cover.Options{
			Patterns: []string{subjects + typ}, Evals: c.sequences, Common: subject.Common{Time: c.time * time.Duration(len(names)), Seed: seed + 1},
		})
		if ctx.Err() != nil {
			return nil // not done
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			r := &record{Type: typ, Method: name, Strategy: coverName, Seed: seed + 1, Budget: c.budget(), Status: rep.Stopped}
			r.Revision, r.Date = experiment.Revision(), time.Now().Format(time.DateOnly)
			for _, f := range rep.Packages[0].Functions {
				if f.Name == name {
					r.Sequences, r.Elapsed = int(f.Evaluations), f.ElapsedMS
				}
			}
			for _, k := range list {
				if k.Func == name {
					cases[r] = append(cases[r], k)
				}
			}
			tests[seed+1] = append(tests[seed+1], r)
		}
	}
	for i, name := range names {
		b, err := c.build(ctx, subjects+typ+"."+name)
		if err != nil {
			return err
		}
		for _, list := range tests {
			if err = b.count(ctx, list[i], cases[list[i]]); err != nil {
				break
			}
		}
		b.Close()
		if err != nil {
			return err
		}
	}
	for seed := range uint64(c.seeds) {
		for _, r := range tests[seed+1] {
			fmt.Fprintf(os.Stderr, "%s %s %s seed %d: %d paths of %d tests, %d evaluations\n", r.Type, r.Method, r.Strategy, r.Seed, len(r.Found), len(cases[r]), r.Sequences)
			if err := kept.Add(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// count adds the paths that inputs take to a record.
func (b *built) count(ctx context.Context, r *record, cases []cover.Case) error {
	p, err := object.New(ctx, b.m, b.code, object.Options{})
	if err != nil {
		return err
	}
	defer p.Close()
	var calls []input.Vector
	for _, k := range cases {
		if !bytes.Equal(encoded(k.Sig), encoded(b.m.Fn.Sig)) {
			return errors.New(r.Method + ": the inputs of cover are others than those of the strategies")
		}
		calls = append(calls, k.Vector)
	}
	made, err := p.MakeStates(ctx, calls)
	if err != nil {
		return err
	}
	var seen []uint64
	for _, v := range made {
		run, err := p.Run(ctx, v, nil)
		if err != nil {
			return err
		}
		if path := pathOf(run.Path); !slices.Contains(seen, path) && !onNil(&b.m, v) {
			seen = append(seen, path)
			r.Found = append(r.Found, [3]uint64{uint64(r.Sequences), uint64(r.Elapsed), path})
		}
	}
	return nil
}

// encoded returns the signature as a worker gets it. Vectors of one signature are inputs of any
// other with the same encoding.
func encoded(s *input.Signature) []byte { return worker.Append(nil, &worker.SearchJob{Signature: s}) }
