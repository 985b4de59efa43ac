package session

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// GameConfig is the configuration of a game: a chat of which the server holds all seats.
type GameConfig struct {
	Game Setting `json:"game"`
	// Bots are the seats that bots take, each with what a session takes. People take the others.
	Bots []GameBot `json:"bots"`
	// Language is the language of the chat, as in a session.
	Language string `json:"language,omitempty"`
	// Speed is how many times faster than real time the game runs.
	Speed float64 `json:"speed,omitempty" zero:"default"`
	// Seed is the seed of all random draws. Each bot without a seed of its own gets one from it. If
	// it is left out, the server draws one, and one for each bot. Whoever can guess a seed that was
	// given knows all roles.
	Seed *int64 `json:"seed,omitempty"`
	// Fair adds a random nonce to a seed that is given, so that nobody can guess the deal. Without
	// a seed there always is a nonce.
	Fair bool `json:"fair,omitempty"`
	Host Host `json:"host,omitempty"` // Host says who runs the rules: the platform, or Ringer.
	// RulesOptions are the options of the rules that Ringer runs, by their own schema.
	RulesOptions json.RawMessage `json:"rules_options,omitempty"`
	// Roles fixes the role of each player, by player id, where Ringer runs the rules. If they are
	// left out, the seed deals them.
	Roles map[string]string `json:"roles,omitempty"`
	// Floor says which bots may speak: all of them, the one that a moderator names, or the one that
	// wants to speak most.
	Floor FloorMode `json:"floor,omitempty"`
	// Takeover says who plays the seat of a person who leaves or is away: nobody, or a bot.
	Takeover Takeover `json:"takeover,omitempty"`
	// StandIn is how the bots play that take over.
	StandIn *StandIn `json:"stand_in,omitempty"`
	// AFK is after how much game time a person is away who does nothing while something is asked.
	// It is at least 5000, or 0 if nobody is.
	AFK int64 `json:"afk_ms,omitempty" minimum:"0" maximum:"86400000"`
	// Away says what players learn of people who are away.
	Away AwayNotice `json:"away,omitempty"`
	// Late says what becomes of people who come after the beginning, where Ringer runs the rules.
	Late LateMode `json:"late,omitempty"`
	// Model says which models answer for the moderator and for the host of a show.
	Model *ModelChoices `json:"model,omitempty"`
	// TTL is how many seconds after the platform's last event the game ends by itself.
	TTL int64 `json:"ttl_seconds,omitempty" zero:"default"`
	// External is the platform's own id of the game. It is unique among existing games.
	External string `json:"external_id,omitempty"`
	// Strict refuses what is otherwise accepted with warnings.
	Strict bool `json:"strict,omitempty"`
	// Metadata is the platform's own data. The bots do not see it.
	Metadata map[string]string `json:"metadata,omitempty"`
}

// Host says who runs the rules of a game.
type Host string

const (
	HostPlatform Host = "platform" // the platform posts phases, votes and who is out
	HostRinger   Host = "ringer"   // a referee of the server runs the rules
)

// FloorMode says which bots of a game may speak.
type FloorMode string

const (
	FloorFree      FloorMode = "free"      // all of them, at any time
	FloorModerated FloorMode = "moderated" // one at a time: a moderator says who is next
	FloorBid       FloorMode = "bid"       // one at a time: the bot that bids most is next
)

// GameBot is one bot of a game.
type GameBot struct {
	Bot
	// Strategy decides when the bot speaks and what it says.
	Strategy string `json:"strategy,omitempty"`
	// Fidelity says which defaults the bot has: best or paper.
	Fidelity Fidelity `json:"fidelity,omitempty"`
	// Options are the strategy's own options, by its own schema.
	Options json.RawMessage `json:"options,omitempty"`
	Persona string          `json:"persona,omitempty"` // Persona is who the bot plays.
	// Biography is the person that the bot plays. What it leaves out is invented.
	Biography *Biography `json:"biography,omitempty"`
	Objective string     `json:"objective,omitempty"` // Objective is what the bot wants to achieve.
	// Limits bound what the bot may send, and what its thoughts may cost.
	Limits Limits     `json:"limits,omitzero"`
	Timing TimingMode `json:"timing,omitempty"` // Timing says when a planned message goes out.
	// Pace says whether the bot also takes the time that people take and the papers leave out.
	Pace Pace `json:"pace,omitempty"`
	// Reading says who reads the lines.
	Reading ReadingMode `json:"reading,omitempty"`
	// Precedence says which of two texts is sent.
	Precedence Precedence `json:"precedence,omitempty"`
	// Accuse says whether the bot accuses other players.
	Accuse AccuseMode `json:"accuse,omitempty"`
	// AccuseAfter says what an accusation by itself waits for.
	AccuseAfter AccuseAfter `json:"accuse_after,omitempty"`
	// Disclosure says who tells the players that one of them is a bot.
	Disclosure Disclosure `json:"disclosure,omitempty"`
	// Refine says whether the core reads each line as the others would, and revises it.
	Refine RefineMode `json:"refine,omitempty"`
	// Suspicion says whether a classifier scores what the others write.
	Suspicion Switch `json:"suspicion,omitempty"`
	// Reread says whether the bot's own line is scored before it is sent.
	Reread Switch        `json:"reread,omitempty"`
	Seed   *int64        `json:"seed,omitempty"`  // Seed is the seed of the bot's own draws.
	Model  *ModelChoices `json:"model,omitempty"` // Model says which models answer for this bot.
	// Record keeps the prompt and the answer of every model call of this bot.
	Record bool `json:"record,omitempty"`
}

// Session returns the configuration of the session of one bot.
func (t *GameConfig) Session(i int) Config {
	b := &t.Bots[i]
	c := Config{
		Strategy: b.Strategy, Fidelity: b.Fidelity, Options: b.Options, Game: t.Game, Bot: b.Bot, Language: t.Language, Persona: b.Persona, Biography: b.Biography,
		Objective: b.Objective, Limits: b.Limits, Timing: b.Timing, Pace: b.Pace, Reading: b.Reading, Precedence: b.Precedence, Accuse: b.Accuse, AccuseAfter: b.AccuseAfter, Disclosure: b.Disclosure, Refine: b.Refine, Suspicion: b.Suspicion, Reread: b.Reread, Speed: t.Speed,
		Seed: b.Seed, TTL: t.TTL, Model: b.Model, Record: b.Record,
	}
	c.Game.Players = slices.Clone(t.Game.Players)
	if c.Seed == nil && t.Seed != nil {
		// 53 bits: the range that JSON readers keep exact.
		seed := int64(DrawSeed(*t.Seed, 0, "bot:"+b.Seat, 0) >> 11)
		c.Seed = &seed
	}
	return c
}

// Complete fills in what the client left out and checks the game, but not the sessions of its bots.
func (t *GameConfig) Complete() error {
	var errs Errors
	if t.Bots == nil {
		t.Bots = []GameBot{}
	}
	t.Language = cmp.Or(t.Language, defaultLanguage)
	t.Speed = cmp.Or(t.Speed, 1)
	t.TTL = cmp.Or(t.TTL, DefaultTTL)
	t.Host = cmp.Or(t.Host, HostPlatform)
	t.Floor = cmp.Or(t.Floor, FloorFree)
	t.validateHost(&errs)
	if !tooMany(&errs, "/bots", len(t.Bots), MaxPlayers) {
		t.nameBots(&errs)
	}
	t.Game.complete(&errs)
	roster := t.Roster()
	roster.validateGame(&errs)
	for i, c := range t.Game.Channels {
		errs.AddIf(len(c.Members) == 0, CodeRequired, fmt.Sprintf("/game/channels/%d/members", i), "list the players who see the channel; everyone sees the main channel")
	}
	t.validateSeats(&errs)
	checkPhaseEnd(&errs, "/game/phase_ends_at", t.Game.PhaseEndsAt, "/game/phase_ends_in_ms", t.Game.PhaseEndsIn)
	t.validateRest(&errs)
	return errs.Err()
}

func (t *GameConfig) nameBots(errs *Errors) {
	for i := range t.Bots {
		c := Config{Game: t.Game, Bot: t.Bots[i].Bot}
		var own Errors
		c.nameBot(&own)
		for _, e := range own {
			errs.Add(e.Code, botPointer(i, e.Pointer), e.Detail)
		}
		t.Bots[i].Name = "" // the player has it now
	}
}

func (t *GameConfig) validateSeats(errs *Errors) {
	roster := t.Roster()
	if len(t.Bots) > MaxPlayers {
		return
	}
	for i, b := range t.Bots {
		at := fmt.Sprintf("/bots/%d/seat", i)
		if b.Seat == "" {
			errs.Add(CodeRequired, at, "say which player the bot is: the id of one in game.players")
		} else if _, ok := roster.Player(b.Seat); !ok {
			errs.Add(CodeUnknownPlayer, at, roster.unknownPlayer(b.Seat, "or add it to game.players"))
		} else if k := slices.IndexFunc(t.Bots[:i], func(o GameBot) bool { return o.Seat == b.Seat }); k >= 0 {
			errs.Add(CodeDuplicatePlayer, at, fmt.Sprintf("is also the seat of /bots/%d; give each bot a seat of its own", k))
		}
	}
}

func (t *GameConfig) validateHost(errs *Errors) {
	oneOf(errs, "/host", t.Host, HostPlatform, HostRinger)
	oneOf(errs, "/floor", t.Floor, FloorFree, FloorModerated, FloorBid)
	remove := func(given bool, pointer, detail string) { errs.AddIf(given, CodeHosted, pointer, detail) }
	if t.Host != HostRinger {
		const byPlatform = "belongs to games that Ringer runs; remove it, or send host ringer"
		remove(len(t.RulesOptions) > 0, "/rules_options", byPlatform)
		remove(len(t.Roles) > 0, "/roles", byPlatform)
		return
	}
	const byRules = "follows from the rules of a game that Ringer runs; remove it"
	g := &t.Game
	remove(g.RulesOptions != nil, "/game/rules_options", "stands at rules_options of a game that Ringer runs; move it there")
	remove(g.Phases != nil, "/game/phases", byRules)
	remove(g.Channels != nil, "/game/channels", byRules)
	remove(g.Phase != "", "/game/phase", byRules)
	remove(g.PhaseEndsAt != nil, "/game/phase_ends_at", byRules)
	remove(g.PhaseEndsIn != nil, "/game/phase_ends_in_ms", byRules)
	remove(g.RoleList != nil, "/game/role_list", byRules)
	for i, b := range t.Bots {
		remove(b.Role != "", fmt.Sprintf("/bots/%d/role", i), "is dealt by the rules of a game that Ringer runs; fix it with roles")
		remove(b.Allies != nil, fmt.Sprintf("/bots/%d/allies", i), byRules)
		remove(b.KnownRoles != nil, fmt.Sprintf("/bots/%d/known_roles", i), byRules)
		remove(b.Conceal != nil, fmt.Sprintf("/bots/%d/conceal", i), byRules)
	}
}

func (t *GameConfig) validateRest(errs *Errors) {
	checkTimes(errs, t.Speed, t.TTL)
	t.validateAway(errs)
	checkMetadata(errs, "/metadata", t.Metadata, MaxMetadata)
	t.Model.validate(errs)
	if t.External != "" {
		checkName(errs, CodeInvalidID, "/external_id", t.External)
	}
}

// Roster returns the roster of the game as the game begins, without the sessions of its bots.
func (t *GameConfig) Roster() Roster {
	c := Config{Game: t.Game}
	return c.roster()
}

// OfBot returns the errors of a bot's session, with pointers of the game, that the game lacks.
func OfBot(i int, errs Errors) (own Errors) {
	for _, e := range errs {
		if p := e.Pointer; p != "/bot/seat" && p != "/bot/name" && !slices.ContainsFunc(sharedFields, func(f string) bool { return p == f || strings.HasPrefix(p, f+"/") }) {
			own.Add(e.Code, botPointer(i, p), e.Detail)
		}
	}
	return own
}

// sharedFields are the fields of a session that a game has once for all bots, and checks itself.
var sharedFields = []string{"/game/players", "/game/phases", "/game/channels", "/game/phase", "/game/phase_ends_at", "/game/phase_ends_in_ms", "/game/rules", "/speed", "/ttl_seconds"}

// botPointer turns the pointer of a field in a session's configuration into that of a game's.
func botPointer(i int, pointer string) string {
	for _, shared := range []string{"/game/", "/language"} {
		if strings.HasPrefix(pointer, shared) {
			return pointer
		}
	}
	return fmt.Sprintf("/bots/%d%s", i, strings.TrimPrefix(pointer, "/bot"))
}
