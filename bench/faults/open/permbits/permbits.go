// Package permbits has permissions of members of a group.
package permbits

import "strings"

// Bits are permissions.
type Bits uint8

// Permissions.
const (
	Read Bits = 1 << iota
	Write
	Delete
	Invite
)

var names = [...]string{"read", "write", "delete", "invite"}

// Has reports whether b has all permissions of more.
func (b Bits) Has(more Bits) bool { return b&more == more }

// String returns the names of the permissions with bars between them.
func (b Bits) String() string {
	if b == 0 {
		return "none"
	}
	var list []string
	for i := 0; b != 0; i++ {
		if b&1 != 0 {
			list = append(list, names[i])
		}
		b >>= 1
	}
	return strings.Join(list, "|")
}
