package sandbox

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

func (g Guard) exceeded() Excess {
	if memory, threads := taken(g.Pid); g.Memory > 0 && memory > g.Memory || threads > mostThreads {
		return TooMuchMemory
	}
	if g.full() {
		return TooMuchDisk
	}
	return 0
}

// taken returns how much memory a process has that is no file's, the tables of its pages
// included, and how many threads; 0 for what is not known.
func taken(pid int) (memory int64, threads int) {
	var text [4096]byte // without the poller of package os, which costs as much as the read
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/status", pid), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, 0
	}
	size, _ := unix.Read(fd, text[:])
	unix.Close(fd)
	for line := range bytes.Lines(text[:max(size, 0)]) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		digits, _, _ := bytes.Cut(bytes.TrimSpace(value), []byte(" "))
		n, _ := strconv.ParseInt(string(digits), 10, 64)
		switch string(name) {
		case "RssAnon", "RssShmem", "VmPTE", "VmSwap":
			memory += n << 10
		case "Threads":
			threads = int(n)
		}
	}
	return memory, threads
}

// full adds up what lies in the directory and what the process has open. What cannot be
// looked at counts as too much: it may hide anything.
func (g Guard) full() bool {
	c := count{left: g.Disk, seen: map[inode]bool{}}
	c.left = cmp.Or(c.left, 256<<20)
	dir, err := reach(unix.AT_FDCWD, g.Dir)
	if gone(err) {
		return false // the process has ended
	} else if err != nil {
		return true
	}
	defer unix.Close(dir)
	root, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", dir)) // as the kernel calls it
	return err != nil || c.directory(dir, 0) != nil || c.unnamed(g.Pid, root+"/") != nil
}

var errFull = errors.New("full")

// A count is of the blocks that files take. One with several names, or that is open
// several times, counts once.
type count struct {
	left    int64 // bytes until it is too much
	entries int   // so far
	seen    map[inode]bool
}

type inode struct{ dev, ino uint64 }

// block is the unit of Stat_t.Blocks, whatever the file system's is.
const block = 512

func (c *count) add(st *unix.Stat_t) error {
	if f := (inode{uint64(st.Dev), st.Ino}); !c.seen[f] {
		c.seen[f] = true
		c.left -= st.Blocks * block
	}
	if c.entries++; c.left < 0 || c.entries > mostEntries {
		return errFull
	}
	return nil
}

// directory adds what lies in a directory that was reached.
func (c *count) directory(path, depth int) error {
	if depth > mostDepth {
		return errFull
	}
	dir, err := enter(path, "")
	if errors.Is(err, fs.ErrPermission) && takeRights(path) == nil {
		dir, err = enter(path, "")
	}
	if gone(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer dir.Close()
	for {
		names, err := dir.Readdirnames(1000)
		for _, name := range names {
			if err := c.entry(int(dir.Fd()), name, depth); err != nil {
				return err
			}
		}
		if len(names) == 0 || err != nil {
			return nil
		}
	}
}

// entry adds one name in a directory.
func (c *count) entry(dir int, name string, depth int) error {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW); gone(err) {
		return nil
	} else if err != nil {
		return err
	}
	if err := c.add(&st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return err
	}
	sub, err := reach(dir, name)
	if gone(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer unix.Close(sub)
	return c.directory(sub, depth+1)
}

// gone reports whether a name has gone, or has become that of a file, while we look.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP)
}

// unnamed adds the files that lay in the directory, have no name any more, and are open.
func (c *count) unnamed(pid int, root string) error {
	dir := fmt.Sprintf("/proc/%d/fd/", pid)
	list, err := os.Open(dir)
	if err != nil {
		return nil // the process has ended
	}
	defer list.Close()
	open, _ := list.Readdirnames(-1)
	for _, fd := range open {
		var st unix.Stat_t
		path := dir + fd
		name, err := os.Readlink(path)
		if err != nil || !strings.HasPrefix(name, root) || unix.Stat(path, &st) != nil || st.Nlink > 0 {
			continue
		}
		if err := c.add(&st); err != nil {
			return err
		}
	}
	return c.mapped(pid, root)
}

// mapped adds those that are in memory and not open. Only that they are there is known,
// so that each counts as what a file may be by default.
func (c *count) mapped(pid int, root string) error {
	f, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return nil // the process has ended
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		at := strings.Index(lines.Text(), root)
		if at < 0 || !strings.HasSuffix(lines.Text(), " (deleted)") {
			continue
		}
		fields := strings.Fields(lines.Text()[:at]) // addresses, rights, offset, device, number
		ino, err := strconv.ParseUint(fields[len(fields)-1], 10, 64)
		if err != nil || c.knows(ino) {
			continue
		}
		if err := c.add(&unix.Stat_t{Ino: ino, Blocks: defaultFileSize / block}); err != nil {
			return err
		}
	}
	return nil
}

// knows reports whether a file has been counted. Devices are left out: file systems made
// of others number them in two ways.
func (c *count) knows(ino uint64) bool {
	for f := range c.seen {
		if f.ino == ino {
			return true
		}
	}
	return false
}
