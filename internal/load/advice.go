package load

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
)

// Messages of the go command.
var (
	builtWithOldGo     = regexp.MustCompile(`requires newer Go version (\S+) \(application built with (\S+)\)`)
	needsNewerGo       = regexp.MustCompile(`(\S+) requires go >= (\S+) \(running go (\S+); GOTOOLCHAIN=\S+\)`)
	toolchainMissing   = regexp.MustCompile(`download (go\d[^\s:]*)(?: for \S+)?: `)
	vendorInconsistent = regexp.MustCompile(`(?s)inconsistent vendoring in [^\n]+:\n\s*([^\n]+)`)
	notVendored        = regexp.MustCompile(`(cannot find module providing package \S+): import lookup disabled by -mod=vendor`)
	notThere           = regexp.MustCompile(`^open (.+): no such file or directory$`)
)

// networkErrors are substrings of messages of the go command about failed downloads.
var networkErrors = []string{
	"dial tcp", "no such host", "i/o timeout", "connection refused", "403 Forbidden", "404 Not Found", "410 Gone",
	"module lookup disabled by GOPROXY=off", "terminal prompts disabled",
}

// explainGoError returns one sentence for the output of a failed go command. For
// some errors the sentence also says how to mend them.
func explainGoError(text string) string {
	text = strings.TrimSpace(text)
	if m := builtWithOldGo.FindStringSubmatch(text); m != nil {
		return "it is written for " + m[1] + ", and this nearmiss was built with " + m[2] + "; build nearmiss again with " + m[1] + " or newer"
	}
	if m := needsNewerGo.FindStringSubmatch(text); m != nil {
		return m[1] + " needs Go " + m[2] + " or newer, and this is Go " + m[3] + "; install a newer one, or let GOTOOLCHAIN=auto download it"
	}
	if m := toolchainMissing.FindStringSubmatch(text); m != nil {
		return "the module needs the toolchain " + m[1] + ", which is not here and cannot be downloaded; install it, or lower the go and toolchain lines of go.mod"
	}
	if m := vendorInconsistent.FindStringSubmatch(text); m != nil {
		sync := "go mod vendor"
		if strings.Contains(text, "go work vendor") {
			sync = "go work vendor"
		}
		return "the vendor directory is out of step: " + m[1] + "; run " + sync
	}
	if m := notVendored.FindStringSubmatch(text); m != nil {
		return m[1] + ": it is not in the vendor directory; run go mod vendor"
	}
	if m := notThere.FindStringSubmatch(text); m != nil && isLink(m[1]) {
		return m[1] + " is a symbolic link that leads nowhere; move it away"
	}
	for _, words := range networkErrors {
		if strings.Contains(text, words) {
			return oneLine(text) + "; make it available (go mod download, GOPROXY, GOPRIVATE), or vendor it"
		}
	}
	return oneLine(text)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
