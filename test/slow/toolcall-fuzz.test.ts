import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RandomStream, randomStream } from '../../src/numeric/random.js'
import { canonicalJson, isJsonArray, isJsonObject, type JsonValue, writeJson } from '../../src/text/json.js'
import type { Dialect } from '../../src/toolcall/dialect.js'
import { dialects } from '../../src/toolcall/dialects/index.js'
import { createOutputParser } from '../../src/toolcall/output-parser.js'
import { parseOutput } from '../../src/toolcall/parse-output.js'
import { levels, type ParsedCall, type Parsing } from '../../src/toolcall/parsed-call.js'
import { parsingToJson } from '../../src/toolcall/parsing-json.js'
import { checkSchema, defaultsOf, STRICT } from '../../src/toolcall/schema/check-schema.js'
import { coercionsOf } from '../../src/toolcall/schema/coercions.js'
import { type ToolTable, toolTable } from '../../src/toolcall/tool-table.js'
import { mutate, PIECES, seedTexts } from '../generators/broken-outputs.js'
import { type GeneratedDraft, schemaPair } from '../generators/schema-pairs.js'

const MUTATED = 1_000_000
const GENERATED = 100_000
const SCHEMAS = 30_000

/** Milliseconds within which an output of 4,000 characters is read, on a machine that does other things too. */
const PATIENCE = 2_000

interface Circumstances {
  readonly dialect: Dialect
  readonly tools: ToolTable
  readonly isCut: boolean
}

const outcomes: ReadonlySet<string> = new Set(['called', 'attempted', 'truncated', 'abstained', 'empty'])

const plain = (calls: readonly ParsedCall[]): readonly string[] =>
  calls.map(({ name, arguments: args }) => `${name} ${canonicalJson(args)}`)

const areSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, index) => text === right[index])

/** What holds of every reading, whatever the text: the first law that is broken. */
function brokenLaw(text: string, parsing: Parsing, isCut: boolean): string | undefined {
  const { outcome, strict, lenient, vendor, inReasoning } = parsing
  if (!outcomes.has(outcome) || !levels.includes(strict.level) || strict.level === 'S7') return 'no outcome'
  if (outcome === 'truncated' && !isCut) return 'truncated by nothing'
  if (strict.ok !== (strict.level === 'S6' && outcome === 'called')) return 'ok without S6'
  if (outcome === 'called' && strict.calls.length === 0) return 'called without a call'
  if (outcome !== 'called' && outcome !== 'truncated' && strict.calls.length > 0) return 'a call, not called'
  const isSilent = outcome === 'abstained' || outcome === 'empty'
  if (isSilent && (lenient.calls.length > 0 || strict.level !== 'S0')) return 'silent with a call'
  if (lenient.repairs.length === 0 && !areSame(plain(lenient.calls), plain(strict.calls)))
    return 'another list without a repair'
  if (strict.ok && (lenient.repairs.length > 0 || strict.faults.length > 0)) return 'repaired what was right'
  if (strict.ok && !(vendor.ok && areSame(plain(vendor.calls), plain(strict.calls))))
    return 'servers lose what is right'
  if (vendor.ok && vendor.calls.length === 0) return 'a server that hands on nothing'
  if (inReasoning < 0) return 'negative'
  for (const { span } of [...strict.calls, ...lenient.calls, ...vendor.calls])
    if (!(span.start >= 0 && span.start <= span.end && span.end <= text.length))
      return 'a call outside the text'
  for (const { at, line, column } of strict.faults)
    if (!(at >= 0 && at <= text.length && line >= 1 && column >= 1)) return 'a fault outside the text'
  return undefined
}

/** Reasoning and code that close turn what stands before them into something else; a cut before that cannot know. */
const LATE_MEANING = /`|~~~|THINK|think/

/** Of a turn in which all is well, the beginning holds the first calls and no other. */
function brokenByCut(
  text: string,
  whole: Parsing,
  { at, about }: { at: number; about: Circumstances },
): string | undefined {
  if (!whole.strict.ok || LATE_MEANING.test(text)) return undefined
  const { strict, lenient } = parseOutput({ text: text.slice(0, at), stopReason: 'length' }, about)
  const all = plain(whole.strict.calls)
  if (!areSame(plain(strict.calls), all.slice(0, strict.calls.length))) return `invented when cut at ${at}`
  // With nothing right in it, the beginning is searched for calls that the whole text passes over as prose.
  if (whole.strict.flags.includes('prose_before')) return undefined
  if (!plain(lenient.calls).every((call) => all.includes(call)))
    return `repaired into another when cut at ${at}`
  return undefined
}

function brokenInPieces(
  text: string,
  whole: Parsing,
  { at, about }: { at: number; about: Circumstances },
): string | undefined {
  const parser = createOutputParser(about)
  parser.push(text.slice(0, at))
  parser.push(text.slice(at))
  const pieced = parser.end({ stopReason: about.isCut ? 'length' : 'stop' })
  return JSON.stringify(pieced) === JSON.stringify(whole) ? undefined : `differs in pieces, ${at}`
}

function check(text: string, about: Circumstances, seed: number): string | undefined {
  try {
    const started = performance.now()
    const parsing = parseOutput({ text, stopReason: about.isCut ? 'length' : 'stop' }, about)
    if (performance.now() - started > PATIENCE) return 'slow'
    const broken = brokenLaw(text, parsing, about.isCut)
    if (broken !== undefined) return broken
    const at = seed % (text.length + 1)
    const cut = brokenByCut(text, parsing, { at, about })
    if (cut !== undefined || seed % 16 !== 0) return cut
    writeJson(parsingToJson('x', parsing))
    return brokenInPieces(text, parsing, { at, about })
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

function pick<T>(list: readonly T[], random: RandomStream): T {
  return list[random.below(list.length)] as T // lists are not empty
}

describe('outputs', () => {
  it(`keep the laws: ${MUTATED} mutated texts`, { timeout: 3_000_000 }, () => {
    const seeds = seedTexts()
    const random = randomStream(Number(process.env.ASSAY_FUZZ_SEED ?? 0), 'toolcall-fuzz')
    const found: unknown[] = []
    let called = 0
    for (let count = 0; count < MUTATED && found.length < 10; count++) {
      const { text, tools, dialect: own } = pick(seeds, random)
      const mutated = mutate(text, random, pick(seeds, random).text)
      const dialect = random.below(2) === 0 ? own : pick(dialects, random)
      const isCut = random.below(3) === 0
      const broken = check(mutated, { dialect, tools, isCut }, count)
      if (broken !== undefined) found.push({ broken, dialect: dialect.id, isCut, text: mutated, count })
      if (count % 100 === 0) {
        called += parseOutput({ text: mutated }, { dialect, tools }).strict.calls.length
      }
    }
    expect(found).toEqual([])
    // Texts of which none were calls would prove nothing.
    expect(called).toBeGreaterThan(MUTATED / 100 / 100)
  })

  it(`keep the laws: ${GENERATED} texts of markers and anything else`, { timeout: 3_000_000 }, () => {
    const tools = toolTable([
      { name: 'ping', inputSchema: { type: 'object', properties: {} } },
      { name: 'get_weather', inputSchema: { type: 'object', properties: { a: { type: 'integer' } } } },
    ])
    const piece = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
      { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
    )
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...dialects),
        fc.boolean(),
        fc.nat(),
        (said, dialect, isCut, seed) => {
          expect(check(said, { dialect, tools, isCut }, seed)).toBeUndefined()
        },
      ),
      { numRuns: GENERATED, seed: Number(process.env.ASSAY_FUZZ_SEED ?? 0) },
    )
  })
})

/** What no schema means, under the keywords that mean something. */
const NONSENSE: readonly JsonValue[] = [
  null,
  true,
  -1,
  1e300,
  '',
  '#',
  '#/',
  '#/$defs/x',
  '^(a+)+$',
  '(?=a)',
  '[',
  '\ud83c',
  'integer',
  [],
  [[]],
  {},
  { $ref: '#' },
  { allOf: [{ $ref: '#' }, { $ref: '#/properties/a' }] },
  { $dynamicRef: '#x', $dynamicAnchor: 'x' },
  { type: ['string', 5] },
  { __proto__: null, constructor: 1 },
]
const KEYWORDS = [
  '$ref',
  'type',
  'enum',
  'pattern',
  'items',
  'properties',
  'required',
  'oneOf',
  'not',
  'minimum',
  'multipleOf',
  '$id',
  '$anchor',
  'uniqueItems',
  'patternProperties',
  'unevaluatedProperties',
  'contains',
  'format',
]

/** The value with something in it replaced, or a keyword too many. */
function damaged(value: JsonValue, random: RandomStream): JsonValue {
  if (random.below(6) === 0) return pick(NONSENSE, random)
  if (isJsonArray(value) && value.length > 0) {
    const at = random.below(value.length)
    return value.map((item, index) => (index === at ? damaged(item, random) : item))
  }
  if (!isJsonObject(value)) return pick(NONSENSE, random)
  if (random.below(4) === 0) return { ...value, [pick(KEYWORDS, random)]: pick(NONSENSE, random) }
  const keys = Object.keys(value)
  const key = keys[random.below(Math.max(1, keys.length))]
  return key === undefined ? value : { ...value, [key]: damaged(value[key] ?? null, random) }
}

const DRAFTS: readonly GeneratedDraft[] = ['2020-12', '2019-09', 'draft-07']

it(`schemas decide, in time: ${SCHEMAS} broken ones`, { timeout: 3_000_000 }, () => {
  const random = randomStream(Number(process.env.ASSAY_FUZZ_SEED ?? 0), 'schema-fuzz')
  const verdicts = { valid: 0, invalid: 0, undecided: 0 }
  for (let count = 0; count < SCHEMAS; count++) {
    const draft = pick(DRAFTS, random)
    const { schema, values } = schemaPair(count, draft)
    const broken = damaged(random.below(2) === 0 ? schema : damaged(schema, random), random)
    const value = pick(values, random)
    const started = performance.now()
    const { verdict, ok, faults, unsupported } = checkSchema(value, broken, {
      ...STRICT,
      draft,
      assertsFormats: true,
    })
    coercionsOf(value, broken, { draft })
    defaultsOf(broken, { draft })
    const about = { schema: writeJson(broken), value: writeJson(value), draft }
    verdicts[verdict]++
    if (performance.now() - started > PATIENCE) expect({ ...about, slow: true }).toBeUndefined()
    if (ok !== (verdict === 'valid') || (ok && faults.length > 0)) expect(about).toBeUndefined()
    if (!ok && faults.length + unsupported.length === 0) expect(about).toBeUndefined()
  }
  for (const seen of Object.values(verdicts)) expect(seen).toBeGreaterThan(SCHEMAS / 200)
})
