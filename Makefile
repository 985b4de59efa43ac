# make test    the whole suite, with the race detector
# make check   format, vet, staticcheck, and that generated and tidy files are up to date
# make fuzz    each fuzz test for FUZZTIME

FUZZTIME ?= 20s

.PHONY: build test check fuzz

build:
	go build -o ringer ./cmd/ringer

test:
	.ci/test

check:
	.ci/check

fuzz:
	go test ./engine/prompt -run '^$$' -fuzz FuzzRoundTrip -fuzztime $(FUZZTIME)
	go test ./engine/prompt -run '^$$' -fuzz FuzzParse -fuzztime $(FUZZTIME)
	go test ./engine/llm -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME)
