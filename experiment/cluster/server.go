package cluster

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A Server is a server in this process.
type Server struct {
	URL   string
	inner *server.Server
}

// mostPayload is the size of a message that a server in this process takes, in bytes.
const mostPayload = 8 << 20

// Serve starts a server with JetStream at an address, HOST:PORT, which keeps its streams in a directory. With
// port 0 it takes one that is free.
func Serve(address, dir string) (*Server, error) {
	probe, err := net.Listen("tcp", address) // the server does not return such errors
	if err != nil {
		return nil, fmt.Errorf("cannot start a server: %w; choose another address with -listen", err)
	}
	probe.Close()
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "nearmiss", Host: host, Port: port, JetStream: true, StoreDir: dir, MaxPayload: mostPayload,
		NoLog: true, NoSigs: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot start a server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("cannot start a server with JetStream: is there room, and the right to write, in " + dir + "?")
	}
	return &Server{s.ClientURL(), s}, nil
}

// farewell is how long workers may take to go.
const farewell = 5 * time.Second

// Close ends the server.
func (s *Server) Close() {
	s.inner.Shutdown()
	s.inner.WaitForShutdown()
}

// CloseAfterClients ends the server when its clients have gone, or after a while.
func (s *Server) CloseAfterClients() {
	for end := time.Now().Add(farewell); s.inner.NumClients() > 0 && time.Now().Before(end); {
		time.Sleep(time.Second / 50)
	}
	s.Close()
}
