// Package smtpdata takes the body of a mail out of what a client sends after DATA.
package smtpdata

import "strings"

// Body returns the lines before the one that is a single dot, without the dots that were put before lines that begin with
// one. It reports whether the single dot came.
func Body(sent string) (body []string, ended bool) {
	lines := make(chan string, strings.Count(sent, "\n")+1)
reading:
	for line := range strings.Lines(sent) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == ".":
			ended = true
			close(lines)
			break reading
		case strings.HasPrefix(line, "."):
			lines <- line[1:]
		default:
			lines <- line
		}
	}
	if !ended {
		close(lines)
	}
	for line := range lines {
		body = append(body, line)
	}
	return body, ended
}
