package swarm

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// The users of the server inside of the program. A worker may ask, answer and take jobs,
// and nothing else.
const (
	userBreeder = "breeder"
	userWorker  = "worker"
)

// serve starts a server that listens at an address. Its store is a folder that is empty,
// since all streams are in memory, and removed in the end.
func serve(o *Options) (s *server.Server, password, folder string, err error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, "", "", fmt.Errorf("listen at %s: %w", o.Listen, err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, "", "", fmt.Errorf("listen at %s: the port must be a number", o.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	} else if l, err := net.Listen("tcp", o.Listen); err != nil { // the server would end the program
		return nil, "", "", err
	} else {
		l.Close()
	}
	if folder, err = os.MkdirTemp("", "bloodline-swarm-"); err != nil {
		return nil, "", "", err
	}
	password = Secret()
	options := &server.Options{
		ServerName: "bloodline", Host: host, Port: number, NoLog: true, NoSigs: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: 512 << 20, DisableShortFirstPing: true,
		Users: []*server.User{
			{Username: userBreeder, Password: password},
			{Username: userWorker, Password: o.Token, Permissions: &server.Permissions{
				Publish: &server.SubjectPermission{Allow: []string{
					subjectHello, subjectPing, subjectSetting, subjectResult, subjectStatus,
					"$JS.API.CONSUMER.INFO." + streamName + "." + consumerName,
					"$JS.API.CONSUMER.MSG.NEXT." + streamName + "." + consumerName,
					"$JS.ACK." + streamName + "." + consumerName + ".>",
				}},
				Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
			}},
		},
	}
	if o.Cert != "" {
		options.TLS, options.TLSTimeout = true, 5
		if options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key}); err != nil {
			return nil, "", folder, err
		}
	}
	if s, err = server.NewServer(options); err != nil {
		return nil, "", folder, err
	}
	s.Start()
	if !s.ReadyForConnections(5 * time.Second) {
		s.Shutdown()
		return nil, "", folder, errors.New("the server inside of the program did not start within 5 seconds")
	}
	return s, password, folder, nil
}

// address returns what workers connect to.
func address(s *server.Server, o *Options) string {
	scheme := "nats"
	if o.Cert != "" {
		scheme = "tls"
	}
	return fmt.Sprintf("%s://%s:%s@%s", scheme, userWorker, o.Token, s.Addr())
}

// connect are the options of every connection: it comes back by itself, for ever.
func connect(name string, more ...nats.Option) []nats.Option {
	return append([]nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
	}, more...)
}
