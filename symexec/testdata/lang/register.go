package lang

import (
	"crypto"
	_ "crypto/md5"
	"image"
	_ "image/gif"
	"strings"
)

// Registered asks for what other packages have left in this one when they came
// into being.
func Registered(n uint8) bool {
	return crypto.Hash(n % 8).Available()
}

// Format is of a picture that a package imported for its effect alone knows.
func Format(text string) string {
	_, name, err := image.DecodeConfig(strings.NewReader("GIF89a\x01\x00\x01\x00\x00\x00\x00" + text))
	if err != nil {
		return err.Error()
	}
	return name
}
