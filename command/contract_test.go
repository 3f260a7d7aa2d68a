package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The contract of version 1: an object lists its required fields and may have further
// fields. A field is an object, a list with one element, or a check.
type (
	object map[string]any
	list   struct{ of any }
	check  func(v any) error
)

var (
	text   = check(func(v any) error { return kind[string](v) })
	number = check(func(v any) error { return kind[json.Number](v) })
	count  = check(func(v any) error {
		n, ok := v.(json.Number)
		if !ok || !regexp.MustCompile(`^[0-9]+$`).MatchString(n.String()) {
			return fmt.Errorf("%v is no count", v)
		}
		return nil
	})
	position = matching(`^[^/:]+\.go:[1-9][0-9]*:[1-9][0-9]*$`)
	branch   = matching(`^[^/:]+\.go:[1-9][0-9]*:[1-9][0-9]*/[TF]$`)
)

var contract = object{
	"version": oneOf("1"), "command": text, "seed": count,
	"stopped":    oneOf("done", "budget", "time", "interrupt"),
	"elapsed_ms": count,
	"packages": list{object{
		"path": text,
		"functions": list{object{
			"name": matching(`.`), "position": position, "status": oneOf("searched", "skipped"), "reason": text,
			"branches":    object{"total": count, "covered": count, "infeasible": count, "illegal": count},
			"evaluations": count,
			"tests":       list{object{"name": matching(`^Test`), "covers": list{branch}}},
			"uncovered": list{object{
				"branch": branch, "best": number, "approach_level": count, "approximation_level": count,
				"why": oneOf("budget", "time", "infeasible", "illegal", "withheld", "flat", "unreached"),
			}},
			"account": account,
		}},
	}},
	"totals": object{
		"functions": count, "searched": count, "skipped": count, "branches": count,
		"covered": count, "infeasible": count, "illegal": count, "evaluations": count,
		"account": account,
	},
}

var account = object{
	"found": count, "written": count,
	"withheld": list{object{"reason": matching(`^[a-z-]+$`), "text": matching(`.`), "branches": count, "cases": count}},
}

func kind[T any](v any) error {
	if _, ok := v.(T); !ok {
		return fmt.Errorf("%v is a %T", v, v)
	}
	return nil
}

func oneOf(words ...string) check {
	return func(v any) error {
		if !slices.Contains(words, fmt.Sprint(v)) {
			return fmt.Errorf("%v is none of %v", v, words)
		}
		return nil
	}
}

func matching(pattern string) check {
	re := regexp.MustCompile(pattern)
	return func(v any) error {
		s, ok := v.(string)
		if !ok || !re.MatchString(s) {
			return fmt.Errorf("%v does not match %s", v, pattern)
		}
		return nil
	}
}

// checkContract reports each place where data violates the contract.
func checkContract(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("something follows the JSON")
	}
	if err := conforms("", contract, v); err != nil {
		return err
	}
	return consistent(data)
}

func conforms(at string, want, v any) error {
	switch want := want.(type) {
	case object:
		m, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: %v is no object", at, v)
		}
		for name, w := range want {
			field, ok := m[name]
			if !ok {
				return fmt.Errorf("%s.%s is missing", at, name)
			}
			if err := conforms(at+"."+name, w, field); err != nil {
				return err
			}
		}
	case list:
		l, ok := v.([]any)
		if !ok {
			return fmt.Errorf("%s: %v is no list", at, v)
		}
		for i, e := range l {
			if err := conforms(fmt.Sprintf("%s[%d]", at, i), want.of, e); err != nil {
				return err
			}
		}
	case check:
		if err := want(v); err != nil {
			return fmt.Errorf("%s: %v", at, err)
		}
	}
	return nil
}

// sums are the counts of an account.
type sums struct {
	Found, Written int
	Withheld       []struct {
		Reason          string
		Branches, Cases int
	}
}

// withheld returns the number of branches found that no test takes. Their reasons must have the same
// sum, and each reason a row.
func (a *sums) withheld() (int, error) {
	n, seen := a.Found-a.Written, map[string]bool{}
	for _, w := range a.Withheld {
		if n -= w.Branches; seen[w.Reason] || w.Branches+w.Cases == 0 || w.Reason == "unexplained" {
			return 0, fmt.Errorf("%s has %d branches and %d cases", w.Reason, w.Branches, w.Cases)
		}
		seen[w.Reason] = true
	}
	if n != 0 {
		return 0, fmt.Errorf("found %d branches, written %d, withheld %+v", a.Found, a.Written, a.Withheld)
	}
	return a.Found - a.Written, nil
}

// consistent checks that the numbers of a report agree with each other.
func consistent(data []byte) error {
	var r struct {
		Packages []struct {
			Functions []struct {
				Name, Status, Reason string
				Branches             struct{ Total, Covered, Infeasible, Illegal int }
				Evaluations          int
				Tests                []struct{ Covers []string }
				Uncovered            []struct{ Branch, Why, Withheld string }
				Account              sums
			}
		}
		Totals struct {
			Functions, Searched, Skipped, Branches, Covered, Infeasible, Illegal, Evaluations int
			Account                                                                           sums
		}
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	taken, open := map[string]bool{}, map[string]bool{}
	sum, all := r.Totals, r.Totals.Account
	lost, err := all.withheld()
	if err != nil {
		return err
	}
	sum.Account = sums{}
	for pi, p := range r.Packages {
		for _, f := range p.Functions {
			sum.Functions--
			sum.Branches -= f.Branches.Total
			sum.Covered -= f.Branches.Covered
			sum.Infeasible -= f.Branches.Infeasible
			sum.Illegal -= f.Branches.Illegal
			sum.Evaluations -= f.Evaluations
			lack, err := f.Account.withheld()
			if err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
			lost, all.Found, all.Written = lost-lack, all.Found-f.Account.Found, all.Written-f.Account.Written
			infeasible, illegal := 0, 0
			for _, u := range f.Uncovered {
				if u.Withheld != "" {
					lack--
				}
				switch u.Why {
				case "illegal": // tests may take it
					illegal++
					continue
				case "infeasible":
					infeasible++
				}
				open[fmt.Sprint(pi, u.Branch)] = true
			}
			for _, t := range f.Tests {
				for _, b := range t.Covers {
					taken[fmt.Sprint(pi, b)] = true
				}
			}
			switch {
			case f.Status == "skipped":
				sum.Skipped--
				if f.Reason == "" || len(f.Tests) > 0 {
					return fmt.Errorf("%s is skipped: reason %q, %d tests", f.Name, f.Reason, len(f.Tests))
				}
				continue
			case f.Reason != "":
				return fmt.Errorf("%s is searched and has the reason %q", f.Name, f.Reason)
			}
			sum.Searched--
			own := 0 // branches that are covered, and that own tests take already
			for _, w := range f.Account.Withheld {
				if w.Reason == "own" {
					own = w.Branches
				}
			}
			if f.Account.Written += own; lack-own > 0 || f.Account.Written < f.Branches.Covered {
				return fmt.Errorf("%s: %d more branches are withheld than listed, %+v of %+v", f.Name, lack, f.Account, f.Branches)
			}
			if infeasible != f.Branches.Infeasible || illegal != f.Branches.Illegal {
				return fmt.Errorf("%s: %d infeasible and %d illegal branches, %d and %d listed", f.Name, f.Branches.Infeasible, f.Branches.Illegal, infeasible, illegal)
			}
			if f.Branches.Covered+len(f.Uncovered) != f.Branches.Total {
				return fmt.Errorf("%s: %d of %d branches covered, %d listed as open", f.Name, f.Branches.Covered, f.Branches.Total, len(f.Uncovered))
			}
		}
	}
	for b := range open {
		if taken[b] {
			return fmt.Errorf("%s is open and taken by a test", b)
		}
	}
	if sum.Functions|sum.Searched|sum.Skipped|sum.Branches|sum.Covered|sum.Infeasible|sum.Illegal|sum.Evaluations|lost|all.Found|all.Written != 0 {
		return fmt.Errorf("the totals are off by %+v, found %d, written %d, withheld %d", sum, all.Found, all.Written, lost)
	}
	return nil
}

// The test makes sure that the check itself can fail.
func TestContractNoticesFaults(t *testing.T) {
	const good = `{"version":1,"command":"x","seed":1,"stopped":"done","elapsed_ms":0,"new":[],"packages":[{"path":"p","functions":[
		{"name":"F","position":"p.go:3:6","status":"searched","reason":"","branches":{"total":2,"covered":1,"infeasible":0,"illegal":0},"evaluations":7,
		"tests":[{"name":"TestF/a","covers":["p.go:4:5/T"]}],
		"uncovered":[{"branch":"p.go:4:5/F","best":0.5,"approach_level":1,"approximation_level":0,"why":"withheld","withheld":"late"}],
		"account":{"found":2,"written":1,"withheld":[{"reason":"late","text":"t","branches":1,"cases":0}]}}]}],
		"totals":{"functions":1,"searched":1,"skipped":0,"branches":2,"covered":1,"infeasible":0,"illegal":0,"evaluations":7,"account":{"found":2,"written":1,"withheld":[{"reason":"late","text":"t","branches":1,"cases":0}]}}}`
	if err := checkContract([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"version":1`, `"version":2`},
		{`"seed":1,`, ``},
		{`"done"`, `"finished"`},
		{`"covers":["p.go:4:5/T"]`, `"covers":null`},
		{`p.go:3:6`, `/home/p.go:3:6`},
		{`p.go:4:5/T`, `p.go:4:5/F`},
		{`"total":2`, `"total":3`},
		{`"searched":1`, `"searched":2`},
		{`"why":"withheld"`, `"why":"infeasible"`},
		{`"why":"withheld"`, `"why":"illegal"`},
		{`"withheld":"late"`, `"withheld":""`},
		{`"found":2`, `"found":3`},
		{`"branches":1,"cases"`, `"branches":2,"cases"`},
		{`"reason":"late"`, `"reason":"unexplained"`},
		{`"cases":0}]}}}`, `"cases":0}]}}} {}`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s is not there", change[0])
		}
		if checkContract([]byte(bad)) == nil {
			t.Errorf("%s instead of %s was not noticed", change[1], change[0])
		}
	}
}
