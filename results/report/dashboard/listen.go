package dashboard

import (
	"context"
	"fmt"
	"net"

	"bloodline/internal/usage"
)

// Endpoint is a server that listens at an address.
type Endpoint struct {
	Address  string // to open in a browser, with the token if there is one
	server   *Server
	listener net.Listener
}

// Listen listens at HOST:PORT; port 0 is any free one. Elsewhere than on the loopback
// interface it makes a token, and its pages change no run.
func Listen(address string, o Options) (*Endpoint, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, usage.Errorf("--listen: must be HOST:PORT, have %q", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr)
	s := &Endpoint{Address: "http://" + at.String() + "/", listener: listener}
	if host == "localhost" {
		s.Address = fmt.Sprintf("http://localhost:%d/", at.Port)
	}
	if !at.IP.IsLoopback() {
		o.Token, o.Control = newToken(), nil
		s.Address += "?token=" + o.Token
	}
	s.server = New(o)
	return s, nil
}

// Serve serves until ctx is cancelled.
func (s *Endpoint) Serve(ctx context.Context) error {
	if err := s.server.Serve(ctx, s.listener); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Close gives the address back without having served.
func (s *Endpoint) Close() error { return s.listener.Close() }
