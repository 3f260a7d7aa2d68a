package main

import "nearmiss/bench/clocked"

// packages are those in which tests were lost, late, weak or failed, and twenty more of widely used
// modules, the largest of which have some thousand branches.
var packages = []clocked.Module{
	{Name: "github.com/redis/go-redis/v9@v9.7.0", Package: "."},
	{Name: "github.com/nats-io/nats.go@v1.37.0", Package: "."},
	{Name: "golang.org/x/crypto@v0.30.0", Package: "ssh"},
	{Name: "go.uber.org/zap@v1.27.0", Package: "zapcore"},
	{Name: "github.com/BurntSushi/toml@v1.4.0", Package: "."},
	{Name: "github.com/hashicorp/hcl/v2@v2.23.0", Package: "hclsyntax"},
	{Name: "github.com/jackc/pgx/v5@v5.7.1", Package: "pgtype"},

	{Name: "gopkg.in/yaml.v3@v3.0.1", Package: "."},
	{Name: "github.com/spf13/cobra@v1.8.1", Package: "."},
	{Name: "github.com/spf13/viper@v1.19.0", Package: "."},
	{Name: "github.com/spf13/pflag@v1.0.10", Package: "."},
	{Name: "github.com/gin-gonic/gin@v1.10.0", Package: "."},
	{Name: "github.com/go-chi/chi/v5@v5.1.0", Package: "."},
	{Name: "github.com/gorilla/mux@v1.8.1", Package: "."},
	{Name: "github.com/gorilla/websocket@v1.5.3", Package: "."},
	{Name: "github.com/prometheus/client_golang@v1.20.5", Package: "prometheus"},
	{Name: "github.com/stretchr/testify@v1.9.0", Package: "assert"},
	{Name: "github.com/sirupsen/logrus@v1.9.3", Package: "."},
	{Name: "github.com/rs/zerolog@v1.33.0", Package: "."},
	{Name: "github.com/google/uuid@v1.6.0", Package: "."},
	{Name: "github.com/hashicorp/go-hclog@v1.6.3", Package: "."},
	{Name: "github.com/patrickmn/go-cache@v2.1.0+incompatible", Package: "."},
	{Name: "github.com/Masterminds/semver/v3@v3.3.1", Package: "."},
	{Name: "github.com/tidwall/gjson@v1.18.0", Package: "."},
	{Name: "github.com/shopspring/decimal@v1.4.0", Package: "."},
	{Name: "github.com/robfig/cron/v3@v3.0.1", Package: "."},
	{Name: "github.com/golang-jwt/jwt/v5@v5.2.1", Package: "."},
}
