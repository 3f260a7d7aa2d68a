# Commands of the project. `make test` is all that CI runs.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
DEADCODE = golang.org/x/tools/cmd/deadcode@v0.52.0
GOTESTSUM = gotest.tools/gotestsum@v1.13.0

.PHONY: test tools check dead unit race standard next bench campaign results-quick guard size experiment help

help:
	@echo 'make test    install what the tests need, then run all checks and tests, and print which took longest'
	@echo 'make dead    print the functions that only tests can reach'
	@echo 'make standard  check graphs and rewriting on the whole standard library'
	@echo 'make next    run the commands with the next Go release, which is downloaded'
	@echo 'make bench   print the first tables of docs/results.md'
	@echo 'make campaign     run one of experiment/campaigns and print its verdicts: CAMPAIGN=operators'
	@echo '                  CAMPAIGN=modules: what cover leaves, and whether its tests pass elsewhere; real: coverage of'
	@echo '                  real packages, beside that of their own tests; mutation: changes that tests notice'
	@echo 'make results-quick  all campaigns with their first seed, and some of their subjects'
	@echo 'make size         count the lines and the packages of the product'
	@echo 'make guard        run the first seed of campaigns, and compare it with the rows that are kept: GUARD="ese fitnex"'
	@echo 'make experiment   check and test the module of campaigns'

test: tools
	@for part in check unit race experiment; do \
	  start=$$(date +%s); $(MAKE) --no-print-directory $$part || exit 1; echo "$$part took $$(($$(date +%s) - start)) s"; \
	done

# The race detector of the emitted tests needs a C compiler, the tests of the bridges the two
# solvers, and the pages of campaigns a browser; nothing else is needed beside Go.
tools:
	@missing=; \
	command -v gcc >/dev/null || command -v cc >/dev/null || missing="gcc libc6-dev"; \
	command -v z3 >/dev/null || missing="$$missing z3"; \
	command -v cvc5 >/dev/null || missing="$$missing cvc5"; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	if [ -z "$$missing" ]; then echo 'tools: all are there'; exit 0; fi; \
	echo "tools: installing $$missing"; \
	if [ "$$(id -u)" = 0 ]; then SUDO=; else SUDO=sudo; fi; \
	$$SUDO apt-get update -qq && $$SUDO apt-get install -y -qq $$missing

check:
	@test -z "$$(gofmt -l $$(git ls-files '*.go' | grep -v /testdata/))" || { gofmt -l .; exit 1; }
	$(GO) mod tidy -diff
	GOGC=400 $(GO) vet ./...
	GOGC=off GOMEMLIMIT=4GiB $(GO) run $(STATICCHECK) ./...
	@$(MAKE) --no-print-directory dead

# No function is there for tests alone: each is reachable from a command, from a benchmark,
# from the loop of a worker, or from the exported functions and types of a public package,
# which a generated command refers to. Left out are subjects, test helpers, the probes,
# which rewritten code calls, symexec/standin.go, whose functions the executor calls by
# name, and internal/cover/single.go and entry.go, which the module of campaigns calls.
dead:
	@mkdir -p .cache/api; all=$$($(GO) list ./... | grep -v -e /bench/subjects -e /bench/faults -e /examples/ -e /internal/testutil -e /internal/testdir -e /internal/testlog); \
	public=$$(echo "$$all" | grep -v -e /internal/ -e /bench/ -e /cmd/ -e '^nearmiss$$'); \
	{ echo 'package main'; \
	  for p in $$public nearmiss/internal/worker; do echo "import \"$$p\""; done; \
	  echo 'func main() { worker.Main(nil, nil, nil) }'; \
	  echo 'var api = []any{'; \
	  for p in $$public; do $(GO) doc -short $$p | sed -nE "s,^ *func ([A-Z][A-Za-z0-9]*)\\(.*,$${p##*/}.\\1\\,,p; s,^ *type ([A-Z][A-Za-z0-9]*) .*,new($${p##*/}.\\1)\\,,p"; done; \
	  echo '}'; } > .cache/api/main.go; \
	GOGC=400 $(GO) run $(DEADCODE) $$all ./.cache/api > .cache/dead || { cat .cache/dead; exit 1; }; \
	! grep -v -e ^bench/subjects/ -e ^bench/faults/ -e ^internal/testutil/ -e ^internal/testdir/ -e ^internal/testlog/ -e ^internal/probe/ -e ^symexec/standin.go: -e ^internal/cover/single.go: -e ^internal/cover/entry.go: .cache/dead

unit:
	$(call gotest,unit,-vet=off -timeout 60m,./...)
	$(GO) -C examples/toolkit vet ./... && $(GO) -C examples/toolkit test ./...

# The module of campaigns.
experiment:
	cd experiment && $(GO) mod tidy -diff && $(GO) vet ./... && $(GO) run $(STATICCHECK) ./... && $(GO) test -timeout 30m ./...

# Packages that start goroutines, and tests of packages that are safe for concurrent use. With
# -short tests that add no concurrency to these are skipped, and the scripts.
race:
	$(call gotest,race,-race -vet=off -short -timeout 20m,./internal/worker ./internal/native ./internal/cover ./internal/report ./command)
	$(GO) test -race -vet=off -short -run 'TestParallel|TestConcurrentTargets|TestTogether' ./symexec ./fitness ./internal/object

# gotest runs the tests of packages and prints the seconds of the slowest packages and tests. Less garbage collection
# and no debug information save a tenth of the processor time. At most two tests that fail, with those around them, run once more and are listed
# either way: hundreds of tests here wait for processes under a clock, on machines that are shared.
define gotest
	@mkdir -p .cache; rm -f .cache/$(1).again; GOGC=400 $(GO) run $(GOTESTSUM) --format pkgname --hide-summary skipped --rerun-fails=1 --rerun-fails-max-failures=4 \
	--rerun-fails-report=.cache/$(1).again --packages='$(3)' --jsonfile .cache/$(1).json -- -ldflags=-w $(2); status=$$?; \
	sed -nE 's~.*"Action":"(pass|fail)","Package":"([^"]*)"(,"Test":"([^"]*)")?,"Elapsed":([0-9.]+)}$$~\5 \2 \4~p' .cache/$(1).json | sort -rn > .cache/$(1).times; \
	test ! -s .cache/$(1).again || { echo 'run again:'; cat .cache/$(1).again; }; \
	awk 'NF == 2' .cache/$(1).times | head -15; awk 'NF == 3' .cache/$(1).times | head -25; \
	exit $$status
endef

# What `make test` checks on a part of the standard library, on all of it.
standard:
	$(GO) test ./cfg -run TestNaive -std
	$(GO) test ./internal/instrument -run 'TestRewrittenStandardLibraryIsLegal|TestStandardPackagesKeepTheirBehaviour' -std

# The commands once more with the Go release after the one in use, which the go
# command downloads.
NEXT ?= go1.27.3
next:
	GOTOOLCHAIN=$(NEXT) $(GO) test -timeout 30m ./command ./internal/load

# The first tables of docs/results.md. The contenders of the first one take turns.
bench:
	@for name in speed analysis; do $(MAKE) --no-print-directory campaign CAMPAIGN=$$name RUNFLAGS='-parallel 1' || exit 1; done

# A campaign of experiment/campaigns, and its report. What was interrupted goes on. FLAGS are those of
# run and report: FLAGS='-seeds 2'; RUNFLAGS are those of run alone: RUNFLAGS='-parallel 1'.
CAMPAIGN ?= ese
CAMPAIGNS = operators operators-time ese ese-parameters pyse baars fitnex tardis speed analysis solvers law beyond order
COVERS = reach modules deletions faults organisation real mutation anytime
ROWS ?= $(CURDIR)/.cache/rows
FLAGS ?=
RUNFLAGS ?=
campaign:
	@mkdir -p $(ROWS)
	$(GO) run -C experiment . run campaigns/$(CAMPAIGN).toml -out $(ROWS)/$(CAMPAIGN) $(FLAGS) $(RUNFLAGS)
	$(GO) run -C experiment . report $(ROWS)/$(CAMPAIGN) $(FLAGS)

# All campaigns with their first seed: every third subject of those of the toolkit, and of those of cover two packages or one.
results-quick:
	@for name in $(CAMPAIGNS); do $(MAKE) --no-print-directory campaign CAMPAIGN=$$name FLAGS='-seeds 1' RUNFLAGS='-every 3' || exit 1; done
	@for name in $(COVERS); do $(MAKE) --no-print-directory campaign CAMPAIGN=$$name FLAGS='-seeds 1' RUNFLAGS='-every 30' || exit 1; done

# The first seed of campaigns beside the rows that are kept of them, cell by cell.
GUARD ?= ese fitnex speed
guard:
	@for name in $(GUARD); do rm -rf .cache/guard/$$name; \
	  $(GO) run -C experiment . run campaigns/$$name.toml -seeds 1 -out $(CURDIR)/.cache/guard/$$name $(RUNFLAGS) && \
	  $(GO) run -C experiment . report $(CURDIR)/.cache/guard/$$name -seeds 1 -before rows/$$name.db.zst || exit 1; done

# Lines and packages of the product: tests, testdata, bench and examples do not count.
size:
	@git ls-files '*.go' | grep -v -e _test.go -e testdata/ -e ^bench/ -e ^examples/ > .size; \
	echo "$$(xargs cat < .size | wc -l) lines, $$(xargs cat < .size | grep -cE '^[[:space:]]*(//|$$)') of them comments and blanks, $$(xargs -n1 dirname < .size | sort -u | wc -l) packages"; \
	rm .size
