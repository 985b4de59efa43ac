module git.example.com/ringer/client

go 1.25
