package swarm

import (
	"errors"
	"net"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// User is the name of all connections to the server inside of the program, beside the token.
const User = "worker"

// serve starts a server with all streams in memory. The caller removes the folder in the end.
func serve(o *Options) (s *server.Server, folder string, err error) {
	l, err := net.Listen("tcp", o.Listen)
	if err != nil { // the server would end the program
		return nil, "", err
	}
	l.Close()
	host, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, "", err
	}
	if folder, err = os.MkdirTemp("", "bloodline-swarm-"); err != nil {
		return nil, "", err
	}
	options := &server.Options{
		ServerName: "bloodline", Host: host, Port: l.Addr().(*net.TCPAddr).Port, Username: User, Password: o.Token, NoLog: true, NoSigs: true,
		MaxPayload: maxPayload, JetStream: true, StoreDir: folder, JetStreamMaxMemory: 512 << 20, DisableShortFirstPing: true,
	}
	if o.Cert != "" {
		options.TLS, options.TLSTimeout = true, 5
		if options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key}); err != nil {
			return nil, folder, err
		}
	}
	if s, err = server.NewServer(options); err != nil {
		return nil, folder, err
	}
	s.Start()
	if !s.ReadyForConnections(5 * time.Second) {
		s.Shutdown()
		return nil, folder, errors.New("the server inside of the program did not start within 5 seconds")
	}
	return s, folder, nil
}

// connectOptions returns the options of every connection, which reconnects by itself.
func connectOptions(name string, more ...nats.Option) []nats.Option {
	return append([]nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
	}, more...)
}

// reason explains a failed connection to the user.
func reason(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return errors.New("the token is not the one of this swarm")
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no breeder answers")
	case errors.Is(err, nats.ErrNoResponders):
		return errors.New("no breeder is connected to this server now")
	}
	return err
}
