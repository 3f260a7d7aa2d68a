package clocked

// A Module is a package of a module, at a version.
type Module struct {
	Name    string // with the version, as for go get
	Package string // its directory in the module
	Kind    string // what it was taken for
}

// Modules are those with which the static rule on harm, and the schedule without a first
// look, were found wanting; and, for each kind of code that these stand for (logs,
// schedules, HTTP, settings, time), two or three modules more, the best known without cgo,
// named before any of them was run.
var Modules = []Module{
	{"github.com/spf13/cobra@v1.8.1", ".", "settings"},
	{"github.com/spf13/viper@v1.19.0", ".", "settings"},
	{"github.com/gin-gonic/gin@v1.10.0", "binding", "HTTP"},
	{"github.com/prometheus/client_golang@v1.20.5", "prometheus", "HTTP"},
	{"go.uber.org/zap@v1.27.0", "zapcore", "logs"},
	{"github.com/prometheus/common@v0.61.0", "config", "HTTP"},
	{"github.com/teambition/rrule-go@v1.8.2", ".", "time"},
	{"github.com/sirupsen/logrus@v1.9.3", ".", "logs"},
	{"github.com/rs/zerolog@v1.33.0", ".", "logs"},
	{"github.com/hashicorp/go-retryablehttp@v0.7.7", ".", "HTTP"},
	{"github.com/golang-module/carbon/v2@v2.3.12", ".", "time"},
	{"github.com/nats-io/nats.go@v1.37.0", ".", "HTTP"},
	{"github.com/redis/go-redis/v9@v9.7.0", ".", "HTTP"},

	{"github.com/hashicorp/go-hclog@v1.6.3", ".", "logs"},
	{"gopkg.in/natefinch/lumberjack.v2@v2.2.1", ".", "logs"},
	{"github.com/robfig/cron/v3@v3.0.1", ".", "schedules"},
	{"github.com/panjf2000/ants/v2@v2.12.1", ".", "schedules"},
	{"github.com/cenkalti/backoff/v4@v4.3.0", ".", "schedules"},
	{"github.com/gorilla/mux@v1.8.1", ".", "HTTP"},
	{"github.com/go-chi/chi/v5@v5.5.0", ".", "HTTP"},
	{"github.com/kelseyhightower/envconfig@v1.4.0", ".", "settings"},
	{"github.com/joho/godotenv@v1.5.1", ".", "settings"},
	{"github.com/spf13/pflag@v1.0.10", ".", "settings"},
	{"golang.org/x/time@v0.16.0", "rate", "time"},
	{"github.com/patrickmn/go-cache@v2.1.0+incompatible", ".", "time"},
	{"github.com/hashicorp/golang-lru/v2@v2.0.7", "expirable", "time"},
}
