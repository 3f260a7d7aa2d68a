package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"nearmiss/experiment/kinds"
	"nearmiss/experiment/report"
	"nearmiss/experiment/store"
	"nearmiss/experiment/task"
)

func statusCommand(*flag.FlagSet) func(context.Context, env, []string) error {
	return func(ctx context.Context, e env, args []string) error {
		dir, err := one(args, "directory of rows")
		if err != nil {
			return err
		}
		r, err := load(ctx, dir)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "%s: %d of %d rows, %d with an error; %s\n", r.Campaign.Name,
			len(r.Rows), r.All(), len(r.Failed()), r.Made())
		if r.Others > 0 {
			fmt.Fprintf(e.stdout, "%d more rows are of cells that the campaign file no longer has\n", r.Others)
		}
		if store.Busy(dir) {
			fmt.Fprintln(e.stdout, "a process works on it")
		}
		return nil
	}
}

func reportCommand(fs *flag.FlagSet) func(context.Context, env, []string) error {
	csv := fs.String("csv", "", "write all rows as CSV to `FILE`, - for standard output")
	json := fs.String("json", "", "write all rows as JSON, with curves, to `FILE`, - for standard output")
	seeds := seedsFlag(fs)
	before := fs.String("before", "", "compare the rows, cell by cell, with those of `ROWS`: a directory, or a file that pack has made")
	html := fs.String("html", "", "write the report as one page with figures and all rows to `FILE`, - for standard output")
	return func(ctx context.Context, e env, args []string) error {
		dir, err := one(args, "directory of rows")
		if err != nil {
			return err
		}
		r, err := load(ctx, dir)
		if err != nil {
			return err
		}
		if err := r.Limit(*seeds); err != nil {
			return usageError{err}
		}
		if *before != "" {
			old, err := load(ctx, *before)
			if err != nil {
				return err
			}
			return r.Compare(e.stdout, old)
		}
		if *csv == "" && *json == "" && *html == "" {
			return r.Markdown(e.stdout)
		}
		return errors.Join(export(e, *csv, r.CSV), export(e, *json, r.JSON), export(e, *html, r.HTML))
	}
}

// load loads the rows of a directory, or of a file of packed rows.
func load(ctx context.Context, place string) (*report.Report, error) {
	if at, err := os.Stat(place); err == nil && !at.IsDir() {
		dir, err := os.MkdirTemp("", "rows-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if err := store.Unpack(place, dir); err != nil {
			return nil, err
		}
		place = dir
	}
	rows, err := store.Read(place)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return report.Load(ctx, rows, kinds.All())
}

func packCommand(*flag.FlagSet) func(context.Context, env, []string) error {
	return func(ctx context.Context, _ env, args []string) error {
		if len(args) != 2 {
			return usageError{errors.New("experiment: name a directory of rows and a file; experiment -h explains them")}
		}
		rows, err := store.Read(args[0])
		if err != nil {
			return err
		}
		return errors.Join(rows.Pack(ctx, args[1]), rows.Close())
	}
}

// export writes to a file, - for standard output, or nothing without a name.
func export(e env, name string, write func(io.Writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return write(e.stdout)
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func kindsCommand(*flag.FlagSet) func(context.Context, env, []string) error {
	return func(_ context.Context, e env, _ []string) error {
		out := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		for _, k := range kinds.All() {
			fmt.Fprintf(out, "\ntask %s: %s\n", k.Name, k.Doc)
			describe(out, k)
		}
		return out.Flush()
	}
}

// describe lists the options and measures of a kind.
func describe(w io.Writer, k *task.Kind) {
	for _, part := range []struct {
		title   string
		options []task.Option
	}{{"[[subject]]", k.Subject}, {"[[arm]]", k.Arm}, {"[[budget]]", k.Budget}} {
		fmt.Fprintln(w, part.title)
		for _, o := range part.options {
			fmt.Fprintf(w, "  %s\t%s (%v)\n", o.Name, o.Doc, o.Type)
		}
	}
	fmt.Fprintln(w, "measures")
	for _, m := range slices.Concat(k.Measures, task.Times) {
		fmt.Fprintf(w, "  %s\t%s\n", m.Name, m.Doc)
	}
}
