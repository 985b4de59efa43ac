package llm

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type refusal struct {
	// parts are the parts of the request that the error names, in this order.
	parts []part
	// unknown says that the server does not know the first part at all. Else it refuses its value.
	unknown bool
	// object says that the server takes any JSON object.
	object bool
	// off says that the server wants the first part to be switched off.
	off bool
	// vague says that the error says nothing about the request.
	vague bool
	// hopeless says that another form of the request would not help.
	hopeless bool
	// filtered says that a filter does not take the prompt.
	filtered bool
	// badSample says that the model wrote something that is not JSON. The next sample may be.
	badSample bool
	// tooLong says that the prompt and the cap are too long for the model's context.
	tooLong bool
	// context is the context that the error names, in tokens, or 0.
	context int
}

// The words by which errors name parts of a request: OpenAI, Azure, vLLM, SGLang, llama.cpp,
// Ollama, LM Studio, DeepSeek, DashScope, GLM, Mistral, Together and Groq.
var (
	hopeless = regexp.MustCompile(`model.?(does)?.?not.?(exist|found)|no such model|unknown model|api.?key|quota|billing|balance|credit`)
	filtered = regexp.MustCompile(`content.?(filter|policy|management)|moderation|\bsafety\b|responsible.?ai|\bflagged\b|inspection.?failed|inappropriate|content exists risk|high.?risk|usage (policy|guidelines)|prohibited.?content|敏感`)
	// badSample finds an error about what the model wrote, not about the request.
	badSample = regexp.MustCompile(`json_validate_failed|failed.?generation|(failed|unable) to (generate|produce).{0,30}(json|structured)|(failed|unable) to (parse|validate).{0,12}generated|(model|generated).{0,30}(invalid|malformed).{0,20}(json|content|output)|invalid json (was )?(generated|output)|output_parse_failed|tool_use_failed`)
	tooLong   = regexp.MustCompile(`context.{0,2}(length|window|size|limit|overflow)|maximum context|exceeds? context|\bn_ctx\b|(prompt|input|request|messages?|text|conversation)\b.{0,40}\b(too (long|large|big)|longer than|exceed)|too many (input |prompt )?tokens` +
		`|reduce (the length|your (message|prompt|input))|token (limit|count).{0,40}exceed|exceed.{0,40}(token|input|prompt|sequence).{0,12}(limit|length|count|max)|range of input length|inputs.{0,4}tokens \+|size limit exceeded|too long for|超长|过长|超过.{0,12}长度`)
	// busy finds an error about times, rates and headers. A shorter prompt would not help.
	busy  = regexp.MustCompile(`time.?(out|limit)|timed out|quota|\bdaily\b|\brates?\b|\bqueue|concurren|overload|\bheaders?\b|header fields?`)
	named = []struct {
		part  part
		words *regexp.Regexp
	}{
		{partCap, regexp.MustCompile(`max_(completion_|output_|new_)?tokens`)},
		{partTemperature, regexp.MustCompile(`temperature`)},
		{partSwitch, regexp.MustCompile(`enable_thinking`)},
		{partThinking, regexp.MustCompile(`reasoning|\bthink`)},
		{partSeed, regexp.MustCompile(`\b(random_)?seed\b`)},
		{partFormat, regexp.MustCompile(`response_?format|json.?(schema|mode|object|format)|\bschema\b|structured.?output|guided|grammar|additionalproperties|\bstrict\b`)},
		{partSystem, regexp.MustCompile(`system.{0,12}(role|message|prompt|instruction)|role.{0,12}system|roles must alternate|only user and assistant|developer instruction`)},
		{partUsage, regexp.MustCompile(`stream_options|include_usage`)},
		{partStream, regexp.MustCompile(`^stream$|(only|must|please|requires?)\b.{0,40}\bstream|\bstream(ing)?\b.{0,30}\b(only|must|required|true|not supported|unsupported)|non.?stream(ing)?\b.{0,40}\bnot|not support.{0,12}(non.?)?stream`)},
	}
	unknownField = regexp.MustCompile(`unsupported (parameter|field|property|argument)|(parameter|field|property|argument) .{1,30} (is )?(unsupported|not supported)|unrecogni[sz]ed|unknown|unexpected|extra (inputs?|fields?)|extra_forbidden|not permitted|not (a )?(valid|allowed|supported) (parameter|field)|does not support (parameter|reasoning|thinking)`)
	switchedOff  = regexp.MustCompile(`\bfalse\b|disable|turn.{0,10}off`)
	takesObject  = regexp.MustCompile(`json_object`)
	// tooLarge finds an error about the value of the cap, not about its name.
	tooLarge = regexp.MustCompile(`max_(completion_|output_|new_)?tokens\b.{0,20}\btoo (large|big|high)|at most \d+ (completion |output )?tokens|range of max_(completion_)?tokens|max_(completion_)?tokens: \d+ > \d+`)
	// capBound finds the same in an error that also speaks of the context (Groq).
	capBound = regexp.MustCompile("max_(completion_)?tokens`? must be (less|at most|<)")
	// fieldName finds the name of a field of JSON, such as top_k.
	fieldName = regexp.MustCompile(`[a-z]+(_[a-z]+)+`)
	// contextSize finds the number of tokens that a context has. Servers write it in many ways.
	contextSize = regexp.MustCompile(`(?:n_ctx|context (?:length|size|window|limit)|tokens allowed|token limit|maximum input length|limit|<=|> |less than|\[\d+,)[^\d.;>\[]{0,24}(\d[\d,]*)|(\d[\d,]*) (?:tokens? )?maximum`)
)

// maxVague words or fewer that name nothing are taken to say nothing, such as "bad request".
const maxVague = 4

// readRefusal reads the error of a request in a form. param is the field that it is about, if
// known.
func readRefusal(message, code, param string, used form) (r refusal) {
	message, code, param = strings.ToLower(message), strings.ToLower(code), strings.ToLower(param)
	all := message + " " + code
	switch {
	case filtered.MatchString(all):
		return refusal{filtered: true}
	case badSample.MatchString(all):
		return refusal{badSample: true}
	case capBound.MatchString(message):
		return refusal{parts: []part{partCapValue}, hopeless: used.thinkingTokens == 0}
	case tooLong.MatchString(all) && (largeRequest.MatchString(message) || !busy.MatchString(message)):
		return refusal{tooLong: true, context: contextIn(message)}
	case hopeless.MatchString(all):
		return refusal{hopeless: true}
	case tooLarge.MatchString(message):
		// Only the value is wrong: a session or a model's thinking asked for too much. Others keep
		// their cap.
		return refusal{parts: []part{partCapValue}, hopeless: used.thinkingTokens == 0}
	}
	r.unknown, r.object, r.off = unknownField.MatchString(message), takesObject.MatchString(message), switchedOff.MatchString(message)
	// param names the refused field. The message may also name fields that the server would accept.
	if r.parts = partsIn(param); len(r.parts) == 0 {
		r.parts = partsIn(message)
	}
	if len(r.parts) == 0 {
		r.vague = len(strings.Fields(message)) <= maxVague
		// It is about a field that somebody else has set, in the extra body or behind a router.
		r.hopeless = r.unknown && !r.vague || slices.ContainsFunc(fieldName.FindAllString(param+" "+message, -1), func(name string) bool {
			return !strings.Contains(name, "error") && !strings.Contains(name, "invalid") // the name of an error
		})
	}
	return r
}

// partsIn returns the parts of a request that a text names, in the order of the text.
func partsIn(text string) (parts []part) {
	at := map[part]int{}
	for _, n := range named {
		if found := n.words.FindStringIndex(text); found != nil {
			at[n.part] = found[0]
			parts = append(parts, n.part)
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(at[a], at[b]) })
	return parts
}

// contextIn returns the context that a text names, in tokens, or 0. Of several it is the smallest.
func contextIn(text string) (context int) {
	for _, m := range contextSize.FindAllStringSubmatch(text, -1) {
		if n, _ := strconv.Atoi(strings.ReplaceAll(m[1]+m[2], ",", "")); n >= minContext && (context == 0 || n < context) {
			context = n
		}
	}
	return context
}

func (r refusal) names(p part) bool { return slices.Contains(r.parts, p) }
