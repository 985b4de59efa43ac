package tenant

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"ringer/engine/journal"
	"ringer/engine/prompt"
	"ringer/engine/session"
)

// served are models that note who asks them for what.
type served struct {
	name  string
	asked *[]string
}

func (s served) Asker(c prompt.Caller) prompt.Asker { return serving{s, c} }

type serving struct {
	served
	c prompt.Caller
}

func (s serving) Ask(context.Context, prompt.Prompt, any) error {
	model := "first"
	if m := s.c.Models; m != nil && m.Default.Model != "" {
		model = m.Default.Model
	}
	*s.asked = append(*s.asked, s.name+" "+s.c.Tenant+" "+model)
	call := prompt.Exchange{}
	call.Model, call.PromptTokens, call.CostMicros, call.Rung = model, 10, 5, "text"
	s.c.Record(call)
	return nil
}

// brought are two replicas of one database. Tenants may bring servers, which open opens.
func brought(open func(journal.ModelServer) (Models, error)) (l *ledger, of [2]*Meter) {
	l, _ = pair(journal.Quotas{})
	find := func(_ context.Context, id string) (journal.Session, error) {
		switch id {
		case "ses_a":
			return journal.Session{Tenant: "acme", Strategy: "tom"}, nil
		case "ses_b":
			return journal.Session{Tenant: "other", Strategy: "tom"}, nil
		}
		return journal.Session{}, errors.New("the database is away")
	}
	offers := func(model string) bool { return model == "" || model == "allowed" }
	for i := range of {
		of[i] = NewMeter(l, find, Servers{Open: open, Offers: offers}, func() time.Time { return time.Unix(1_000_000, 0) }, slog.New(slog.DiscardHandler))
	}
	return l, of
}

// TestModelServersOfTenants: the server of a tenant answers its sessions alone, on all replicas,
// until it is taken away. A session that nobody can place asks nobody.
func TestModelServersOfTenants(t *testing.T) {
	var asked []string
	opened := 0
	l, of := brought(func(s journal.ModelServer) (Models, error) {
		opened++
		return served{s.BaseURL, &asked}, nil
	})
	ask := func(i int, id, chosen, want string) {
		t.Helper()
		asked = nil
		c := prompt.Caller{Session: id}
		if chosen != "" {
			c.Models = &session.ModelChoices{Default: &session.ModelChoice{Model: chosen}}
		}
		err := of[i].Models(served{"operator", &asked}).Asker(c).Ask(t.Context(), prompt.Prompt{}, nil)
		if want == "" {
			if e, ok := errors.AsType[*prompt.Error](err); !ok || e.Code != prompt.ModelUnreachable || asked != nil {
				t.Errorf("the error is %v, and %q was asked", err, asked)
			}
			return
		}
		if err != nil || len(asked) != 1 || asked[0] != want {
			t.Errorf("%q was asked, want %q; %v", asked, want, err)
		}
	}
	turn(t, of[:]...)
	ask(0, "ses_a", "allowed", "operator acme allowed")
	own := &journal.ModelServer{BaseURL: "own", Key: "sk-1", Models: []journal.ServedModel{{Name: "mine"}, {Name: "large", Price: &journal.ModelPrice{Prompt: 1}}}}
	if err := of[0].SetModelServer(t.Context(), "acme", own); err != nil {
		t.Fatal(err)
	}
	of[1].read = time.Time{} // some seconds later
	turn(t, of[:]...)
	for i := range of {
		ask(i, "ses_a", "", "own acme first")
		ask(i, "ses_a", "large", "own acme large")
		ask(i, "ses_a", "allowed", "own acme first") // the server does not have it
		ask(i, "ses_b", "allowed", "operator other allowed")
		ask(i, "ses_lost", "", "")
	}
	if names, priced := of[1].OwnModels("acme"); len(names) != 2 || priced("mine") || !priced("large") {
		t.Errorf("the models are %v", names)
	}
	if names, _ := of[1].OwnModels("other"); names != nil {
		t.Errorf("another tenant has the models %v", names)
	}
	for _, m := range of { // reading again keeps what is known of the models
		m.read = time.Time{}
		turn(t, m)
	}
	if opened != 2 {
		t.Errorf("the server was opened %d times by two replicas", opened)
	}
	turn(t, of[:]...)
	if got := l.used[usageKey{"acme", 11, "tom", OwnModel + "large"}].Spent.Calls; got != 2 {
		t.Errorf("%d calls of the own server are stored: %+v", got, l.used)
	}
	if err := of[1].SetModelServer(t.Context(), "acme", nil); err != nil {
		t.Fatal(err)
	}
	ask(1, "ses_a", "large", "operator acme first") // the operator does not offer it
}

// TestModelServerThatCannotBeUsed: no other server gets the prompts of its tenant.
func TestModelServerThatCannotBeUsed(t *testing.T) {
	var asked []string
	l, of := brought(func(journal.ModelServer) (Models, error) { return nil, errors.New("unfit") })
	l.servers = map[string]*journal.ModelServer{"acme": {BaseURL: "own"}}
	turn(t, of[0])
	err := of[0].Models(served{"operator", &asked}).Asker(prompt.Caller{Session: "ses_a"}).Ask(t.Context(), prompt.Prompt{}, nil)
	if e, ok := errors.AsType[*prompt.Error](err); !ok || e.Code != prompt.ModelUnreachable || asked != nil {
		t.Errorf("the error is %v, and %q was asked", err, asked)
	}
	_, closed := pair(journal.Quotas{})
	if err := closed[0].SetModelServer(t.Context(), "acme", nil); !errors.Is(err, ErrServersOff) {
		t.Errorf("where no tenant may bring a server, the error is %v", err)
	}
}
