package system

import (
	"math/rand/v2"
	"sync/atomic"
)

// Ports that are handed out: below those that systems choose for connections themselves.
const firstPort, ports = 20_000, 12_000

var lastPort atomic.Uint32

func init() { lastPort.Store(rand.Uint32N(ports)) }

// FreePort returns a TCP port at which no local program listens; the same one again only after 12,000 others.
func FreePort() (port int) {
	for range ports {
		if port = firstPort + int(lastPort.Add(1)%ports); portIsFree(port) {
			break
		}
	}
	return port
}
