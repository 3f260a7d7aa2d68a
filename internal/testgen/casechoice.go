package testgen

import (
	"fmt"
	"strings"

	"nearmiss/internal/value"
)

// stepNames lists calls in their order, equal neighbours as one.
func stepNames(steps []*value.Value) (list []string) {
	for i := 0; i < len(steps); {
		text, n := steps[i].Alt().Name, 0
		for ; i < len(steps) && steps[i].Alt().Name == text; i++ {
			n += steps[i].Times()
		}
		if n > 1 {
			text += fmt.Sprintf(" ×%d", n)
		}
		list = append(list, text)
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
