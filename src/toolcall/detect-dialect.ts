import type { Tool } from '../catalog/tool.js'
import { emptyObject, type JsonObject, type JsonValue } from '../text/json.js'
import type { Dialect } from './dialect.js'
import { dialects } from './dialects/index.js'
import { parseOutput } from './parse-output.js'
import { wrappedFunction } from './render/chat.js'
import type { RenderedTemplate, RenderFaultCode, TemplateRenderer } from './template-renderer.js'
import type { TemplateSource } from './template-source.js'
import { toolTable } from './tool-table.js'

/** Why a dialect was taken into account. */
export interface DialectCandidate {
  readonly dialect: string
  /** All literals of the dialect stand in the template or among its tokens. */
  readonly hasLiterals: boolean
  /** The call that the template wrote was read back, and nothing was left over. */
  readonly readsCall: boolean
}

export type Detection =
  | {
      readonly kind: 'detected'
      readonly dialect: string
      /** What the template wrote for the call, as the dialect read it. */
      readonly callText: string
      readonly candidates: readonly DialectCandidate[]
    }
  /** Several fit, or one fits only by its literals. Never a guess: the user chooses. */
  | { readonly kind: 'ambiguous'; readonly reason: string; readonly candidates: readonly DialectCandidate[] }
  | { readonly kind: 'none'; readonly reason: string }

/**
 * Finds the dialect that a chat template speaks: first by its literals, then by rendering a conversation of two tools
 * and one call and reading that call back. A template that only prints what it is given has no dialect of its own.
 */
export async function detectDialect(
  source: TemplateSource,
  renderer: TemplateRenderer,
  known: readonly Dialect[] = dialects,
): Promise<Detection> {
  const texts = known.filter((dialect) => dialect.isApi !== true)
  const literals = new Set(texts.filter((dialect) => hasLiterals(dialect, source)).map(({ id }) => id))
  let reason = ''
  for (const count of [1, 2]) {
    const written = await writtenTurn(source, renderer, count)
    if (written.kind === 'fault') {
      reason ||= written.reason
      if (written.isFinal) break
      continue
    }
    const found = bestReading(texts, written.text, { count, literals })
    if (found !== undefined) return found
    reason = 'No dialect reads the call that the template writes.'
  }
  return byLiterals(literals, reason)
}

/** What the dialects make of the turn that a template wrote; undefined when none reads it. */
function bestReading(
  texts: readonly Dialect[],
  turn: string,
  { count, literals }: { readonly count: number; readonly literals: ReadonlySet<string> },
): Detection | undefined {
  const read = texts
    .map((dialect) => ({ dialect, fit: fitOf(dialect, turn, count) }))
    .filter(({ fit }) => fit > 0)
  const best = Math.max(0, ...read.map(({ fit }) => fit))
  const fitting = read.filter(({ fit }) => fit === best).map(({ dialect }) => dialect)
  if (fitting.length === 0) return undefined
  const candidates = texts
    .filter(({ id }) => literals.has(id) || fitting.some((dialect) => dialect.id === id))
    .map(({ id }) => ({
      dialect: id,
      hasLiterals: literals.has(id),
      readsCall: fitting.some((dialect) => dialect.id === id),
    }))
  // Dialects without markers have no literals to look for; one with literals that reads the call comes before them.
  const marked = fitting.filter(({ id, trigger }) => literals.has(id) && trigger.length > 0)
  const [only] = marked.length === 1 ? marked : fitting
  if (only !== undefined && (marked.length === 1 || fitting.length === 1)) {
    return { kind: 'detected', dialect: only.id, callText: turn, candidates }
  }
  return { kind: 'ambiguous', reason: 'Several dialects read the call that the template writes.', candidates }
}

function hasLiterals({ signature }: Dialect, { template, tokens }: TemplateSource): boolean {
  if (signature.length === 0) return false
  // Inside a template texts are often quoted, with their own quotes escaped.
  const plain = template.replaceAll('\\"', '"').replaceAll("\\'", "'")
  return signature.every((text) => plain.includes(text) || tokens.includes(text))
}

function byLiterals(literals: ReadonlySet<string>, reason: string): Detection {
  if (literals.size === 0) return { kind: 'none', reason }
  const candidates = [...literals].map((dialect) => ({ dialect, hasLiterals: true, readsCall: false }))
  return { kind: 'ambiguous', reason, candidates }
}

/** Words that no template holds, to find what it made of them. */
const NAMES: readonly string[] = ['probe_lookup_k7', 'probe_other_k7']
const ARGUMENT = 'place'
const VALUES: readonly string[] = ['Qhapaqhirka', 'Wallamarka']

const TOOLS: readonly Tool[] = NAMES.map((name) => ({
  name,
  description: 'A tool that a template is shown.',
  inputSchema: {
    type: 'object',
    properties: { [ARGUMENT]: { type: 'string', description: 'Where.' } },
    required: [ARGUMENT],
  },
  source: { format: 'assay', at: 'dialect detection' },
}))

/** 2: read strictly and nothing left over. 1: read strictly beside other text. 0: not read. */
function fitOf(dialect: Dialect, turn: string, count: number): 0 | 1 | 2 {
  const { strict } = parseOutput({ text: turn }, { dialect, tools: toolTable(TOOLS) })
  if (!strict.ok || strict.calls.length !== count) return 0
  const isRead = strict.calls.every(
    ({ name, arguments: args }, index) => name === NAMES[index] && args[ARGUMENT] === VALUES[index],
  )
  if (!isRead) return 0
  return strict.flags.includes('prose_before') || strict.flags.includes('prose_after') ? 1 : 2
}

type Written =
  | { readonly kind: 'text'; readonly text: string }
  /** `isFinal`: another conversation would end in the same way. */
  | { readonly kind: 'fault'; readonly reason: string; readonly isFinal: boolean }

/** What the template writes for an assistant's turn that calls the first `count` tools. */
async function writtenTurn(
  source: TemplateSource,
  renderer: TemplateRenderer,
  count: number,
): Promise<Written> {
  const prompt = await render(source, renderer, [QUESTION])
  if (prompt.kind === 'fault' && isFinal(prompt.code)) {
    return {
      kind: 'fault',
      reason: `The template fails on a question alone: ${prompt.reason}`,
      isFinal: true,
    }
  }
  const before = prompt.kind === 'text' ? prompt.text : ''
  let refusal: string | undefined
  let leavesOut = false
  for (const shape of SHAPES) {
    const after = await render(source, renderer, [QUESTION, assistantOf(shape, count)])
    if (after.kind === 'fault') {
      refusal = `The template fails on a conversation with a call: ${after.reason}`
      if (isFinal(after.code)) return { kind: 'fault', reason: refusal, isFinal: true }
      continue
    }
    const turn = turnOf(after.text, before)
    if (VALUES.slice(0, count).every((value) => turn.includes(value))) return { kind: 'text', text: turn }
    leavesOut = true
  }
  const reason =
    leavesOut || refusal === undefined ? 'The template writes no calls: it leaves them out.' : refusal
  return { kind: 'fault', reason, isFinal: false }
}

/** A template that is broken or that loops is so whatever the shape of a message. */
function isFinal(code: RenderFaultCode): boolean {
  return code !== 'template-refused' && code !== 'template-size'
}

/** The assistant's turn: what follows the prompt, or what both renderings do not share. */
function turnOf(after: string, prompt: string): string {
  if (after.startsWith(prompt)) return after.slice(prompt.length)
  let shared = 0
  while (shared < prompt.length && prompt.charCodeAt(shared) === after.charCodeAt(shared)) shared++
  // The two may part in the middle of a marker: `<think>` after a prompt, `<tool_call>` after a call.
  const starts = [
    after.lastIndexOf('\n', shared) + 1,
    after.lastIndexOf('<', shared),
    after.lastIndexOf('[', shared),
  ]
  return after.slice(Math.max(...starts))
}

/** Templates differ in what they take: arguments as text or as object, content as text or as nothing. */
const SHAPES: readonly { readonly asText: boolean; readonly content: JsonValue }[] = [
  { asText: false, content: '' },
  { asText: true, content: null },
  { asText: true, content: '' },
  { asText: false, content: null },
]

const QUESTION: JsonObject = { role: 'user', content: 'Where is it?' }

function assistantOf({ asText, content }: (typeof SHAPES)[number], count: number): JsonObject {
  const calls = NAMES.slice(0, count).map((name, index): JsonObject => {
    const args = { [ARGUMENT]: VALUES[index] ?? '' }
    const written = { name, arguments: asText ? JSON.stringify(args) : args }
    return { id: `a1b2c3d4${index}`, type: 'function', function: written }
  })
  return { role: 'assistant', content, tool_calls: calls }
}

function render(
  { template, variables }: TemplateSource,
  renderer: TemplateRenderer,
  messages: readonly JsonObject[],
): Promise<RenderedTemplate> {
  const given = emptyObject()
  Object.assign(given, variables)
  given.messages = messages
  given.tools = TOOLS.map(wrappedFunction)
  given.add_generation_prompt = messages.length === 1
  return renderer.render(template, given)
}
