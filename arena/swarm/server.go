package swarm

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// The users of the server inside of the program. A worker may ask, answer and take jobs,
// and receives answers to itself only. It is in an account without a JetStream, into which
// only these subjects are imported: a request that names $JS.API.STREAM.DELETE or a job as
// its reply subject reaches no subscriber there.
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
	password = rand.Text()
	door := &authenticator{breeder: password, token: o.Token, opened: make(chan struct{})}
	options := &server.Options{
		ServerName: "bloodline", Host: host, Port: number, NoLog: true, NoSigs: true, MaxPayload: maxPayload,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: 512 << 20, DisableShortFirstPing: true,
		CustomClientAuthentication: door,
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
	if err := door.open(s); err != nil {
		s.Shutdown()
		return nil, "", folder, err
	}
	return s, password, folder, nil
}

// authenticator lets connections in, each worker's as a user of its own.
type authenticator struct {
	breeder, token string
	opened         chan struct{}   // closed when the account is there
	workers        *server.Account // theirs; nil if there is none
}

// Check gives a connection its permissions. A worker's name ends with its [inbox].
func (d *authenticator) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	knows := func(user, password string) bool {
		return o.Username == user && subtle.ConstantTimeCompare([]byte(o.Password), []byte(password)) == 1
	}
	switch {
	case knows(userBreeder, d.breeder):
		c.RegisterUser(&server.User{Username: userBreeder})
		return true
	case knows(userWorker, d.token):
		if <-d.opened; d.workers == nil {
			return false
		}
		inbox := o.Name[strings.LastIndexByte(o.Name, ' ')+1:]
		c.RegisterUser(&server.User{Username: userWorker, Permissions: permissions(inbox), Account: d.workers})
		return true
	}
	return false
}

// open makes the workers' account, into which only the subjects of their requests are imported.
func (d *authenticator) open(s *server.Server) error {
	defer close(d.opened)
	own := s.GlobalAccount()
	workers, err := s.RegisterAccount("workers")
	if err != nil {
		return err
	}
	for _, subject := range forWorkers() {
		// The server remembers where an answer goes until it came; a pull has heartbeats, too,
		// which it must not take for the answer.
		kind, pull := server.Singleton, strings.Contains(subject, ".NEXT.")
		if pull {
			kind = server.Streamed
		}
		if err := own.AddServiceExportWithResponse(subject, kind, []*server.Account{workers}); err != nil {
			return err
		}
		if pull {
			if err := own.SetServiceExportResponseThreshold(subject, 3*heartbeat); err != nil {
				return err
			}
		}
		if err := workers.AddServiceImport(own, subject, subject); err != nil {
			return err
		}
	}
	d.workers = workers
	return nil
}

// forWorkers returns the subjects that workers may publish to.
func forWorkers() []string {
	subjects := []string{subjectHello, subjectPing, subjectSetting, subjectResult, subjectStatus}
	for _, q := range []*queue{&measurements, &searches} {
		of := streamName + "." + q.consumer
		subjects = append(subjects, "$JS.API.CONSUMER.INFO."+of, "$JS.API.CONSUMER.MSG.NEXT."+of, "$JS.ACK."+of+".>")
	}
	return subjects
}

// heartbeat is how often the queue says that a worker's request for a job still stands.
const heartbeat = 2 * time.Second

func permissions(inbox string) *server.Permissions {
	p := &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: forWorkers()},
		Subscribe: &server.SubjectPermission{Deny: []string{">"}},
	}
	if inboxRule.MatchString(inbox + ".") {
		p.Subscribe = &server.SubjectPermission{Allow: []string{inbox + ".>"}}
	}
	return p
}

// inboxRule is how a worker's own subjects begin. The word, which no other client can
// guess, is a connection's.
var inboxRule = regexp.MustCompile(`^_INBOX\.[A-Z2-7]{26}\.`)

// answersTo makes an inbox for a connection, and has the connection's name say so.
func answersTo(name string) []nats.Option {
	inbox := "_INBOX." + rand.Text()
	return []nats.Option{nats.Name(name + " " + inbox), nats.CustomInboxPrefix(inbox)}
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
	return append(append(answersTo(name), []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
	}...), more...)
}
