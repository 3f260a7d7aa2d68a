TEXT ·sum(SB), 4, $0
	RET
