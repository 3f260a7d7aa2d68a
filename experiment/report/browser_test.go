package report

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A browser shows the page of a campaign.
type browser struct {
	*testing.T
	ctx context.Context
}

// open opens the page in a browser, in a window of a size. It skips the test if there is no browser.
func open(t *testing.T, width, height int64) browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine; make tools installs it")
	}
	_, page := pageOf(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox) // the sandbox refuses root
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := browser{t, ctx}
	b.do(chromedp.EmulateViewport(width, height))
	messages := chromedp.Console(ctx)
	t.Cleanup(func() { b.quiet(messages) })
	b.do(chromedp.Navigate("file://" + file))
	return b
}

func (b browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// quiet asserts that the console has nothing but what is written to it now.
func (b browser) quiet(messages func(func(chromedp.ConsoleMessage, error) bool)) {
	if b.ctx.Err() != nil {
		b.Fatal(b.ctx.Err())
	}
	b.do(chromedp.Evaluate[chromedp.Void](`console.log("the end")`))
	for m, err := range messages {
		switch {
		case err != nil:
			b.Fatal(err)
		case m.Text == "the end":
			return
		}
		b.Errorf("the console says %v", m)
	}
}

// value returns the value of an expression.
func value[T any](b browser, format string, args ...any) T {
	b.Helper()
	x, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](fmt.Sprintf(format, args...)))
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// column returns the texts of a column, from 0, of the first table of a section.
func (b browser) column(section string, n int) []string {
	b.Helper()
	const texts = "[...document.querySelector('#%s tbody').rows].map(r => r.cells[%d].textContent)"
	return value[[]string](b, texts, section, n)
}

// heading selects the button of a column of the first table of a section.
func heading(section string, n int) chromedp.CSS {
	return chromedp.CSS(fmt.Sprintf("#%s table th:nth-child(%d) button", section, n+1))
}

func TestBrowser(t *testing.T) {
	b := open(t, 1200, 900)
	if got := value[string](b, "document.title"); got != "scripted" {
		t.Errorf("title %q", got)
	}
	if got := value[string](b, "document.querySelector('main h2').textContent"); got != "Verdicts" {
		t.Errorf("the first section is %q", got)
	}
	b.sorts()
	b.links()
}

// sorts presses headings and looks at the columns below them.
func (b browser) sorts() {
	b.Helper()
	was := b.column("verdicts", 4)
	b.do(chromedp.Click(heading("verdicts", 4)))
	want := []string{"-0.325", "0", "0", "0.001", "0.1", ""}
	if got := firsts(b.column("verdicts", 4)); !slices.Equal(got, want) {
		b.Errorf("sorted by difference: %q, want %q; before, %q", got, want, was)
	}
	if got := value[string](b, "document.querySelector('#verdicts [aria-sort]').ariaSort"); got != "ascending" {
		b.Errorf("aria-sort %q", got)
	}
	// By keyboard, downwards: what has no value stays last.
	b.do(chromedp.Focus(heading("verdicts", 4)), chromedp.KeyEvent(kb.Enter))
	want = []string{"0.1", "0.001", "0", "0", "-0.325", ""}
	if got := firsts(b.column("verdicts", 4)); !slices.Equal(got, want) {
		b.Errorf("sorted by difference, downwards: %q, want %q", got, want)
	}
	// Text, with numbers in it as numbers.
	b.do(chromedp.Click(heading("medians", 0)), chromedp.Click(heading("medians", 0)))
	names := numbered("s", 13)
	slices.Reverse(names)
	if got := b.column("medians", 0); !slices.Equal(got, names) {
		b.Errorf("sorted by name, downwards: %q, want %q", got, names)
	}
}

// firsts returns the first words.
func firsts(texts []string) (words []string) {
	for _, text := range texts {
		word, _, _ := strings.Cut(text, " ")
		words = append(words, word)
	}
	return words
}

// links follows a median to its rows, and goes back.
func (b browser) links() {
	b.Helper()
	const shown = "[...document.querySelectorAll('.cell')].filter(c => c.offsetHeight > 0)" +
		".map(c => c.querySelector('h3').textContent)"
	if got := value[[]string](b, shown); len(got) != 0 {
		b.Errorf("shown at first: %q", got)
	}
	b.do(chromedp.Click(chromedp.CSS("#medians tbody tr:nth-child(1) td:nth-child(3) a"))) // s13, as that table is sorted
	if got, want := value[[]string](b, shown), []string{"s13, more, sleep=1ms"}; !slices.Equal(got, want) {
		b.Errorf("shown after a click: %q, want %q", got, want)
	}
	rows := value[[]string](b, "[...document.querySelector('.cell:target tbody').rows]"+
		".map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent)")
	if want := []string{"1 0.723", "2 0.726", "3 0.729", "4 0.732", "5 0.735"}; !slices.Equal(rows, want) {
		b.Errorf("rows %q, want %q", rows, want)
	}
	top := value[float64](b, "document.querySelector('.cell:target').getBoundingClientRect().top")
	if top < -1 || top > 900 {
		b.Errorf("the rows are at %v, out of sight", top)
	}
	b.do(chromedp.Click(chromedp.CSS(".cell:target p:last-child a")))
	b.do(chromedp.Click(chromedp.CSS("#verdicts tbody tr:nth-child(1) a"))) // the claim of the greatest difference
	if got := value[string](b, "document.querySelector(':target').textContent"); got != "more is more" {
		b.Errorf("the claim leads to %q", got)
	}
	if got := value[[]string](b, shown); len(got) != 0 {
		b.Errorf("shown after going back: %q", got)
	}
}

// On a phone, tables scroll in themselves, and the page does not. Colors are those that the reader prefers.
func TestBrowserPhone(t *testing.T) {
	b := open(t, 360, 740)
	if width := value[float64](b, "document.documentElement.scrollWidth"); width > 360 {
		t.Errorf("the page is %v pixels wide", width)
	}
	out := value[[]string](b, `[...document.querySelectorAll("svg, p, dl, h3")]`+
		`.filter(e => e.getBoundingClientRect().right > 360).map(e => e.outerHTML.slice(0, 90))`)
	if len(out) > 0 {
		t.Errorf("out of the window: %q", out)
	}
	for scheme, dark := range map[string]bool{"dark": true, "light": false} {
		b.do(func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
			feature := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: scheme}
			_, err = cdp.Call(ctx, t, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{feature}})
			return none, err
		})
		for what, wantDark := range map[string]bool{
			"getComputedStyle(document.body).backgroundColor":                              dark,
			"getComputedStyle(document.body).color":                                        !dark,
			"getComputedStyle(document.querySelector('svg text')).fill":                    !dark,
			"getComputedStyle(document.querySelector('svg [style*=currentColor]')).stroke": !dark,
		} {
			color := value[string](b, "%s", what)
			var red int
			if _, err := fmt.Sscanf(color, "rgb(%d,", &red); err != nil || (red < 128) != wantDark {
				t.Errorf("%s: %s is %s", scheme, what, color)
			}
		}
	}
}
