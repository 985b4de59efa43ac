# The image holds the static binary, the certificates of public authorities, and /data. There is no shell in it.

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY client/go.mod client/
RUN go mod download
# This copies .git, too. Go records the version from it, and ringer version prints it.
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /image/ringer ./cmd/ringer
RUN mkdir /image/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /image/ringer /ringer
# The host does not know this user. The user owns /data, for the SQLite file and temporary files.
COPY --from=build --chown=65532:65532 /image/data /data
USER 65532:65532
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8080 RINGER_DB=/data/ringer.db TMPDIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["/ringer", "health"]
ENTRYPOINT ["/ringer"]
CMD ["serve"]
