package main

import (
	"cmp"
	"errors"
	"net/url"
	"time"

	"ringer/engine/llm"
	"ringer/engine/llm/offline"
	"ringer/engine/prompt"
)

// modelFlags say which model answers.
type modelFlags struct {
	Key     string        `name:"openai-api-key" var:"OPENAI_API_KEY" help:"Key of the model server ($$OPENAI_API_KEY). Without key and base URL the offline model answers." placeholder:"KEY"`
	BaseURL string        `name:"openai-base-url" var:"OPENAI_BASE_URL" help:"Base URL of an OpenAI-compatible server, up to and with /v1 ($$OPENAI_BASE_URL)." placeholder:"URL"`
	Model   string        `name:"model" var:"OPENAI_MODEL" default:"gpt-4.1-mini" help:"Model to ask ($$OPENAI_MODEL)."`
	Timeout time.Duration `name:"model-timeout" var:"MODEL_TIMEOUT" default:"20s" help:"Time limit of what a model is asked, all its calls together ($$MODEL_TIMEOUT)."`
}

// Validate implements kong.Validatable.
func (f *modelFlags) Validate() error {
	var errs []error
	if f.BaseURL != "" {
		if u, err := url.Parse(f.BaseURL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			errs = append(errs, errors.New("--openai-base-url must be a URL such as https://api.openai.com/v1"))
		}
	}
	if f.Timeout < time.Second || f.Timeout > time.Minute {
		errs = append(errs, errors.New("--model-timeout must be from 1s to 1m"))
	}
	return errors.Join(errs...)
}

func (f *modelFlags) offline() bool { return f.Key == "" && f.BaseURL == "" }

// client returns the client of the model, and the model's name and what there is to know of it.
func (f *modelFlags) client(skills map[string]prompt.Skill) (c *llm.Client, model, note string, err error) {
	if f.offline() {
		transport := offline.Transport{Model: offline.New(skills)}
		c, err = llm.New(llm.Config{Roles: llm.OneModel(offline.Name, f.Timeout), Transport: transport})
		return c, offline.Name, offline.Note, err
	}
	c, err = llm.New(llm.Config{BaseURL: f.BaseURL, Key: f.Key, Roles: llm.OneModel(f.Model, f.Timeout)})
	return c, f.Model, "", err
}

func (f *modelFlags) String() string {
	if f.offline() {
		return offline.Name + " (" + offline.Note + "; set OPENAI_API_KEY or OPENAI_BASE_URL for one)"
	}
	return f.Model + " at " + masked(cmp.Or(f.BaseURL, "OpenAI"))
}
