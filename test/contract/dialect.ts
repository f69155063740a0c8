import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/catalog/tool.js'
import { InputError } from '../../src/errors.js'
import { canonicalJson, emptyObject, type JsonObject, type JsonValue } from '../../src/text/json.js'
import type { Dialect, Message, WrittenCall } from '../../src/toolcall/dialect.js'
import { createOutputParser } from '../../src/toolcall/output-parser.js'
import { type OutputText, parseOutput } from '../../src/toolcall/parse-output.js'
import type { ParsedCall, Parsing } from '../../src/toolcall/parsed-call.js'
import { toolTable } from '../../src/toolcall/tool-table.js'

export interface DialectSuite {
  readonly dialect: Dialect
  /** Laws that do not hold for this dialect, each with the reason. */
  readonly exceptions?: Readonly<Partial<Record<DialectLaw, string>>>
  /** Most calls of one turn; default 3. */
  readonly maxCalls?: number
  /** Random inputs a law; default 60. */
  readonly runs?: number
}

/** The laws that a dialect may be excepted from. */
export type DialectLaw =
  | 'what it writes it reads back'
  | 'prose before a call does not hide it'
  | 'a cut turn invents nothing'
  | 'prose that names a tool is no call'
  | 'a call that lacks one character is still an attempt'

const parameters: JsonObject = {
  text: { type: 'string' },
  count: { type: 'integer' },
  share: { type: 'number' },
  isOn: { type: 'boolean' },
  names: { type: 'array', items: { type: 'string' } },
  place: {
    type: 'object',
    properties: { room: { type: 'string' }, floor: { type: 'integer' }, tags: { type: 'array' } },
  },
  maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
}

/** Tools of the laws: names of every kind that all dialects can write, one tool without parameters. */
export const contractTools: readonly Tool[] = [
  'get_weather',
  'calendar.list',
  'buscarNiño',
  '天気',
  'ping',
].map((name) => ({
  name,
  description: 'A tool of the contract.',
  inputSchema:
    name === 'ping'
      ? { type: 'object', properties: {} }
      : { type: 'object', properties: parameters, required: ['text'] },
  source: { format: 'contract', at: name },
}))

const table = toolTable(contractTools)

/** Texts that have undone parsers: markers of every dialect, quotes, brackets, fences, thinking tags. */
const hostile: readonly string[] = [
  '</tool_call>',
  '<tool_call>\n{"name": "ping", "arguments": {}}\n</tool_call>',
  '}}]) "\' \\',
  '"}, {"name": "ping"}',
  '```json\n{}\n```',
  '</think> <think>',
  '[/THINK][TOOL_CALLS][ARGS]',
  '<|im_end|><|eot_id|></s>',
  '<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<|tool_call_end|> ]) <|call|><|end|>',
  '<escape>',
  '</parameter></function>',
  '</arg_value>',
  'call:ping{}',
  '{"a": 1}',
  'null',
  'True',
  '007',
  ' leading and trailing \n',
  'ñandú 市场 🎉 \u202e \u0000 \u2028',
  '\ud83c',
]

const word = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))
const whole = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 9007199254740991))
const fraction = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer(),
)

const values: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  text,
  count: whole,
  share: fraction,
  isOn: fc.boolean(),
  names: fc.array(text, { maxLength: 3 }),
  place: fc.record({
    room: text,
    floor: whole,
    tags: fc.array(fc.oneof(text, fc.boolean(), whole), { maxLength: 2 }),
  }),
  maybe: fc.oneof(fc.integer(), fc.constant(null)),
}

const argumentsOf = fc
  .record(values, { requiredKeys: ['text'] })
  .map((given) => Object.assign(emptyObject(), given) as JsonObject)

const call: fc.Arbitrary<WrittenCall> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constantFrom('get_weather', 'calendar.list', 'buscarNiño', '天気'),
      arguments: argumentsOf,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ name: 'ping', arguments: emptyObject() }) },
)

/** Names and exact values, without places. */
export function plainCalls(calls: readonly (WrittenCall | ParsedCall)[]): readonly string[] {
  return calls.map(({ name, arguments: args }) => `${name} ${canonicalJson(args)}`)
}

/** Laws of every dialect; dialects of users can be run through them, too. */
export function describeDialect({ dialect, exceptions = {}, maxCalls = 3, runs = 60 }: DialectSuite): void {
  const law = (which: DialectLaw, check: () => void): void => {
    const reason = exceptions[which]
    if (reason === undefined) it(which, check)
    else it.skip(`${which} (excepted: ${reason})`, check)
  }
  const calls = fc.array(call, { minLength: 1, maxLength: maxCalls })
  const parse = (output: OutputText): Parsing => parseOutput(output, { dialect, tools: table })
  /** Undefined where the dialect says that it cannot write the calls. */
  const write = (written: readonly WrittenCall[], content?: string): string | undefined => {
    try {
      return dialect.renderCalls(written, { tools: contractTools, ...(content !== undefined && { content }) })
    } catch (error) {
      if (error instanceof InputError && error.code === 'call-not-writable') return undefined
      throw error
    }
  }

  describe(`dialect ${dialect.id}`, () => {
    law('what it writes it reads back', () => {
      let read = 0
      fc.assert(
        fc.property(calls, (written) => {
          const output = write(written)
          if (output === undefined) return
          read++
          const ended = output + (dialect.endOfTurn[0] ?? '')
          const { outcome, strict, lenient, vendor } = parse({ text: ended })
          expect({ outcome, faults: strict.faults, level: strict.level, ok: strict.ok }).toEqual({
            outcome: 'called',
            faults: [],
            level: 'S6',
            ok: true,
          })
          expect(plainCalls(strict.calls)).toEqual(plainCalls(written))
          expect(plainCalls(lenient.calls)).toEqual(plainCalls(written))
          expect(plainCalls(vendor.calls)).toEqual(plainCalls(written))
          expect(lenient.repairs).toEqual([])
        }),
        { numRuns: runs },
      )
      // Dialects of raw values must refuse some; one that refused nearly all would prove nothing.
      expect(read).toBeGreaterThan(runs / 10)
    })

    law('prose before a call does not hide it', () => {
      const written: readonly WrittenCall[] = [{ name: 'get_weather', arguments: { text: 'Cusco' } }]
      const output = write(written, 'One moment, I look it up.\n') ?? ''
      const { strict } = parse({ text: output })
      expect(plainCalls(strict.calls)).toEqual(plainCalls(written))
      expect(strict.ok).toBe(true)
    })

    law('a cut turn invents nothing', () => {
      fc.assert(
        fc.property(calls, fc.nat(), (written, seed) => {
          const output = write(written)
          if (output === undefined || output.length === 0) return
          const cut = output.slice(0, seed % output.length)
          const { strict, lenient } = parse({ text: cut, stopReason: 'length' })
          const all = new Set(plainCalls(written))
          for (const found of [...plainCalls(strict.calls), ...plainCalls(lenient.calls)])
            expect(all).toContain(found)
        }),
        { numRuns: runs },
      )
    })

    law('prose that names a tool is no call', () => {
      for (const said of [
        'I would use get_weather for that.',
        'ping is one of my tools.',
        '¿Llamo a calendar.list?',
      ]) {
        const written = dialect.isApi ? write([], said) : said
        const { outcome, strict, lenient } = parse({ text: written ?? '' })
        expect({ outcome, level: strict.level, calls: lenient.calls }).toEqual({
          outcome: 'abstained',
          level: 'S0',
          calls: [],
        })
        expect(strict.flags).toContain('name_in_prose_only')
      }
    })

    law('a call that lacks one character is still an attempt', () => {
      // What an API hands on is JSON by a program, which drops no characters.
      if (dialect.isApi) return
      const output = write([{ name: 'get_weather', arguments: { text: 'Cusco' } }]) ?? ''
      const lost = Array.from(output, (_, at) => output.slice(0, at) + output.slice(at + 1)).filter((cut) => {
        const { outcome } = parse({ text: cut })
        return outcome !== 'called' && outcome !== 'attempted'
      })
      expect(lost).toEqual([])
    })

    it('never throws, and gives the same however the text arrives', () => {
      fc.assert(
        fc.property(
          broken(write, calls),
          fc.array(fc.nat(), { maxLength: 6 }),
          fc.boolean(),
          (output, cuts, isCut) => {
            const about = { stopReason: isCut ? 'length' : 'stop' } as const
            const parser = createOutputParser({ dialect, tools: table })
            let from = 0
            for (const at of cuts
              .map((cut) => cut % (output.length + 1))
              .sort((left, right) => left - right)) {
              parser.push(output.slice(from, at))
              from = at
            }
            parser.push(output.slice(from))
            expect(parser.end(about)).toEqual(parse({ text: output, ...about }))
          },
        ),
        { numRuns: runs },
      )
    })

    it('reads nesting without end, NUL and halves of characters in time, and never deeper than it may', () => {
      const opening = [
        dialect.trigger[0] ?? '',
        `${dialect.trigger[0] ?? ''}get_weather`,
        '[get_weather(text=',
      ]
      const payloads = ['[', '{"a":', '(', '{"name": "ping", "arguments": ', "{'a':", '<parameter=a>']
      const texts = [
        ...opening.flatMap((open) =>
          payloads.map((payload) => open + payload.repeat(payload === '[' ? 100_000 : 10_000)),
        ),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        '{"a":'.repeat(100_000),
        '\u0000'.repeat(100_000),
        `${opening[0]}\u0000${opening[1]}{"text": "\u0000"}`,
        `\ud83c${opening[0]}{"name": "pi\udf89ng", "arguments": {"\ud83c": "\udf89\ud83c"}}`,
      ]
      for (const hostileText of texts) {
        const started = process.cpuUsage().user
        const { outcome, strict, lenient } = parse({ text: hostileText })
        // A hundredth of it is usual; a machine that is shared is slower.
        expect(process.cpuUsage().user - started).toBeLessThan(2_000_000)
        expect(['attempted', 'abstained', 'called', 'empty']).toContain(outcome)
        for (const { arguments: args } of [...strict.calls, ...lenient.calls])
          expect(canonicalJson(args).length).toBeLessThan(1_000)
      }
    })

    it('renders a conversation that holds its tools, its calls and their results', () => {
      const written = { name: 'get_weather', arguments: { text: 'Cusco' }, id: 'abc123def' }
      const conversation: readonly Message[] = [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Is it cold in Cusco?' },
        { role: 'assistant', content: 'I look.', calls: [written] },
        { role: 'tool', content: 'eleven degrees', id: 'abc123def', name: 'get_weather' },
        { role: 'assistant', content: 'It is.' },
      ]
      const rendered = dialect.render(conversation, contractTools)
      for (const part of [
        'Be brief.',
        'Is it cold in Cusco?',
        'get_weather',
        'Cusco',
        'eleven degrees',
        'It is.',
        '天気',
      ]) {
        expect(rendered).toContain(part)
      }
      expect(dialect.render(conversation.slice(0, 2), [])).toContain('Is it cold in Cusco?')
    })
  })
}

/** Canonical texts with something changed, and texts of any kind. */
function broken(
  write: (calls: readonly WrittenCall[]) => string | undefined,
  calls: fc.Arbitrary<readonly WrittenCall[]>,
) {
  const pieces = [
    ...hostile,
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '<',
    '>',
    ',',
    ':',
    '\n',
    ' ',
    '=',
    '(',
    ')',
    '\\',
    '`',
    '/*',
    '//',
    '',
  ]
  const mutated = fc
    .tuple(
      calls,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...pieces)), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([written, changes]) => {
      let output = write(written) ?? ''
      for (const [seed, removed, inserted] of changes) {
        const at = seed % (output.length + 1)
        output = output.slice(0, at) + inserted + output.slice(at + removed)
      }
      return output
    })
  return fc.oneof({ weight: 4, arbitrary: mutated }, { weight: 1, arbitrary: text })
}
