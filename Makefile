# make test    the whole suite, with the race detector
# make check   format, vet, staticcheck, and that generated and tidy files are up to date
# make faults  games with real processes while things go wrong, ROUNDS of each fault; prints a table
# make fuzz    each fuzz test for FUZZTIME

FUZZTIME ?= 20s
ROUNDS ?= 10

.PHONY: build test check faults fuzz

build:
	go build -o ringer ./cmd/ringer

test:
	.ci/test

check:
	.ci/check

faults:
	.ci/faults $(ROUNDS)

fuzz:
	go test ./engine/prompt -run '^$$' -fuzz FuzzRoundTrip -fuzztime $(FUZZTIME)
	go test ./engine/prompt -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	go test ./engine/llm -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME)
