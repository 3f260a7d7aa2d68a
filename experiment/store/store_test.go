package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/task"
)

const text = `
name = "small"
task = "fake"
seeds = 2
measures = ["value"]
[[subject]]
scale = [1, 2]
[[arm]]
style = ["plain", "fancy"]
[[budget]]
sleep = "1ms"
`

func parse(t testing.TB, text string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Parse("c.toml", text, kinds.All())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t testing.TB, dir, text string) *Store {
	t.Helper()
	s, err := Open(dir, parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func rows(t testing.TB, s *Store) (list []*Row) {
	t.Helper()
	if err := s.Rows(context.Background(), func(r *Row) error { list = append(list, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return list
}

// What is added is read back, by the same process, by one beside it and by a later one; the last row
// of a key counts.
func TestRows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		s := open(t, dir, text)
		name := rapid.StringMatching(`[a-z|'"%;/]{1,3}`)
		want := map[campaign.Key]*Row{}
		for range rapid.IntRange(0, 20).Draw(rt, "rows") {
			r := &Row{
				Key: campaign.Key{
					Subject: name.Draw(rt, "subject"), Arm: name.Draw(rt, "arm"),
					Seed: rapid.Uint64Range(1, 3).Draw(rt, "seed"), Budget: name.Draw(rt, "budget"),
				},
				Measured: task.Measured{
					Numbers: rapid.MapOf(name, rapid.Float64Range(-1e300, 1e300)).Draw(rt, "numbers"),
					Curves:  map[string]task.Curve{"c": {{0.5, 1}, {2, rapid.Float64Range(-1, 1).Draw(rt, "y")}}},
				},
				Error: rapid.String().Draw(rt, "error"), Revision: rapid.SampledFrom([]string{"r", "s+"}).Draw(rt, "revision"), Machine: "m",
				Finished:  time.Unix(rapid.Int64Range(0, 1<<32).Draw(rt, "finished"), 0).UTC(),
				Processor: time.Duration(rapid.Int64Range(0, 1<<50).Draw(rt, "processor")), Wall: time.Second / 8,
			}
			if err := s.Add(r); err != nil {
				rt.Fatal(err)
			}
			want[r.Key] = r
		}
		beside, err := Read(dir)
		if err != nil {
			rt.Fatal(err)
		}
		defer beside.Close()
		for _, s := range []*Store{s, beside} {
			got := rows(t, s)
			if len(got) != len(want) {
				rt.Fatalf("%d rows, want %d", len(got), len(want))
			}
			for _, r := range got {
				if !reflect.DeepEqual(r, want[r.Key]) {
					rt.Fatalf("row\n%+v\nwant\n%+v", r, want[r.Key])
				}
			}
			of := map[string]int{}
			for _, r := range got {
				of[r.Revision]++
			}
			if counted, err := s.Revisions(context.Background()); err != nil || !maps.Equal(counted, of) {
				rt.Fatalf("rows of revisions %v, %v, want %v", counted, err, of)
			}
		}
		if err := s.Close(); err != nil {
			rt.Fatal(err)
		}
		later := open(t, dir, text)
		defer later.Close()
		for _, r := range rows(t, later) {
			if !reflect.DeepEqual(r, want[r.Key]) {
				rt.Fatalf("later, row\n%+v\nwant\n%+v", r, want[r.Key])
			}
			delete(want, r.Key)
		}
		if len(want) > 0 {
			rt.Fatalf("later, %d rows are lost", len(want))
		}
	})
}

// refused asserts that a directory is refused, in one sentence, and that its rows stay.
func refused(t *testing.T, dir, text, want string) {
	t.Helper()
	s, err := Open(dir, parse(t, text))
	if err == nil {
		s.Close()
		t.Errorf("opened; want the error %s", want)
	} else if got := err.Error(); !regexp.MustCompile("^" + want + "$").MatchString(got) {
		t.Errorf("error\n%s\nwant\n%s", got, want)
	}
}

func addOne(t testing.TB, s *Store, n int) error {
	t.Helper()
	return s.Add(&Row{Key: campaign.Key{Subject: "1", Arm: "plain", Seed: uint64(n), Budget: "sleep=1ms"}})
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, text)
	if err := addOne(t, s, 1); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, text, fmt.Sprintf(`process %d works in \S+ already: wait until it ends, or take another directory with -out`, os.Getpid()))
	if !Busy(dir) {
		t.Error("not busy")
	}
	s.Close()
	if Busy(dir) {
		t.Error("busy after the end")
	}
	refused(t, dir, strings.Replace(text, "small", "other", 1),
		`\S+ has rows of campaign small \(task fake\), and this is other \(task fake\): take another directory with -out`)
	refused(t, dir, strings.Replace(text, "1ms", "2ms", 1)+"name = 'sleep=1ms'",
		`\S+ has rows of budget sleep=1ms with options \{"sleep":"1ms"\}, and here it has \{"sleep":"2ms"\}: give it another name, or take another directory with -out`)
	refused(t, dir, strings.Replace(text, "scale = [1, 2]", "name = '1'", 1),
		`\S+ has rows of subject 1 with options \{"scale":1\}, and here it has \{\}: give it another name, or take another directory with -out`)
	for name, more := range map[string]string{
		"seeds": strings.Replace(text, "seeds = 2", "seeds = 9", 1), "subjects": strings.Replace(text, "[1, 2]", "[1, 2, 3]", 1),
		"arms":                           text + "\n[[arm]]\nshift = 3",
		"options of an arm without rows": strings.Replace(text, `style = ["plain", "fancy"]`, "style = 'plain'\n[[arm]]\nname = 'fancy'\nshift = 3", 1),
		"fewer":                          strings.Replace(text, "[1, 2]", "1", 1), "measures": strings.Replace(text, `["value"]`, `["twice"]`, 1),
	} {
		s, err := Open(dir, parse(t, more))
		if err != nil {
			t.Errorf("other %s: %v", name, err)
			continue
		}
		if n := len(rows(t, s)); n != 1 {
			t.Errorf("other %s: %d rows", name, n)
		}
		s.Close()
	}
	s = open(t, t.TempDir(), strings.Replace(text, "small", "wrong", 1)) // without rows
	s.Close()
	s = open(t, s.dir, text)
	if _, _, first, err := s.Campaign(); err != nil || first != text {
		t.Errorf("%v: the first campaign file is %q", err, first)
	}
	file, last, first, err := open(t, dir, text+"# at last").Campaign()
	if err != nil || file != "c.toml" || first != text || last != text+"# at last" {
		t.Errorf("campaign files %q, %q, %q; %v", file, first, last, err)
	}
}

// newer makes the tables of a directory those of a newer version.
func TestVersions(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, text)
	if _, err := s.db.Exec(fmt.Sprintf("PRAGMA user_version = %d", Version+1)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	const newer = `\S+ was made by a newer version of this program \(tables of version 2, here 1\): take that one`
	refused(t, dir, text, newer)
	if _, err := Read(dir); err == nil || !regexp.MustCompile(newer).MatchString(err.Error()) {
		t.Errorf("reading: %v", err)
	}
	const foreign = `\S+rows.db is not a database of campaigns: take another directory`
	dir = t.TempDir()
	name := filepath.Join(dir, Database)
	db, err := sql.Open("sqlite", name)
	if err == nil {
		_, err = db.Exec("CREATE TABLE others (x)")
	}
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	before, _ := os.ReadFile(name)
	refused(t, dir, text, foreign)
	if after, _ := os.ReadFile(name); len(before) == 0 || string(after) != string(before) {
		t.Error("the database of others has changed")
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, Database), []byte(strings.Repeat("no database ", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	refused(t, dir, text, foreign)
	if _, err := Read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "has no rows of a campaign") {
		t.Errorf("reading an empty directory: %v", err)
	}
	dir = t.TempDir() // of a process that was killed before it had made the tables
	if err := os.WriteFile(filepath.Join(dir, Database), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "has no rows of a campaign yet") {
		t.Errorf("reading a database without tables: %v", err)
	}
	if err := addOne(t, open(t, dir, text), 1); err != nil {
		t.Error(err)
	}
}

// A disk that is full refuses rows in one sentence, and keeps those that it has. The limit is one of
// SQLite here, which reports it as it reports a full disk.
func TestFull(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, text)
	if _, err := s.db.Exec("PRAGMA max_page_count = 12"); err != nil {
		t.Fatal(err)
	}
	fillAndGoOn(t, s)
}

// full is the error of a full disk.
const full = `cannot write to \S+, probably because the disk is full: make room and run the campaign again; ` +
	`no row that was kept is lost \(.*\)`

// fillAndGoOn adds rows until there is no more room, and asserts that all of them are there later.
func fillAndGoOn(t *testing.T, s *Store) {
	t.Helper()
	var kept []uint64
	var err error
	for n := uint64(1); err == nil && n < 10_000; n++ {
		r := &Row{Key: campaign.Key{Seed: n}, Error: strings.Repeat("x", 500)}
		if err = s.Add(r); err == nil {
			kept = append(kept, n)
		}
	}
	if err == nil || len(kept) == 0 {
		t.Fatalf("%d rows, and there is room: %v", len(kept), err)
	}
	if !regexp.MustCompile("^" + full + "$").MatchString(err.Error()) {
		t.Errorf("error %v", err)
	}
	s.Close()
	r, err := Read(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got []uint64
	for _, row := range rows(t, r) {
		got = append(got, row.Seed)
	}
	if !slices.Equal(got, kept) {
		t.Errorf("rows %v, kept %v", got, kept)
	}
}
