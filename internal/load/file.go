package load

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotPlain is the error of ReadFile for a directory, a pipe or a device.
var ErrNotPlain = errors.New("it is not a plain file")

// ReadFile reads a plain file, following symbolic links. It refuses pipes and devices, because
// reading them might never end.
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrNotPlain}
	}
	return os.ReadFile(name)
}
