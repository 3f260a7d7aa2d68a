package sixth

// Fragments wants the headers of frames, two bytes each and without what follows them: a
// message in three fragments of 200 bytes together, a ping within, and the end. It follows
// (*Conn).advanceFrame of github.com/gorilla/websocket.
func Fragments(headers []byte) bool {
	if len(headers)%2 != 0 {
		return false
	}
	final, closed := true, false
	parts, pings, size := 0, 0, 0
	for i := 0; i < len(headers); i += 2 {
		fin, kind, length := headers[i]&0x80 != 0, headers[i]&0x0f, int(headers[i+1])
		if headers[i]&0x70 != 0 || length > 125 || closed {
			return false
		}
		switch kind {
		case 0:
			if final {
				return false
			}
			parts++
			size += length
			final = fin
		case 1, 2:
			if !final {
				return false
			}
			parts, size = 1, length
			final = fin
		case 8, 9, 10:
			if !fin {
				return false
			}
			if kind == 8 {
				closed = true
			}
			if kind == 9 && !final {
				pings++
			}
		default:
			return false
		}
	}
	if !closed || !final || parts != 3 {
		return false
	}
	if pings != 1 {
		return false
	}
	if size == 200 {
		return true // target
	}
	return false
}

// Stream wants a stream that both sides end, and none breaks off, with three parts sent
// to the server and two sent back. Capital letters are what the client does: open with H,
// send a part with D, end with E, break off with R; small ones are the server's, and w
// lets the client send two parts more than two. It follows processHeaders, processData
// and processWindowUpdate of (*serverConn) of golang.org/x/net/http2.
func Stream(events []byte) bool {
	const (
		idle = iota
		open
		halfLocal
		halfRemote
		closed
	)
	state, window, received, sent, reset := idle, 2, 0, 0, false
	for _, e := range events {
		switch {
		case state == idle && e == 'H':
			state = open
		case state == idle || state == closed:
			return false
		case e == 'R' || e == 'r':
			state, reset = closed, true
		case e == 'w':
			window += 2
		case e == 'D' && state != halfRemote:
			if window == 0 {
				return false
			}
			window--
			received++
		case e == 'd' && state != halfLocal:
			sent++
		case e == 'E' && state == open:
			state = halfRemote
		case e == 'E' && state == halfLocal, e == 'e' && state == halfRemote:
			state = closed
		case e == 'e' && state == open:
			state = halfLocal
		default:
			return false
		}
	}
	if state != closed || reset || sent != 2 {
		return false
	}
	if received == 3 {
		return true // target
	}
	return false
}

// Stages wants the parts of a picture with a palette in an order that is allowed: H is the
// header, P the palette, T what is transparent, D data, E the end, and a small letter any
// part that need not be known. It wants all kinds, three parts with small letters, and two
// of data to pass over. It follows (*decoder).parseChunk of image/png.
func Stages(paletted bool, chunks []byte) bool {
	const (
		start = iota
		header
		palette
		transparency
		data
		end
	)
	stage, other, extra, clear := start, 0, 0, false
	for _, c := range chunks {
		switch c {
		case 'H':
			if stage != start {
				return false
			}
			stage = header
		case 'P':
			if stage != header {
				return false
			}
			stage = palette
		case 'T':
			if paletted && stage != palette || stage != header && stage != palette {
				return false
			}
			stage, clear = transparency, true
		case 'D':
			if stage < header || stage > data || stage == header && paletted {
				return false
			}
			if stage == data {
				extra++
			}
			stage = data
		case 'E':
			if stage != data {
				return false
			}
			stage = end
		default:
			if c < 'a' || c > 'z' || stage == start || stage == end {
				return false
			}
			other++
		}
	}
	if !paletted || !clear || stage != end {
		return false
	}
	if extra != 2 {
		return false
	}
	if other == 3 {
		return true // target
	}
	return false
}

// Semaphore wants at most nine requests to one of size 10, a number of units to take or,
// below zero, to give back. At one time three have to wait, one waits though there would
// be room, because another is before it, and in the end four were granted and nothing is
// held. It follows (*Weighted).Acquire, Release and notifyWaiters of
// golang.org/x/sync/semaphore.
func Semaphore(requests []int) bool {
	const size = 10
	var waiting []int
	held, granted, longest, unfair := 0, 0, 0, 0
	if len(requests) > 9 {
		return false
	}
	for _, n := range requests {
		switch {
		case n == 0 || n > size || n < -held:
			return false
		case n > 0 && len(waiting) == 0 && size-held >= n:
			held += n
			granted++
		case n > 0:
			if size-held >= n {
				unfair++
			}
			waiting = append(waiting, n)
			longest = max(longest, len(waiting))
		default:
			held += n
			for len(waiting) > 0 && size-held >= waiting[0] {
				held += waiting[0]
				waiting = waiting[1:]
				granted++
			}
		}
	}
	if longest != 3 || unfair != 1 {
		return false
	}
	if granted != 4 || len(waiting) != 0 {
		return false
	}
	if held == 0 {
		return true // target
	}
	return false
}
