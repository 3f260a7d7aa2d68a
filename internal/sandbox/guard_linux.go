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
	if memory, threads := memoryAndThreads(g.Pid); g.Memory > 0 && memory > g.Memory || threads > maxThreads {
		return TooMuchMemory
	}
	if g.diskExceeded() {
		return TooMuchDisk
	}
	return 0
}

// memoryAndThreads returns the memory of a process in bytes and its number of threads. The
// memory includes page tables and swap and leaves out mapped files. Both are 0 if unknown.
func memoryAndThreads(pid int) (memory int64, threads int) {
	var text [4096]byte // read without the poller of package os, which costs as much as the read
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

// diskExceeded reports whether the files in the directory and the open files that were removed
// from it take more than the limit. A directory that cannot be read counts as too much, because
// it may hide any number of files.
func (g Guard) diskExceeded() bool {
	c := diskCount{bytesLeft: g.Disk, seen: map[inode]bool{}}
	c.bytesLeft = cmp.Or(c.bytesLeft, 256<<20)
	dir, err := openDirPath(unix.AT_FDCWD, g.Dir)
	if vanished(err) {
		return false // the process has ended
	} else if err != nil {
		return true
	}
	defer unix.Close(dir)
	root, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", dir)) // the name that the kernel gives it
	return err != nil || c.addDir(dir, 0) != nil || c.addUnlinked(g.Pid, root+"/") != nil
}

var errFull = errors.New("full")

// A diskCount adds up the blocks of files. A file with several names, or that is open several
// times, counts once.
type diskCount struct {
	bytesLeft int64          // bytes left until the limit
	entries   int            // names counted so far
	seen      map[inode]bool // files counted so far
}

type inode struct{ dev, ino uint64 }

// blockSize is the unit of Stat_t.Blocks in bytes, independent of the file system's block size.
const blockSize = 512

func (c *diskCount) add(st *unix.Stat_t) error {
	if f := (inode{uint64(st.Dev), st.Ino}); !c.seen[f] {
		c.seen[f] = true
		c.bytesLeft -= st.Blocks * blockSize
	}
	if c.entries++; c.bytesLeft < 0 || c.entries > maxEntries {
		return errFull
	}
	return nil
}

// addDir adds the files below a directory. path is an O_PATH descriptor.
func (c *diskCount) addDir(path, depth int) error {
	if depth > maxDepth {
		return errFull
	}
	dir, err := reopenDir(path, "")
	if errors.Is(err, fs.ErrPermission) && addOwnerRights(path) == nil {
		dir, err = reopenDir(path, "")
	}
	if vanished(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer dir.Close()
	for {
		names, err := dir.Readdirnames(1000)
		for _, name := range names {
			if err := c.addEntry(int(dir.Fd()), name, depth); err != nil {
				return err
			}
		}
		if len(names) == 0 || err != nil {
			return nil
		}
	}
}

// addEntry adds the file of one name in a directory, with the files below it.
func (c *diskCount) addEntry(dir int, name string, depth int) error {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW); vanished(err) {
		return nil
	} else if err != nil {
		return err
	}
	if err := c.add(&st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return err
	}
	sub, err := openDirPath(dir, name)
	if vanished(err) {
		return nil
	} else if err != nil {
		return err
	}
	defer unix.Close(sub)
	return c.addDir(sub, depth+1)
}

// vanished reports whether an error shows that a name has been removed, or now names another
// kind of file.
func vanished(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP)
}

// addUnlinked adds the files that were removed from the directory root and that process pid has
// still open or mapped.
func (c *diskCount) addUnlinked(pid int, root string) error {
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
	return c.addMapped(pid, root)
}

// addMapped adds the files that were removed from the directory root and that process pid has
// mapped but not open. Their sizes are unknown, so each counts as the default limit of a file's
// size.
func (c *diskCount) addMapped(pid int, root string) error {
	f, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return nil // the process has ended
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		index := strings.Index(lines.Text(), root)
		if index < 0 || !strings.HasSuffix(lines.Text(), " (deleted)") {
			continue
		}
		fields := strings.Fields(lines.Text()[:index]) // addresses, rights, offset, device, inode number
		ino, err := strconv.ParseUint(fields[len(fields)-1], 10, 64)
		if err != nil || c.counted(ino) {
			continue
		}
		if err := c.add(&unix.Stat_t{Ino: ino, Blocks: maxFileSize / blockSize}); err != nil {
			return err
		}
	}
	return nil
}

// counted reports whether a file with this inode number has been counted. It does not compare
// devices, because overlay file systems report two different device numbers for one file.
func (c *diskCount) counted(ino uint64) bool {
	for f := range c.seen {
		if f.ino == ino {
			return true
		}
	}
	return false
}
