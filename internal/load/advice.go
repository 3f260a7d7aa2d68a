package load

import (
	"regexp"
	"strings"
)

var (
	builtOld   = regexp.MustCompile(`requires newer Go version (\S+) \(application built with (\S+)\)`)
	newerGo    = regexp.MustCompile(`(\S+) requires go >= (\S+) \(running go (\S+); GOTOOLCHAIN=\S+\)`)
	noDownload = regexp.MustCompile(`download (go\d[^\s:]*)(?: for \S+)?: `)
	outOfStep  = regexp.MustCompile(`(?s)inconsistent vendoring in [^\n]+:\n\s*([^\n]+)`)
	notInside  = regexp.MustCompile(`(cannot find module providing package \S+): import lookup disabled by -mod=vendor`)
)

// network are words of messages about something that could not be fetched.
var network = []string{
	"dial tcp", "no such host", "i/o timeout", "connection refused", "403 Forbidden", "404 Not Found", "410 Gone",
	"module lookup disabled by GOPROXY=off", "terminal prompts disabled",
}

// advise makes one sentence of what the go command wrote: what is wrong, and
// where the command does not say it well, what to do.
func advise(text string) string {
	text = strings.TrimSpace(text)
	if m := builtOld.FindStringSubmatch(text); m != nil {
		return "it is written for " + m[1] + ", and this nearmiss was built with " + m[2] + "; build nearmiss again with " + m[1] + " or newer"
	}
	if m := newerGo.FindStringSubmatch(text); m != nil {
		return m[1] + " needs Go " + m[2] + " or newer, and this is Go " + m[3] + "; install a newer one, or let GOTOOLCHAIN=auto download it"
	}
	if m := noDownload.FindStringSubmatch(text); m != nil {
		return "the module needs the toolchain " + m[1] + ", which is not here and cannot be downloaded; install it, or lower the go and toolchain lines of go.mod"
	}
	if m := outOfStep.FindStringSubmatch(text); m != nil {
		sync := "go mod vendor"
		if strings.Contains(text, "go work vendor") {
			sync = "go work vendor"
		}
		return "the vendor directory is out of step: " + m[1] + "; run " + sync
	}
	if m := notInside.FindStringSubmatch(text); m != nil {
		return m[1] + ": it is not in the vendor directory; run go mod vendor"
	}
	for _, words := range network {
		if strings.Contains(text, words) {
			return oneLine(text) + "; make it available (go mod download, GOPROXY, GOPRIVATE), or vendor it"
		}
	}
	return oneLine(text)
}
