package dashboard

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"bloodline/internal/setting"
)

// Listen listens at HOST:PORT; port 0 is any free one. Changes need the token that it makes; elsewhere than on the
// loopback interface its pages change no run, and reading needs the token too.
func Listen(address string, o Options) (*Server, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, setting.Usagef("--listen: must be HOST:PORT, have %q", address)
	}
	if host == "localhost" { // a bare system has no file that knows the name
		address = net.JoinHostPort("127.0.0.1", port)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	at := listener.Addr().(*net.TCPAddr)
	url := "http://" + at.String() + "/"
	if host == "localhost" {
		url = fmt.Sprintf("http://localhost:%d/", at.Port)
	}
	o.Token = rand.Text()
	if o.Remote = !at.IP.IsLoopback(); o.Remote {
		o.Control = nil
	}
	s := New(o)
	s.Address, s.listener = url+"?token="+o.Token, listener
	return s, nil
}

// Serve serves where it listens until ctx is cancelled.
func (s *Server) Serve(ctx context.Context) error {
	h := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, MaxHeaderBytes: 1 << 16,
		ErrorLog:    log.New(withoutAccept{os.Stderr}, "", log.LstdFlags),
		BaseContext: func(net.Listener) context.Context { return ctx }, // live pages end with it
	}
	var wait sync.WaitGroup
	defer wait.Wait()
	stop := context.AfterFunc(ctx, func() {
		wait.Add(1)
		defer wait.Done()
		patience, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if h.Shutdown(patience) != nil {
			_ = h.Close() // connections that still read after that are cut
		}
	})
	defer stop()
	if err := h.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// withoutAccept leaves out lines on connections not accepted, one a second while visitors hold all files it may open.
type withoutAccept struct{ io.Writer }

func (w withoutAccept) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("Accept error")) {
		return len(line), nil
	}
	return w.Writer.Write(line)
}

// Close gives the address back without having served.
func (s *Server) Close() error { return s.listener.Close() }
