// Package rpn evaluates sums in reverse Polish notation.
package rpn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var operators = map[string]func(a, b int64) int64{
	"+":   func(a, b int64) int64 { return a + b },
	"-":   func(a, b int64) int64 { return a - b },
	"*":   func(a, b int64) int64 { return a * b },
	"max": func(a, b int64) int64 { return max(a, b) },
}

// Eval returns the value of an expression such as "1 2 + 3 *".
func Eval(expression string) (int64, error) {
	var stack []int64
	for word := range strings.FieldsSeq(expression) {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			stack = append(stack, n)
			continue
		}
		top := len(stack) - 1
		if top < 1 {
			return 0, fmt.Errorf("rpn: %s has too few operands", word)
		}
		operator := operators[word]
		if operator == nil {
			return 0, fmt.Errorf("rpn: there is no operator %s", word)
		}
		stack[top-1] = operator(stack[top-1], stack[top])
		stack = stack[:top]
	}
	if len(stack) != 1 {
		return 0, errors.New("rpn: not one value is left")
	}
	return stack[0], nil
}
