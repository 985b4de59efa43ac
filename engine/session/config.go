package session

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/engine/mouth"
)

// Limits of a session's configuration.
const (
	MaxText      = 4000           // the longest message, in characters: more than any chat game allows
	MaxDocument  = 20_000         // the longest rules, persona or information: 5,000 tokens of a prompt
	MaxSecrets   = 50             // each is searched for in every outgoing text
	MaxMetadata  = 50             // entries: every answer that shows the session holds them
	MaxLabel     = 500            // characters of a value of metadata: a few sentences
	MaxTTL       = 30 * 24 * 3600 // seconds: a month; nobody continues a game after that
	DefaultTTL   = 24 * 3600      // seconds since the last fact
	DefaultChars = 250            // characters of one outgoing message
	MinChars     = 20             // characters; with a lower limit the bot could say nothing
)

// DefaultStrategy is the strategy of a session whose client names none.
const DefaultStrategy = "scheduler"

const (
	defaultRules    = "freeform"
	defaultLanguage = "en"
)

// TimingMode says when a planned message goes out.
type TimingMode string

const (
	TimingHuman   TimingMode = "human"   // the strategy's delays, bounded
	TimingInstant TimingMode = "instant" // at once, without typing events
	TimingManual  TimingMode = "manual"  // on command, without typing; votes are answered at once
)

// AccuseMode says whether the bot accuses other players.
type AccuseMode string

const (
	AccuseAuto      AccuseMode = "auto"       // by itself, once, when it is sure, and in votes
	AccuseOnRequest AccuseMode = "on_request" // in votes only
	AccuseNever     AccuseMode = "never"      // not at all, not even in votes
)

// AccuseAfter says what an accusation by itself waits for.
type AccuseAfter string

const (
	AfterEvidence  AccuseAfter = "evidence"  // as many lines and as much time as people take
	AfterThreshold AccuseAfter = "threshold" // the lead T of the Theory of Mind paper alone
)

// Disclosure says who tells the players that one of them is a bot.
type Disclosure string

const (
	DisclosePlatform Disclosure = "platform" // the platform, outside of the chat, and never the bot
	DiscloseBot      Disclosure = "bot"      // the bot itself, when somebody sincerely asks
)

// Config is the configuration of a session.
type Config struct {
	Strategy string `json:"strategy"` // Strategy decides when the bot speaks and what it says.
	// Fidelity says which defaults the session has: best, what measures best, or paper, what the
	// strategy's paper has. Options and the other fields override both.
	Fidelity Fidelity `json:"fidelity,omitempty"`
	// Options are the strategy's own options, by its own schema.
	Options json.RawMessage `json:"options,omitempty"`
	Game    Setting         `json:"game"`
	Bot     Bot             `json:"bot"`
	// Refine says whether the core reads each line as the others would, and revises it, before it
	// is typed: off or recon.
	Refine RefineMode `json:"refine,omitempty"`
	// Suspicion says whether a classifier scores what the others write, for votes and accusations:
	// on or off.
	Suspicion Switch `json:"suspicion,omitempty"`
	// Reread says whether the bot's own line is scored before it is sent, and written once more if
	// it reads like a machine's: on or off.
	Reread Switch `json:"reread,omitempty"`
	// Language is the language in which the bot writes, as a tag such as en or pt-BR. The server
	// must have a word list of it, or its operator must allow it.
	Language string `json:"language,omitempty"`
	// Persona is who the bot plays: what the model should know of this person and of how the person
	// writes.
	Persona string `json:"persona,omitempty"`
	// Biography is the person that the bot plays. What it leaves out is invented before the bot's
	// first line. In a session with a persona, nothing is invented.
	Biography *Biography `json:"biography,omitempty"`
	Objective string     `json:"objective,omitempty"` // Objective is what the bot wants to achieve.
	Limits    Limits     `json:"limits"`
	Timing    TimingMode `json:"timing,omitempty"`
	// Pace says whether the bot also takes the time that people take and the papers leave out:
	// human or paper.
	Pace Pace `json:"pace,omitempty"`
	// Generation is the version of the rules by which the session is decided. The server sets it
	// when it opens the session, so that later versions decide the session as before.
	Generation int `json:"generation,omitempty"`
	// Reading says who reads the lines: to whom each is said, and what it answers. It is model or
	// rules.
	Reading ReadingMode `json:"reading,omitempty"`
	// Precedence says which of two texts is sent: the one that answers the newer line put to the
	// bot, or the one of the higher class, as in the paper on Theory of Mind: newest or class.
	Precedence Precedence `json:"precedence,omitempty"`
	// Accuse says whether the bot accuses other players. If a vote asks for a suspect and the mode
	// is never, the bot abstains if it may, else it gives the standing answer.
	Accuse AccuseMode `json:"accuse,omitempty"`
	// AccuseAfter says what an accusation by itself waits for: evidence, as many lines and as much
	// time as people take, or threshold, the lead alone.
	AccuseAfter AccuseAfter `json:"accuse_after,omitempty"`
	// Disclosure says who tells the players that one of them is a bot. The bot says nothing else
	// about its setup.
	Disclosure Disclosure `json:"disclosure,omitempty"`
	// Speed is how many times faster than real time the game runs.
	Speed float64 `json:"speed,omitempty" zero:"default"`
	// Seed is the seed of all random draws. The same seed and the same log give the same draws. If
	// it is left out, the server draws one.
	Seed *int64 `json:"seed,omitempty"`
	// TTL is how many seconds after the platform's last event the session ends by itself.
	TTL int64 `json:"ttl_seconds,omitempty" zero:"default"`
	// External is the platform's own id of the session. It is unique among existing sessions.
	External string `json:"external_id,omitempty"`
	// Model says which models answer, and how. The server's settings apply to what it leaves out.
	Model *ModelChoices `json:"model,omitempty"`
	// Record keeps the prompt and the answer of every model call until the session is deleted.
	Record bool `json:"record,omitempty"`
	// Strict refuses what is otherwise accepted with warnings.
	Strict bool `json:"strict,omitempty"`
	// Metadata is the platform's own data. The bot does not see it.
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Setting is the game as the bot finds it.
type Setting struct {
	Rules string `json:"rules,omitempty"` // Rules is the id of a preset.
	// RulesText is the rules in the platform's own words. It replaces the text of the preset.
	RulesText string `json:"rules_text,omitempty"`
	// RulesOptions are options of the rules by which the game is played, as GET /v1/rules lists
	// them. The text and the aims of the preset tell them.
	RulesOptions json.RawMessage `json:"rules_options,omitempty"`
	// Aims say how each role wins and loses. An aim replaces that of the preset.
	Aims []Aim `json:"aims,omitempty"`
	// RoleList holds the roles in the game, one for each player, in any order.
	RoleList []string `json:"role_list,omitempty"`
	Players  []Player `json:"players"` // Players are all players, including the bot's seat.
	// Phases are the phases of the game. If they are left out, the preset's phases apply.
	Phases []Phase `json:"phases,omitempty"`
	// Channels are the parts of the chat other than the main channel.
	Channels []Channel `json:"channels,omitempty"`
	// Phase is the phase in which the game begins. If it is left out, it is the first phase.
	Phase string `json:"phase,omitempty"`
	// PhaseEndsAt is when that phase ends. A time that has passed says that the phase is over.
	PhaseEndsAt *time.Time `json:"phase_ends_at,omitempty"`
	// PhaseEndsIn is how long that phase lasts from now on, in milliseconds of wall time. It
	// replaces phase_ends_at.
	PhaseEndsIn *int64 `json:"phase_ends_in_ms,omitempty"`
	// History is what was said before, oldest first. The bots read it, and never answer it. Only
	// the request that creates has it: it becomes messages of the log.
	History []PastMessage `json:"history,omitempty"`
}

// Bot is the bot's seat, and what only its player knows.
type Bot struct {
	Seat string `json:"seat"` // Seat is the id of the player that the bot is.
	// Name is what the others call the bot, if game.players gives the seat no name of its own.
	Name string `json:"name,omitempty"`
	Role string `json:"role,omitempty"`
	// Private is information that no other player gets.
	Private string `json:"private_info,omitempty"`
	// Allies are the ids of the players whom the bot knows to be on its side. It neither suspects
	// nor accuses them.
	Allies []string `json:"allies,omitempty"`
	// KnownRoles holds the roles that a player can have, as far as the bot knows, by player id.
	KnownRoles map[string][]string `json:"known_roles,omitempty"`
	// Conceal holds the roles that the bot has and must not admit. With it the bot does not claim
	// either that it knows for certain what it has been told of others.
	Conceal []string `json:"conceal,omitempty"`
	// Secrets are words that no message of the bot may contain.
	Secrets []string `json:"secrets,omitempty"`
	// Abuse says whether the bot may send slurs and threats against people: refuse, the default, or
	// allow. Killing each other in the game is not a threat.
	Abuse AbuseMode `json:"abuse,omitempty"`
}

// AbuseMode says whether the bot may send slurs and threats against people.
type AbuseMode string

const (
	AbuseRefuse AbuseMode = "refuse" // a text with a slur or a threat is refused
	AbuseAllow  AbuseMode = "allow"  // it is sent
)

// Limits bound what the bot may send, and what its thoughts may cost. For a cost limit that is left
// out, the server's own limit applies, if it has one.
type Limits struct {
	// MaxChars is the longest message, in characters.
	MaxChars int `json:"max_chars,omitempty" zero:"default"`
	// MaxCalls is how many model calls the session may make.
	MaxCalls int `json:"max_calls,omitempty" zero:"default"`
	// MaxTokens is how many tokens prompts and answers may take together.
	MaxTokens int `json:"max_tokens,omitempty" zero:"default"`
	// MaxCost is what the model calls may cost, in the currency of the prices: 0.05 is 50000 of
	// cost_micros. It is refused where the server knows no price of a model that the session uses.
	MaxCost float64 `json:"max_cost,omitempty" zero:"default"`
}

// Complete fills in what the client left out and checks all but the options of the strategy.
func (c *Config) Complete() error {
	var errs Errors
	c.applyDefaults()
	c.nameBot(&errs)
	rules := c.Game.complete(&errs)
	if c.Accuse == "" && rules.Accusations {
		c.Accuse = AccuseAuto
	}
	c.Accuse = cmp.Or(c.Accuse, AccuseOnRequest)
	c.Limits.MaxChars = cmp.Or(c.Limits.MaxChars, rules.MaxChars)
	roster := c.roster()
	roster.validate(&errs)
	checkPhaseEnd(&errs, "/game/phase_ends_at", c.Game.PhaseEndsAt, "/game/phase_ends_in_ms", c.Game.PhaseEndsIn)
	c.validateAllies(&errs)
	c.validateRoles(&errs)
	c.validateTexts(&errs)
	c.validateNumbers(&errs)
	c.Model.validate(&errs)
	return errs.Err()
}

func (g *Setting) complete(errs *Errors) Preset {
	g.Rules = cmp.Or(g.Rules, defaultRules)
	rules, ok := FindPreset(g.Rules)
	if !ok {
		errs.Add(CodeUnknownRules, "/game/rules", NotAmong(g.Rules, "a rules preset", presetIDs(), "for other games, use freeform with rules_text"))
		rules, _ = FindPreset(defaultRules) // the other checks need a preset
	}
	if len(g.Phases) == 0 {
		g.Phases = rules.Phases
	}
	if g.Phase == "" && len(g.Phases) > 0 {
		g.Phase = g.Phases[0].ID
	}
	for i := range g.Players {
		if g.Players[i].Presence == "" { // a full list may be shared: it is only read
			g.Players[i].Presence = Active
		}
	}
	return rules
}

func (c *Config) nameBot(errs *Errors) {
	i := slices.IndexFunc(c.Game.Players, func(p Player) bool { return p.ID == c.Bot.Seat })
	if c.Bot.Name == "" || i < 0 {
		return
	}
	p := &c.Game.Players[i]
	if p.Name != p.ID && p.Name != c.Bot.Name {
		errs.Add(CodeInvalidValue, "/bot/name", "differs from the name that game.players gives this seat; leave one of them out")
		return
	}
	before := len(*errs)
	checkName(errs, CodeInvalidName, "/bot/name", c.Bot.Name)
	if len(*errs) == before {
		p.Name = c.Bot.Name
	}
}

func (c *Config) applyDefaults() {
	c.Strategy = cmp.Or(c.Strategy, DefaultStrategy)
	c.Language = cmp.Or(c.Language, defaultLanguage)
	c.Timing = cmp.Or(c.Timing, TimingHuman)
	c.Pace = cmp.Or(c.Pace, PaceHuman)
	c.AccuseAfter = cmp.Or(c.AccuseAfter, AfterEvidence)
	c.Generation = generation
	c.Reading = cmp.Or(c.Reading, ReadingModel)
	c.Precedence = cmp.Or(c.Precedence, PrecedenceNewest)
	c.Refine = cmp.Or(c.Refine, RefineOff)
	c.Disclosure = cmp.Or(c.Disclosure, DisclosePlatform)
	c.Speed = cmp.Or(c.Speed, 1)
	c.TTL = cmp.Or(c.TTL, DefaultTTL)
}

// Roster returns the roster of a session as it begins.
func (c *Config) Roster() Roster { return c.roster() }

func (c *Config) roster() Roster {
	return Roster{Seat: c.Bot.Seat, Players: c.Game.Players, Phases: c.Game.Phases, Channels: c.Game.Channels, Phase: c.Game.Phase}
}

func (c *Config) validateTexts(errs *Errors) {
	errs.limit("/game/rules_text", c.Game.RulesText, MaxDocument)
	errs.limit("/persona", c.Persona, MaxDocument)
	errs.limit("/objective", c.Objective, MaxDocument)
	c.Biography.validate(errs)
	errs.limit("/bot/private_info", c.Bot.Private, MaxDocument)
	if c.Bot.Role != "" {
		checkName(errs, CodeInvalidName, "/bot/role", c.Bot.Role)
	}
	c.validateAims(errs)
	checkName(errs, CodeInvalidValue, "/language", c.Language)
	secrets := c.Bot.Secrets
	if tooMany(errs, "/bot/secrets", len(secrets), MaxSecrets) {
		secrets = nil
	}
	for i, s := range secrets {
		at := fmt.Sprintf("/bot/secrets/%d", i)
		errs.limit(at, s, MaxName)
		errs.AddIf(strings.TrimSpace(mouth.Normalise(s)) == "", CodeRequired, at, "contains no letter or digit; remove it")
	}
	checkMetadata(errs, "/metadata", c.Metadata, MaxMetadata)
	if c.External != "" {
		checkName(errs, CodeInvalidID, "/external_id", c.External)
	}
}

func (c *Config) validateNumbers(errs *Errors) {
	oneOf(errs, "/timing", c.Timing, TimingHuman, TimingInstant, TimingManual)
	if c.Fidelity != "" {
		oneOf(errs, "/fidelity", c.Fidelity, FidelityBest, FidelityPaper)
	}
	oneOf(errs, "/pace", c.Pace, PaceHuman, PacePaper)
	oneOf(errs, "/reading", c.Reading, ReadingModel, ReadingRules)
	oneOf(errs, "/precedence", c.Precedence, PrecedenceNewest, PrecedenceClass)
	oneOf(errs, "/refine", c.Refine, RefineOff, RefineReCon)
	for pointer, to := range map[string]Switch{"/suspicion": c.Suspicion, "/reread": c.Reread} {
		if to != "" {
			oneOf(errs, pointer, to, On, Off)
		}
	}
	if c.Bot.Abuse != "" {
		oneOf(errs, "/bot/abuse", c.Bot.Abuse, AbuseRefuse, AbuseAllow)
	}
	oneOf(errs, "/accuse", c.Accuse, AccuseAuto, AccuseOnRequest, AccuseNever)
	oneOf(errs, "/accuse_after", c.AccuseAfter, AfterEvidence, AfterThreshold)
	oneOf(errs, "/disclosure", c.Disclosure, DisclosePlatform, DiscloseBot)
	checkTimes(errs, c.Speed, c.TTL)
	c.Limits.validate(errs)
}

func checkTimes(errs *Errors, speed float64, ttl int64) {
	errs.AddIf(!(speed >= 0.01 && speed <= MaxSpeed), CodeOutOfRange, "/speed", "must be from 0.01 to 1000; 1 is real time")
	errs.AddIf(ttl < 1 || ttl > MaxTTL, CodeOutOfRange, "/ttl_seconds", "must be from 1 second to 30 days")
}
