package standin

// Args are the arguments of a process that was started as nothing but a
// program, as the processes are that run machine code.
func Args() []string { return []string{"program"} }
