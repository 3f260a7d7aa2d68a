package symexec

// An undoLog remembers what a run changes of the state before it: an object
// as a whole when it is written to for the first time, if it is small, else
// store by store.
type undoLog struct {
	objects []savedObject
	maps    []savedMap
	chans   []savedChan
}

type savedObject struct {
	o     *object
	cells []cell
}

type savedMap struct {
	m   *hashmap
	was hashmap
}

type savedChan struct {
	c   *channel
	was channel
}

// save remembers an object before the first store of a run to it.
func (m *machine) save(o *object) {
	if m.epoch == 0 || o.epoch == m.epoch {
		return
	}
	cells := make([]cell, len(o.cells))
	copy(cells, o.cells)
	m.undo.objects = append(m.undo.objects, savedObject{o, cells})
	o.epoch = m.epoch
}

func (m *machine) saveMap(h *hashmap) {
	if m.epoch == 0 || h.epoch == m.epoch {
		return
	}
	m.undo.maps = append(m.undo.maps, savedMap{h, h.clone()})
	h.epoch = m.epoch
}

func (m *machine) saveChan(c *channel) {
	if m.epoch == 0 || c.epoch == m.epoch {
		return
	}
	was := *c
	was.buf = append([][]cell(nil), c.buf...)
	m.undo.chans = append(m.undo.chans, savedChan{c, was})
	c.epoch = m.epoch
}

// rollback puts everything back.
func (m *machine) rollback() {
	for _, s := range m.undo.objects {
		copy(s.o.cells, s.cells)
		s.o.epoch = 0
	}
	for _, s := range m.undo.maps {
		*s.m = s.was
		s.m.epoch = 0
	}
	for _, s := range m.undo.chans {
		*s.c = s.was
		s.c.epoch = 0
	}
	clear(m.undo.objects)
	clear(m.undo.maps)
	clear(m.undo.chans)
	m.undo.objects, m.undo.maps, m.undo.chans = m.undo.objects[:0], m.undo.maps[:0], m.undo.chans[:0]
}
