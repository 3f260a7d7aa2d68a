package subject

import "sync"

var cookies, buffers sync.Pool

// A Cookie may come from a pool, with what its last user has left.
type Cookie struct{ name string }

func (c *Cookie) Set(name string) { c.name = name }

// AcquireCookie and ReuseCookie are no constructors to use.
func AcquireCookie() *Cookie { return cookies.Get().(*Cookie) }

func ReuseCookie() *Cookie {
	v := cookies.Get()
	if v == nil {
		return &Cookie{}
	}
	return v.(*Cookie)
}

// ReadCookie keeps what it gets from the pool for itself.
func ReadCookie() *Cookie {
	b := buffers.Get()
	defer buffers.Put(b)
	return &Cookie{name: "read"}
}

func UseCookie(c *Cookie) string { return c.name }
