package faults

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/bench/faults/away/alias"
	alias2 "nearmiss/bench/faults/away/alias/mended"
	"nearmiss/bench/faults/away/archive"
	archive2 "nearmiss/bench/faults/away/archive/mended"
	"nearmiss/bench/faults/away/base36"
	base362 "nearmiss/bench/faults/away/base36/mended"
	"nearmiss/bench/faults/away/bitset"
	bitset2 "nearmiss/bench/faults/away/bitset/mended"
	"nearmiss/bench/faults/away/board"
	board2 "nearmiss/bench/faults/away/board/mended"
	"nearmiss/bench/faults/away/camel"
	camel2 "nearmiss/bench/faults/away/camel/mended"
	"nearmiss/bench/faults/away/changes"
	changes2 "nearmiss/bench/faults/away/changes/mended"
	"nearmiss/bench/faults/away/crockford"
	crockford2 "nearmiss/bench/faults/away/crockford/mended"
	"nearmiss/bench/faults/away/dosdate"
	dosdate2 "nearmiss/bench/faults/away/dosdate/mended"
	"nearmiss/bench/faults/away/envelope"
	envelope2 "nearmiss/bench/faults/away/envelope/mended"
	"nearmiss/bench/faults/away/footer"
	footer2 "nearmiss/bench/faults/away/footer/mended"
	"nearmiss/bench/faults/away/history"
	history2 "nearmiss/bench/faults/away/history/mended"
	"nearmiss/bench/faults/away/idlist"
	idlist2 "nearmiss/bench/faults/away/idlist/mended"
	"nearmiss/bench/faults/away/ini"
	ini2 "nearmiss/bench/faults/away/ini/mended"
	"nearmiss/bench/faults/away/kvline"
	kvline2 "nearmiss/bench/faults/away/kvline/mended"
	"nearmiss/bench/faults/away/lz"
	lz2 "nearmiss/bench/faults/away/lz/mended"
	"nearmiss/bench/faults/away/palette"
	palette2 "nearmiss/bench/faults/away/palette/mended"
	"nearmiss/bench/faults/away/ranking"
	ranking2 "nearmiss/bench/faults/away/ranking/mended"
	"nearmiss/bench/faults/away/recent"
	recent2 "nearmiss/bench/faults/away/recent/mended"
	"nearmiss/bench/faults/away/revision"
	revision2 "nearmiss/bench/faults/away/revision/mended"
	"nearmiss/bench/faults/away/rollsum"
	rollsum2 "nearmiss/bench/faults/away/rollsum/mended"
	"nearmiss/bench/faults/away/runs"
	runs2 "nearmiss/bench/faults/away/runs/mended"
	"nearmiss/bench/faults/away/shares"
	shares2 "nearmiss/bench/faults/away/shares/mended"
	"nearmiss/bench/faults/away/smtpdata"
	smtpdata2 "nearmiss/bench/faults/away/smtpdata/mended"
	"nearmiss/bench/faults/away/sparse"
	sparse2 "nearmiss/bench/faults/away/sparse/mended"
	"nearmiss/bench/faults/away/substr"
	substr2 "nearmiss/bench/faults/away/substr/mended"
	"nearmiss/bench/faults/away/tagset"
	tagset2 "nearmiss/bench/faults/away/tagset/mended"
	"nearmiss/bench/faults/away/tlv"
	tlv2 "nearmiss/bench/faults/away/tlv/mended"
	"nearmiss/bench/faults/away/total"
	total2 "nearmiss/bench/faults/away/total/mended"
	"nearmiss/bench/faults/away/wordcount"
	wordcount2 "nearmiss/bench/faults/away/wordcount/mended"
	"nearmiss/bench/faults/open/account"
	account2 "nearmiss/bench/faults/open/account/mended"
	"nearmiss/bench/faults/open/ansi"
	ansi2 "nearmiss/bench/faults/open/ansi/mended"
	"nearmiss/bench/faults/open/axis"
	axis2 "nearmiss/bench/faults/open/axis/mended"
	"nearmiss/bench/faults/open/bitfield"
	bitfield2 "nearmiss/bench/faults/open/bitfield/mended"
	"nearmiss/bench/faults/open/blocks"
	blocks2 "nearmiss/bench/faults/open/blocks/mended"
	"nearmiss/bench/faults/open/braces"
	braces2 "nearmiss/bench/faults/open/braces/mended"
	"nearmiss/bench/faults/open/cellpad"
	cellpad2 "nearmiss/bench/faults/open/cellpad/mended"
	"nearmiss/bench/faults/open/comma"
	comma2 "nearmiss/bench/faults/open/comma/mended"
	"nearmiss/bench/faults/open/distinct"
	distinct2 "nearmiss/bench/faults/open/distinct/mended"
	"nearmiss/bench/faults/open/dotenv"
	dotenv2 "nearmiss/bench/faults/open/dotenv/mended"
	"nearmiss/bench/faults/open/fifo"
	fifo2 "nearmiss/bench/faults/open/fifo/mended"
	"nearmiss/bench/faults/open/hexcolor"
	hexcolor2 "nearmiss/bench/faults/open/hexcolor/mended"
	"nearmiss/bench/faults/open/httprange"
	httprange2 "nearmiss/bench/faults/open/httprange/mended"
	"nearmiss/bench/faults/open/imports"
	imports2 "nearmiss/bench/faults/open/imports/mended"
	"nearmiss/bench/faults/open/jsonptr"
	jsonptr2 "nearmiss/bench/faults/open/jsonptr/mended"
	"nearmiss/bench/faults/open/layout"
	layout2 "nearmiss/bench/faults/open/layout/mended"
	"nearmiss/bench/faults/open/paging"
	paging2 "nearmiss/bench/faults/open/paging/mended"
	"nearmiss/bench/faults/open/permbits"
	permbits2 "nearmiss/bench/faults/open/permbits/mended"
	"nearmiss/bench/faults/open/raster"
	raster2 "nearmiss/bench/faults/open/raster/mended"
	"nearmiss/bench/faults/open/rendezvous"
	rendezvous2 "nearmiss/bench/faults/open/rendezvous/mended"
	"nearmiss/bench/faults/open/rlepack"
	rlepack2 "nearmiss/bench/faults/open/rlepack/mended"
	"nearmiss/bench/faults/open/rpn"
	rpn2 "nearmiss/bench/faults/open/rpn/mended"
	"nearmiss/bench/faults/open/severity"
	severity2 "nearmiss/bench/faults/open/severity/mended"
	"nearmiss/bench/faults/open/slug"
	slug2 "nearmiss/bench/faults/open/slug/mended"
	"nearmiss/bench/faults/open/span"
	span2 "nearmiss/bench/faults/open/span/mended"
	"nearmiss/bench/faults/open/strtab"
	strtab2 "nearmiss/bench/faults/open/strtab/mended"
	"nearmiss/bench/faults/open/survey"
	survey2 "nearmiss/bench/faults/open/survey/mended"
	"nearmiss/bench/faults/open/tail"
	tail2 "nearmiss/bench/faults/open/tail/mended"
	"nearmiss/bench/faults/open/tokens"
	tokens2 "nearmiss/bench/faults/open/tokens/mended"
	"nearmiss/bench/faults/open/varstr"
	varstr2 "nearmiss/bench/faults/open/varstr/mended"
)

// What shows a fault, beside the text of a panic.
const (
	law      = "a broken law"
	memory   = "much memory"
	endless  = "no end"
	stack    = "stack overflow"
	deadlock = "all goroutines are asleep"
)

// A subject has what shows its fault, and checks of it and of its mended twin that return whether a law holds.
type subject struct {
	name           string
	shown          string
	faulty, mended func() bool
}

var subjects = []subject{
	{"open/account", deadlock, done(func() { a := account.Open(1, 5); account.Transfer(a, a, 1) }), done(func() { a := account2.Open(1, 5); account2.Transfer(a, a, 1) })},
	{"away/alias", endless, done(func() { alias.Resolve("a=b\nb=a", "a") }), done(func() { alias2.Resolve("a=b\nb=a", "a") })},
	{"open/ansi", "index out of range", done(func() { _ = ansi.Width("a\x1b") }), done(func() { _ = ansi2.Width("a\x1b") })},
	{"away/archive", "slice bounds out of range", done(func() { archive.Entry([]byte{1, 255, 255, 255, 255, 0, 0, 0, 2}, 0) }), done(func() { archive2.Entry([]byte{1, 255, 255, 255, 255, 0, 0, 0, 2}, 0) })},
	{"open/axis", "index out of range", done(func() { axis.Label([]string{"0"}, math.MinInt, -1) }), done(func() { axis2.Label([]string{"0"}, math.MinInt, -1) })},
	{"away/base36", law, func() bool { return string(base36.AppendFormat([]byte("n="), 37)) == "n="+base36.Format(37) }, func() bool { return string(base362.AppendFormat([]byte("n="), 37)) == "n="+base362.Format(37) }},
	{"open/bitfield", "negative shift amount", done(func() { _ = bitfield.Extract(1, 9, 3, false) }), done(func() { _ = bitfield2.Extract(1, 9, 3, false) })},
	{"away/bitset", "index out of range", done(func() { bitset.New(70).Add(69) }), done(func() { bitset2.New(70).Add(69) })},
	{"open/blocks", "integer divide by zero", done(func() { blocks.Sums([]byte{32, 1}) }), done(func() { blocks2.Sums([]byte{32, 1}) })},
	{"away/board", law, func() bool { b := board.Parse("x"); b.Clone().Put(0, 0, 'o'); return b.At(0, 0) == 'x' }, func() bool { b := board2.Parse("x"); b.Clone().Put(0, 0, 'o'); return b.At(0, 0) == 'x' }},
	{"open/braces", "negative Repeat count", done(func() { braces.Indent("}") }), done(func() { braces2.Indent("}") })},
	{"away/camel", "index out of range", done(func() { camel.Words("üüA") }), done(func() { camel2.Words("üüA") })},
	{"open/cellpad", "negative Repeat count", done(func() { _ = cellpad.Align("cell", 3, '<') }), done(func() { _ = cellpad2.Align("cell", 3, '<') })},
	{"away/changes", "comparing uncomparable type", done(func() { changes.Between([]byte(`{"a": []}`), []byte(`{"a": []}`)) }), done(func() { changes2.Between([]byte(`{"a": []}`), []byte(`{"a": []}`)) })},
	{"open/comma", stack, done(func() { comma.Group(math.MinInt64) }), done(func() { comma2.Group(math.MinInt64) })},
	{"away/crockford", "index out of range", done(func() { crockford.Decode("\xc3") }), done(func() { crockford2.Decode("\xc3") })},
	{"open/distinct", "hash of unhashable type", done(func() { distinct.Count([]byte("[[]]")) }), done(func() { distinct2.Count([]byte("[[]]")) })},
	{"away/dosdate", law, func() bool {
		d := dosdate.Date{Year: 2024, Month: 2, Day: 29}
		n, _ := dosdate.Pack(d)
		back, err := dosdate.Unpack(n)
		return err == nil && back == d
	}, func() bool {
		d := dosdate2.Date{Year: 2024, Month: 2, Day: 29}
		n, _ := dosdate2.Pack(d)
		back, err := dosdate2.Unpack(n)
		return err == nil && back == d
	}},
	{"open/dotenv", "slice bounds out of range", done(func() { dotenv.Parse(`A="`) }), done(func() { dotenv2.Parse(`A="`) })},
	{"away/envelope", "nil pointer dereference", done(func() { envelope.Open([]byte("x")) }), done(func() { envelope2.Open([]byte("x")) })},
	{"open/fifo", law, func() bool {
		var q fifo.Queue
		q.Push(1)
		q.Push(2)
		q.Pop()
		q.Push(3)
		q.Push(4)
		q.Pop()
		n, _ := q.Pop()
		return n == 3
	}, func() bool {
		var q fifo2.Queue
		q.Push(1)
		q.Push(2)
		q.Pop()
		q.Push(3)
		q.Push(4)
		q.Pop()
		n, _ := q.Pop()
		return n == 3
	}},
	{"away/footer", "slice bounds out of range", done(func() { footer.Locate([]byte("\x01\x00\x00\x00COL1")) }), done(func() { footer2.Locate([]byte("\x01\x00\x00\x00COL1")) })},
	{"open/hexcolor", law, func() bool {
		text, _ := json.Marshal(hexcolor.Color{G: 1})
		var c hexcolor.Color
		return json.Unmarshal(text, &c) == nil && c == hexcolor.Color{G: 1}
	}, func() bool {
		text, _ := json.Marshal(hexcolor2.Color{G: 1})
		var c hexcolor2.Color
		return json.Unmarshal(text, &c) == nil && c == hexcolor2.Color{G: 1}
	}},
	{"away/history", law, func() bool { h := history.New(2); h.Push("a"); h.Push("b"); h.Resize(1); return h.Len() <= h.Cap() }, func() bool { h := history2.New(2); h.Push("a"); h.Push("b"); h.Resize(1); return h.Len() <= h.Cap() }},
	{"open/httprange", "slice bounds out of range", done(func() { httprange.Cut([]byte("content"), "bytes=5-3") }), done(func() { httprange2.Cut([]byte("content"), "bytes=5-3") })},
	{"away/idlist", law, func() bool {
		v, _ := idlist.IDs{}.Value()
		var ids idlist.IDs
		return ids.Scan(v) == nil && ids != nil && len(ids) == 0
	}, func() bool {
		v, _ := idlist2.IDs{}.Value()
		var ids idlist2.IDs
		return ids.Scan(v) == nil && ids != nil && len(ids) == 0
	}},
	{"open/imports", law, func() bool { s := imports.Format("a\nb\na\n"); return imports.Format(s) == s }, func() bool { s := imports2.Format("a\nb\na\n"); return imports2.Format(s) == s }},
	{"away/ini", "assignment to entry in nil map", done(func() { ini.Parse("a = b") }), done(func() { ini2.Parse("a = b") })},
	{"open/jsonptr", "interface conversion", done(func() { jsonptr.Find([]byte("1"), "a") }), done(func() { jsonptr2.Find([]byte("1"), "a") })},
	{"away/kvline", law, func() bool {
		pairs := []kvline.Pair{{Key: "a", Value: `\`}}
		read, err := kvline.Unmarshal(kvline.Marshal(pairs))
		return err == nil && slices.Equal(read, pairs)
	}, func() bool {
		pairs := []kvline2.Pair{{Key: "a", Value: `\`}}
		read, err := kvline2.Unmarshal(kvline2.Marshal(pairs))
		return err == nil && slices.Equal(read, pairs)
	}},
	{"open/layout", stack, done(func() { layout.Size(map[string][]string{"node": {"int", "node"}}, "node") }), done(func() { layout2.Size(map[string][]string{"node": {"int", "node"}}, "node") })},
	{"away/lz", "index out of range", done(func() { lz.Expand([]byte{1, 7, 128, 0, 128}) }), done(func() { lz2.Expand([]byte{1, 7, 128, 0, 128}) })},
	{"open/paging", "slice bounds out of range", done(func() { paging.Page([]string{"a"}, math.MaxInt, 2) }), done(func() { paging2.Page([]string{"a"}, math.MaxInt, 2) })},
	{"away/palette", "index out of range", done(func() { palette.Of(math.MinInt64) }), done(func() { palette2.Of(math.MinInt64) })},
	{"open/permbits", "index out of range", func() bool { return permbits.Bits(16).String() != "" }, func() bool { return permbits2.Bits(16).String() != "" }},
	{"away/ranking", law, func() bool {
		a, b := ranking.Entry{Points: math.MaxInt32}, ranking.Entry{Points: -1}
		return (a.Compare(b) < 0) == (b.Compare(a) > 0) && a.Compare(b) < 0
	}, func() bool {
		a, b := ranking2.Entry{Points: math.MaxInt32}, ranking2.Entry{Points: -1}
		return (a.Compare(b) < 0) == (b.Compare(a) > 0) && a.Compare(b) < 0
	}},
	{"open/raster", "slice bounds out of range", done(func() { raster.Rows([]byte{0, 1, 0, 0, 0, 1, 0, 0}) }), done(func() { raster2.Rows([]byte{0, 1, 0, 0, 0, 1, 0, 0}) })},
	{"away/recent", law, func() bool { c := recent.New(2); c.Put("a", 1); c.Put("a", 2); n, _ := c.Get("a"); return n == 2 }, func() bool { c := recent2.New(2); c.Put("a", 1); c.Put("a", 2); n, _ := c.Get("a"); return n == 2 }},
	{"open/rendezvous", "index out of range", done(func() { rendezvous.Pick([]string{"a", "b", "c"}, "bob") }), done(func() { rendezvous2.Pick([]string{"a", "b", "c"}, "bob") })},
	{"away/revision", law, func() bool {
		a, b := revision.Revision{Major: 1, Minor: 2}, revision.Revision{Major: 2, Minor: 1}
		return !(a.Less(b) && b.Less(a))
	}, func() bool {
		a, b := revision2.Revision{Major: 1, Minor: 2}, revision2.Revision{Major: 2, Minor: 1}
		return !(a.Less(b) && b.Less(a))
	}},
	{"open/rlepack", law, func() bool {
		run := make([]byte, 256)
		b, err := rlepack.Decode(rlepack.Encode(run))
		return err == nil && bytes.Equal(b, run)
	}, func() bool {
		run := make([]byte, 256)
		b, err := rlepack2.Decode(rlepack2.Encode(run))
		return err == nil && bytes.Equal(b, run)
	}},
	{"away/rollsum", law, func() bool { s := rollsum.New(); s.Reset(); return s.Sum32() == rollsum.New().Sum32() }, func() bool { s := rollsum2.New(); s.Reset(); return s.Sum32() == rollsum2.New().Sum32() }},
	{"open/rpn", "nil pointer dereference", done(func() { rpn.Eval("1 2 /") }), done(func() { rpn2.Eval("1 2 /") })},
	{"away/runs", memory, done(func() { runs.Expand("60000000o") }), done(func() { runs2.Expand("60000000o") })},
	{"open/severity", law, func() bool {
		text, _ := severity.Severity(-101).MarshalText()
		var s severity.Severity
		return s.UnmarshalText(text) == nil && s == -101
	}, func() bool {
		text, _ := severity2.Severity(-101).MarshalText()
		var s severity2.Severity
		return s.UnmarshalText(text) == nil && s == -101
	}},
	{"away/shares", "integer divide by zero", done(func() { shares.Split(1, []uint8{0}) }), done(func() { shares2.Split(1, []uint8{0}) })},
	{"open/slug", law, func() bool { s := slug.Normalize("a - b"); return slug.Normalize(s) == s }, func() bool { s := slug2.Normalize("a - b"); return slug2.Normalize(s) == s }},
	{"away/smtpdata", "close of closed channel", done(func() { smtpdata.Body(".\n.\n") }), done(func() { smtpdata2.Body(".\n.\n") })},
	{"open/span", law, func() bool { s, err := span.Parse(span.Span(0).String()); return err == nil && s == 0 }, func() bool { s, err := span2.Parse(span2.Span(0).String()); return err == nil && s == 0 }},
	{"away/sparse", "makeslice: len out of range", done(func() { sparse.Parse("-1:") }), done(func() { sparse2.Parse("-1:") })},
	{"open/strtab", "makeslice: cap out of range", done(func() { strtab.Load(binary.AppendUvarint(nil, 1<<62)) }), done(func() { strtab2.Load(binary.AppendUvarint(nil, 1<<62)) })},
	{"away/substr", "slice bounds out of range", done(func() { _ = substr.Mid("abc", 2, math.MaxInt) }), done(func() { _ = substr2.Mid("abc", 2, math.MaxInt) })},
	{"open/survey", deadlock, done(func() { survey.Invalid([]string{"maybe", "never"}) }), done(func() { survey2.Invalid([]string{"maybe", "never"}) })},
	{"away/tagset", law, func() bool { a, b := tagset.Of("x"), tagset.Of("x, y"); return a.Equal(b) == b.Equal(a) }, func() bool { a, b := tagset2.Of("x"), tagset2.Of("x, y"); return a.Equal(b) == b.Equal(a) }},
	{"open/tail", memory, done(func() { tail.Newest(strings.Repeat("E\n", 5000), 'E') }), done(func() { tail2.Newest(strings.Repeat("E\n", 5000), 'E') })},
	{"away/tlv", "slice bounds out of range", done(func() { tlv.Fields([]byte{1, 2, 3}) }), done(func() { tlv2.Fields([]byte{1, 2, 3}) })},
	{"open/tokens", endless, done(func() { tokens.Count("a # b") }), done(func() { tokens2.Count("a # b") })},
	{"away/total", "interface conversion", done(func() { total.Sum([]any{int64(1)}) }), done(func() { total2.Sum([]any{int64(1)}) })},
	{"open/varstr", "slice bounds out of range", done(func() { varstr.NewDecoder(binary.AppendUvarint(nil, 1<<63)).String() }), done(func() { varstr2.NewDecoder(binary.AppendUvarint(nil, 1<<63)).String() })},
	{"away/wordcount", law, func() bool { return wordcount.CountBytes([]byte("a\vb")) == wordcount.CountString("a\vb") }, func() bool { return wordcount2.CountBytes([]byte("a\vb")) == wordcount2.CountString("a\vb") }},
}

// done makes a check of calls that need do no more than come back.
func done(calls func()) func() bool {
	return func() bool {
		calls()
		return true
	}
}

// much is more memory than a mended subject takes, in bytes.
const much = 50 << 20

// shown runs a check in this process, and returns what it shows.
func shown(check func() bool) (what string) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprint(r)
		}
	}()
	if !check() {
		return law
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > much {
		return memory
	}
	return ""
}

// child is the flag of a process that runs one check, which may end the process or never end.
var child = flag.String("child", "", "run the check of a subject, and that of its twin with a + before the name")

func TestMain(m *testing.M) {
	flag.Parse()
	for _, s := range subjects {
		check := s.faulty
		if s.name != strings.TrimPrefix(*child, "+") {
			continue
		}
		if strings.HasPrefix(*child, "+") {
			check = s.mended
		}
		debug.SetMaxStack(1 << 20)
		check()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// outside runs a check in a process of its own, and returns what it shows.
func outside(t *testing.T, name string, patience time.Duration) string {
	t.Helper()
	timed, done := context.WithTimeout(t.Context(), patience)
	defer done()
	said, err := exec.CommandContext(timed, os.Args[0], "-child", name).CombinedOutput()
	switch {
	case timed.Err() != nil:
		return endless
	case err != nil:
		return string(said)
	}
	return ""
}

// TestFaults: each subject shows its fault, and its mended twin shows nothing.
func TestFaults(t *testing.T) {
	for _, s := range subjects {
		t.Run(s.name, func(t *testing.T) {
			faulty, mended := "", ""
			switch s.shown {
			case endless:
				faulty, mended = outside(t, s.name, 3*time.Second), outside(t, "+"+s.name, time.Minute)
			case stack, deadlock:
				faulty, mended = outside(t, s.name, time.Minute), outside(t, "+"+s.name, time.Minute)
			default:
				faulty, mended = shown(s.faulty), shown(s.mended)
			}
			if !strings.Contains(faulty, s.shown) {
				t.Errorf("the subject shows %q, want %q", faulty, s.shown)
			}
			if mended != "" {
				t.Errorf("the mended twin shows %q", mended)
			}
		})
	}
}

// TestDivided: the subjects, sorted by name, are open and away by turns, and their twins differ from them.
func TestDivided(t *testing.T) {
	if len(subjects) != 60 {
		t.Errorf("%d subjects", len(subjects))
	}
	files, err := filepath.Glob("*/*/*.go")
	if err != nil || len(files) != len(subjects) {
		t.Errorf("%d files, %v", len(files), err)
	}
	for i, s := range subjects {
		dir, name := filepath.Split(s.name)
		if want := []string{"open/", "away/"}[i%2]; dir != want {
			t.Errorf("%s is not in %s", s.name, want)
		}
		faulty, err := os.ReadFile(filepath.Join(s.name, name+".go"))
		if err != nil {
			t.Error(err)
		}
		mended, err := os.ReadFile(filepath.Join(s.name, "mended", name+".go"))
		if err != nil || bytes.Equal(faulty, mended) {
			t.Errorf("the twin of %s: %v", s.name, err)
		}
	}
	if !slices.IsSortedFunc(subjects, func(a, b subject) int { return strings.Compare(filepath.Base(a.name), filepath.Base(b.name)) }) {
		t.Error("the subjects are not in order")
	}
}
