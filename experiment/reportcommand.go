package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"nearmiss/experiment/campaign"
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
		fmt.Fprintf(e.stdout, "%s: %d of %d rows, %d with an error; %s\n", r.Campaign.Name, len(r.Rows), r.All(), len(r.Failed()), r.Made())
		if r.Others > 0 {
			fmt.Fprintf(e.stdout, "%d more rows are of cells that the campaign file no longer has\n", r.Others)
		}
		perArm := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		for _, arm := range r.Campaign.Arms {
			done, all := 0, 0
			for _, cell := range r.Campaign.Cells() {
				if cell.Arm.Name == arm.Name {
					all++
					if r.Rows[cell.Key()] != nil {
						done++
					}
				}
			}
			fmt.Fprintf(perArm, "  %s\t%d of %d\n", arm.Name, done, all)
		}
		perArm.Flush()
		if store.Busy(dir) {
			fmt.Fprintln(e.stdout, "a process works on it")
		}
		return nil
	}
}

func reportCommand(fs *flag.FlagSet) func(context.Context, env, []string) error {
	csv := fs.String("csv", "", "write all rows as CSV to `FILE`, - for standard output")
	json := fs.String("json", "", "write all rows as JSON, with curves, to `FILE`, - for standard output")
	return func(ctx context.Context, e env, args []string) error {
		dir, err := one(args, "directory of rows")
		if err != nil {
			return err
		}
		r, err := load(ctx, dir)
		if err != nil {
			return err
		}
		if *csv == "" && *json == "" {
			return r.Markdown(e.stdout)
		}
		return errors.Join(export(e, *csv, r.CSV), export(e, *json, r.JSON))
	}
}

func load(ctx context.Context, dir string) (*report.Report, error) {
	rows, err := store.Read(dir)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return report.Load(ctx, rows, kinds.All())
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
	return func(_ context.Context, e env, args []string) error {
		out := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		defer out.Flush()
		var names []string
		for _, k := range kinds.All() {
			names = append(names, k.Name)
			switch {
			case len(args) == 0:
				fmt.Fprintf(out, "%s\t%s\n", k.Name, k.Doc)
			case args[0] == k.Name:
				describe(out, k)
				return nil
			}
		}
		if len(args) > 0 {
			return usageError{fmt.Errorf("experiment kinds: there is no kind of task %s; %s", args[0], campaign.Suggestion(args[0], names))}
		}
		return nil
	}
}

// describe lists the options and measures of a kind.
func describe(w io.Writer, k *task.Kind) {
	options := func(title string, list []task.Option) {
		fmt.Fprintln(w, title)
		for _, o := range list {
			doc := o.Doc
			if o.Required {
				doc += " (required)"
			}
			fmt.Fprintf(w, "  %s\t%v\t%s\n", o.Name, o.Type, doc)
		}
	}
	options("[[subject]]", k.Subject)
	options("[[arm]]", k.Arm)
	options("[[budget]]", k.Budget)
	fmt.Fprintln(w, "measures")
	for _, m := range k.Measures {
		form := "a number"
		if m.Curve {
			form = "a curve"
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", m.Name, form, m.Doc)
	}
}
