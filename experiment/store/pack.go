package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// Pack writes all rows and their campaign into one new file, compressed by zstd, about a tenth of the size. Other
// processes may add rows meanwhile; the file has those of one moment.
func (s *Store) Pack(ctx context.Context, file string) (err error) {
	dir, err := os.MkdirTemp("", "pack-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	whole := filepath.Join(dir, Database)
	if _, err := s.db.ExecContext(ctx, `VACUUM INTO ?`, whole); err != nil {
		return s.explain(err)
	}
	in, err := os.Open(whole)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	to, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(zstd.MaxWindowSize/16))
	if err != nil {
		return err
	}
	_, err = io.Copy(to, in)
	return errors.Join(err, to.Close())
}

// Unpack writes the rows of a file that Pack has made into a directory, which must have none.
func Unpack(file, dir string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	from, err := zstd.NewReader(in)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, Database)
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	if _, err = io.Copy(out, from); err != nil {
		err = fmt.Errorf("%s has no packed rows, or is damaged: %w", file, err)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		os.Remove(name)
	}
	return err
}
