package testgen

import (
	"fmt"
	"strings"

	"nearmiss/internal/value"
)

// stepNames lists calls in their order, equal neighbours as one.
func stepNames(steps []*value.Value) (list []string) {
	for i := 0; i < len(steps); {
		j := i + 1
		for j < len(steps) && steps[j].Word == steps[i].Word {
			j++
		}
		text := steps[i].Alt().Name
		if n := j - i; n > 1 {
			text += fmt.Sprintf(" ×%d", n)
		}
		list = append(list, text)
		i = j
	}
	return list
}

// addLiteralRemarks adds a remark to each row whose objects are made without their constructors.
func (p *plan) addLiteralRemarks() {
	for i := range p.cases {
		var list []string
		for _, in := range p.inputs {
			if in.values[i].AnyPart((*value.Value).BypassesConstructor) {
				list = append(list, in.describedName())
			}
		}
		switch n := len(list); {
		case n == 1:
			p.remark(i, "%s is made without its constructor.", list[0])
		case n > 1:
			p.remark(i, "%s and %s are made without their constructors.", strings.Join(list[:n-1], ", "), list[n-1])
		}
	}
}
