package systemtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ringer/api/browsertest"
	"ringer/engine/sessiontest"
)

// pageWait is how long a page may take to show something. The machine may be busy.
const pageWait = time.Minute

// page is a tab in which a person uses a web page: it finds what it clicks and types into by what a
// person reads there.
type page struct {
	t   testing.TB
	tab context.Context
	// keyboard says that the person has no mouse.
	keyboard bool
	// finds numbers the elements that were found.
	finds int

	mu sync.Mutex // protects the rest
	// complaints are the messages of the browser's console.
	complaints []string
	// hosts are the servers that the page has asked.
	hosts map[string]bool
	// bytes is what the page has received over the network.
	bytes int64
}

// newPage opens a tab that shares nothing with other tabs, as if it were another person's browser.
func newPage(t testing.TB) *page {
	t.Helper()
	// A tab in the background of a window would draw nothing.
	tab, cancel := chromedp.NewContext(browser.Start(t), chromedp.WithNewBrowserContext(), chromedp.WithNewWindow(true))
	t.Cleanup(cancel)
	return pageOf(t, tab)
}

// pageOf returns the page of a tab.
func pageOf(t testing.TB, tab context.Context) *page {
	t.Helper()
	limited, stop := context.WithTimeout(tab, 10*pageWait)
	t.Cleanup(stop)
	p := &page{t: t, tab: limited, hosts: map[string]bool{}}
	sessiontest.NoError(t, chromedp.Listen(p.tab, p.note))
	return p
}

// note records what the page complains about, which servers it asks, and how much it gets.
func (p *page) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		p.complaints = append(p.complaints, fmt.Sprint(e.Entry.Level, " ", e.Entry.Text, " ", e.Entry.URL))
	case *runtime.EventConsoleAPICalled:
		for _, arg := range e.Args {
			p.complaints = append(p.complaints, fmt.Sprintf("%s %s %s", e.Type, arg.Value, arg.Description))
		}
	case *runtime.EventExceptionThrown:
		p.complaints = append(p.complaints, fmt.Sprint(e.ExceptionDetails.Text, " ", e.ExceptionDetails.URL, e.ExceptionDetails.Exception))
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err == nil && u.Scheme != "data" && u.Scheme != "blob" {
			p.hosts[u.Scheme+"://"+u.Host] = true
		}
	case *network.EventLoadingFinished:
		p.bytes += int64(e.EncodedDataLength)
	}
}

// pollEach is how often a test asks a page. By default chromedp asks at each frame.
const pollEach = 50 * time.Millisecond

// do runs actions in the tab.
func (p *page) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	limited, cancel := context.WithTimeout(p.tab, pageWait)
	defer cancel()
	if err := chromedp.Do(limited, actions...); err != nil {
		p.picture("failed")
		p.t.Fatalf("%s: %v\nthe page shows:\n%.600s", what, err, p.text("main"))
	}
}

// open goes to an address.
func (p *page) open(address string) {
	p.t.Helper()
	p.do("open "+address, chromedp.Navigate(address))
}

// onLoad runs a script in each page that the tab opens, before the scripts of the page.
func (p *page) onLoad(script string) {
	p.t.Helper()
	p.do("prepare the tab", chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// eval returns the value of a JavaScript expression.
func eval[T any](p *page, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.tab, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// eval returns the value of a script as a text.
func (p *page) eval(script string) string {
	p.t.Helper()
	return eval[string](p, "String(eval("+quoteJS(script)+"))")
}

// quoteJS returns a text as a literal of JavaScript.
func quoteJS(text string) string {
	b, _ := json.Marshal(text) // a text always can be
	return string(b)
}

// text returns what an element shows.
func (p *page) text(selector string) string {
	text, _ := chromedp.Run(p.tab, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelector(%q)?.innerText ?? ""`, selector)))
	return text
}

// finder finds the visible element of a kind that has a name: a label, or its text. It marks the
// element with a number.
const finder = `((kind, name, n) => {
	const kinds = {
		button: "button, [role=button], summary", link: "a[href]", field: "input, textarea, select", group: "[role], form, section, fieldset",
	};
	const visible = e => e.checkVisibility() && !e.disabled;
	const words = text => (text ?? "").replace(/\s+/g, " ").trim();
	const names = e => [e.getAttribute("aria-label"), ...[...(e.labels ?? [])].map(l => l.innerText), e.matches("input, textarea, select") ? "" : e.innerText].map(words);
	const all = [...document.querySelectorAll(kinds[kind] ?? kind)].filter(visible);
	const found = all.find(e => names(e).includes(name)) ?? all.find(e => names(e).some(own => own !== "" && own.startsWith(name)));
	found?.setAttribute("data-found", n);
	return Boolean(found);
})(%q, %q, %q)`

// find waits for an element, and returns its selector.
func (p *page) find(kind, name string) string {
	p.t.Helper()
	p.finds++
	mark := fmt.Sprint(p.finds)
	p.await(fmt.Sprintf("a %s %q", kind, name), fmt.Sprintf(finder, kind, name, mark))
	return `[data-found="` + mark + `"]`
}

// replaced matches the errors of a poll whose page gave way to another one.
var replaced = regexp.MustCompile(`Cannot find context|Execution context was destroyed|Inspected target navigated`)

// await waits until an expression is true, also while a page gives way to the next one.
func (p *page) await(what, expression string) {
	p.t.Helper()
	poll := chromedp.Poll[bool](expression, chromedp.WithPollingInterval(pollEach), chromedp.WithPollingTimeout(pageWait))
	_, err := chromedp.Run(p.tab, poll)
	for err != nil && replaced.MatchString(err.Error()) {
		_, err = chromedp.Run(p.tab, poll)
	}
	if err != nil {
		p.picture("failed")
		p.t.Fatalf("the page has not shown %s: %v\nit shows:\n%.600s", what, err, p.text("main"))
	}
}

// see waits until the page shows a text.
func (p *page) see(text string) {
	p.t.Helper()
	p.await(fmt.Sprintf("%q", text), fmt.Sprintf(`document.body.innerText.includes(%q)`, text))
}

// click presses the element with a name: with the mouse, or with the Enter key.
func (p *page) click(kind, name string) {
	p.t.Helper()
	p.press(p.find(kind, name), "\r")
}

// press presses the element of a selector: with the mouse, or with a key.
func (p *page) press(selector, key string) {
	p.t.Helper()
	if p.keyboard {
		p.tabTo(selector)
		p.do("press "+selector, chromedp.KeyEvent(key))
		return
	}
	p.do("click on "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// tabTo moves the focus to an element with the Tab key alone.
func (p *page) tabTo(selector string) {
	p.t.Helper()
	here := fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector)
	for range 400 { // more than any page has to stop at
		if eval[bool](p, here) {
			return
		}
		p.do("Tab", chromedp.KeyEvent("\t"))
	}
	p.t.Fatalf("the Tab key does not reach %s:\n%s", selector, p.text("body"))
}

// fill types a text into the field with a name, in place of what is there.
func (p *page) fill(name, text string) {
	p.t.Helper()
	at := p.find("field", name)
	p.press(at, "")
	p.do("fill "+name, chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("\b"), insert(text))
}

// insert types a text. No key types a character that is not in ASCII, so such a text is inserted.
func insert(text string) chromedp.Action[chromedp.Void] {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return chromedp.KeyEvent(text)
	}
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	})
}

// picture takes a picture of what the window shows, if RINGER_DOCS_PICTURES names a folder for it.
func (p *page) picture(name string) {
	folder := os.Getenv("RINGER_DOCS_PICTURES")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.tab, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(p.t.Name(), "/", "-")+"-"+name+".png"), picture, 0o600)
	}
	if err != nil {
		p.t.Log(err)
	}
}

// checkTraffic checks that the page has complained about nothing, and asked only its own server.
func (p *page) checkTraffic(server string, expected ...string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, complaint := range p.complaints {
		known := false
		for _, part := range expected {
			known = known || strings.Contains(complaint, part)
		}
		if !known {
			p.t.Errorf("the browser's console says: %s", complaint)
		}
	}
	if !p.hosts[server] {
		p.t.Errorf("the page has not asked %s", server)
	}
	for host := range p.hosts {
		if host != server && host != "about://" {
			p.t.Errorf("the page has asked %s", host)
		}
	}
}

// lines returns the texts of the elements that a selector matches.
func (p *page) lines(selector string) []string {
	p.t.Helper()
	return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.innerText)`, selector))
}

// axeRun is a script that returns what axe finds wrong with a page, one rule a line. Its rules are
// those of WCAG 2.2 up to AA, and its best practices.
const axeRun = `(async options => {
	const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
	return violations.map(v => v.id + ": " + v.help + ": " + v.nodes.map(n => n.html + " " + n.failureSummary).join(" | ")).join("\n");
})(%s)`

// checkAccess checks that people with disabilities can use what the page shows, in light and dark
// colours, and that it fits the width of the window.
func (p *page) checkAccess(view string) {
	p.t.Helper()
	if !eval[bool](p, `"axe" in window`) {
		source, err := browsertest.Axe()
		if err != nil {
			p.t.Fatal(err)
		}
		eval[bool](p, source+";true")
	}
	for colours, rules := range map[string]string{"light": "{}", "dark": `{runOnly: ["color-contrast"]}`} { // the rest does not depend on colours
		p.do(colours, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colours}}}
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media)
			return err
		}))
		if wrong := eval[string](p, fmt.Sprintf(axeRun, rules)); wrong != "" {
			p.t.Errorf("%s in %s colours: %s", view, colours, wrong)
		}
		p.picture(view + "-" + colours)
	}
	if wide := eval[bool](p, `document.scrollingElement.scrollWidth > document.documentElement.clientWidth`); wide {
		p.picture("wide")
		p.t.Errorf("%s is wider than the window", view)
	}
}

// phone gives the window the size of a small phone.
func (p *page) phone() {
	p.t.Helper()
	p.do("a phone", chromedp.EmulateViewport(360, 740))
}
