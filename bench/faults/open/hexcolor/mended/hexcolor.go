// Package hexcolor has colours as style sheets write them.
package hexcolor

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Color has its red, green and blue in three bytes.
type Color struct {
	R, G, B uint8
}

// MarshalJSON writes a colour as "#rrggbb".
func (c Color) MarshalJSON() ([]byte, error) {
	rgb := uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
	return json.Marshal(fmt.Sprintf("#%06x", rgb))
}

// UnmarshalJSON reads a colour: "#rrggbb", or "#rgb" for one whose digits come twice each.
func (c *Color) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	if s == "" || s[0] != '#' {
		return fmt.Errorf("hexcolor: %q does not begin with #", s)
	}
	n, err := strconv.ParseUint(s[1:], 16, 24)
	if err != nil {
		return fmt.Errorf("hexcolor: %w", err)
	}
	switch len(s) {
	case 7:
		*c = Color{uint8(n >> 16), uint8(n >> 8), uint8(n)}
	case 4:
		*c = Color{uint8(n>>8) * 17, uint8(n>>4&15) * 17, uint8(n&15) * 17}
	default:
		return fmt.Errorf("hexcolor: %q has %d digits", s, len(s)-1)
	}
	return nil
}
