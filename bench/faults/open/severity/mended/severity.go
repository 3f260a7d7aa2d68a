// Package severity has the severities of log messages.
package severity

import (
	"fmt"
	"strconv"
	"strings"
)

// A Severity says how bad a message is. Between the named ones are others.
type Severity int8

// Named severities.
const (
	Debug Severity = -100
	Info  Severity = 0
	Error Severity = 100
)

// MarshalText returns the name of a severity, or that of the next lower one with the difference: INFO+3.
func (s Severity) MarshalText() ([]byte, error) {
	switch {
	case s >= Error:
		return named("ERROR", s-Error), nil
	case s >= Info:
		return named("INFO", s-Info), nil
	}
	return named("DEBUG", s-Debug), nil
}

func named(name string, more Severity) []byte {
	if more == 0 {
		return []byte(name)
	}
	return fmt.Appendf(nil, "%s%+d", name, int(more))
}

// UnmarshalText sets the severity to that of a text, in letters of either case.
func (s *Severity) UnmarshalText(text []byte) error {
	name, more := string(text), 0
	if i := strings.IndexAny(name, "+-"); i > 0 {
		n, err := strconv.ParseInt(name[i:], 10, 9)
		if err != nil {
			return fmt.Errorf("severity: %w", err)
		}
		name, more = name[:i], int(n)
	}
	base, ok := map[string]Severity{"DEBUG": Debug, "INFO": Info, "ERROR": Error}[strings.ToUpper(name)]
	if !ok {
		return fmt.Errorf("severity: there is no %q", name)
	}
	if more += int(base); more != int(Severity(more)) {
		return fmt.Errorf("severity: %q is too far away", text)
	}
	*s = Severity(more)
	return nil
}
