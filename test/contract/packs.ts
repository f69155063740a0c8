import { beforeAll, describe, expect, it } from 'vitest'
import { hostHash } from '../../src/adapters/hash.js'
import { callsOfTrace } from '../../src/agent/agents/calls-of-trace.js'
import { toolSchema } from '../../src/agent/agents/tool-schema.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { canonicalArguments } from '../../src/agent/canonical-arguments.js'
import { checkArguments } from '../../src/agent/check-arguments.js'
import { executePlanSync } from '../../src/agent/execute-plan.js'
import { planDialogues } from '../../src/agent/generate/generate-dialogues.js'
import type {
  CheckedValue,
  GivenArgument,
  Pack,
  PackOpening,
  PackTool,
  PackWorld,
  ToolParameter,
} from '../../src/agent/pack.js'
import { parsePlan } from '../../src/agent/python/parse-plan.js'
import { KEYWORDS } from '../../src/agent/python/tokens.js'
import type { ResultRows } from '../../src/agent/tool-result.js'
import { InputError } from '../../src/errors.js'
import { canonicalJson } from '../../src/text/json.js'
import { checkSchema, preparedSchema, STRICT } from '../../src/toolcall/schema/check-schema.js'

export interface PackSuite {
  readonly pack: Pack
  /** Templates whose first filling is made and checked, in each language; default 12. */
  readonly dialogues?: number
}

const opening: PackOpening = { size: 'small', seed: 0, semantics: 'strict' }
const hash = hostHash

/** Laws of every pack over a small knowledge base with strict semantics; packs of users can be run through them, too. */
export function describePack({ pack, dialogues = 12 }: PackSuite): void {
  describe(`pack ${pack.id}`, () => {
    let world: PackWorld
    beforeAll(async () => {
      world = await pack.open(opening)
    })

    const run = (code: string, over: PackWorld = world) =>
      executePlanSync({ code, world: over, cache: CacheState.empty, now: () => 0, hash }).execution

    it('says what it is', () => {
      expect(pack.id).toMatch(/^[a-z][a-z0-9-]*$/)
      expect(Number.isSafeInteger(pack.version) && pack.version >= 1).toBe(true)
      expect(pack.title.trim()).not.toBe('')
      expect(pack.persona).toMatch(/^an? /)
      for (const language of pack.languages) expect(Intl.getCanonicalLocales(language)).toEqual([language])
      expect(world.pack).toMatchObject({ id: pack.id, version: pack.version, languages: pack.languages })
      for (const count of Object.values(world.counts)) expect(count).toBeGreaterThan(0)
    })

    it('has tools and parameters that plans can name, described, each once', () => {
      const names = world.tools.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const { name, description, parameters, needsOneOf = [] } of world.tools) {
        const own = parameters.map((parameter) => parameter.name)
        expect(new Set(own).size, name).toBe(own.length)
        for (const word of [name, ...own]) {
          expect(word).toMatch(/^(?!__)[A-Za-z_][A-Za-z0-9_]*$/)
          expect(KEYWORDS.has(word)).toBe(false)
        }
        expect(description.trim(), name).not.toBe('')
        for (const parameter of parameters)
          expect(parameter.description.trim(), `${name} ${parameter.name}`).not.toBe('')
        for (const group of needsOneOf) for (const one of group) expect(own).toContain(one)
      }
    })

    it('has schemas that are valid, judged whole and met by what its examples ask', () => {
      const schemas = new Map(world.tools.map((tool) => [tool.name, toolSchema(tool)]))
      for (const tool of world.tools) {
        const schema = schemas.get(tool.name) ?? {}
        expect(schema.type, tool.name).toBe('object')
        expect(preparedSchema(schema).gaps(), tool.name).toEqual([])
        for (const example of tool.examples) {
          for (const call of callsOfTrace(run(example).trace, world.tools)) {
            const { verdict, faults } = checkSchema(call.arguments, schemas.get(call.name) ?? {}, STRICT)
            expect([verdict, faults], `${example} → ${call.name}`).toEqual(['valid', []])
          }
        }
      }
    })

    it('keeps, takes back and asks: one tool for each', () => {
      for (const role of ['save', 'get', 'seek']) {
        expect(
          world.tools.filter((tool) => tool.role === role),
          role,
        ).toHaveLength(1)
      }
    })

    it('has examples of every tool, each of which parses, runs and calls it', () => {
      for (const { name, examples } of world.tools) {
        expect(examples.length, name).toBeGreaterThan(0)
        for (const example of examples) {
          expect(parsePlan(example).kind, example).toBe('tree')
          const { error, trace } = run(example)
          expect(error, example).toBeUndefined()
          expect(
            trace.map(({ tool }) => tool),
            example,
          ).toContain(name)
        }
      }
    })

    it('gives the same answers again, and keeps nothing of one plan for the next', () => {
      const plans = world.tools.flatMap(({ examples }) => examples)
      const first = plans.map((plan) => canonicalJson(traceOf(run(plan))))
      expect(plans.map((plan) => canonicalJson(traceOf(run(plan))))).toEqual(first)
    })

    it('refuses what it does not know, what is missing and what has the wrong type', () => {
      for (const tool of world.tools) {
        const odd = new Map<string, GivenArgument>([['no_such_parameter', { kind: 'text', value: 'x' }]])
        expect(checkArguments(tool, odd), tool.name).toMatchObject({ kind: 'fault', reason: 'unknown' })
        if (
          tool.parameters.some(({ isMandatory }) => isMandatory === true) ||
          (tool.needsOneOf ?? []).length > 0
        ) {
          expect(checkArguments(tool, new Map()), tool.name).toMatchObject({
            kind: 'fault',
            reason: 'missing',
          })
        }
        for (const parameter of tool.parameters) {
          if (parameter.type === 'any') continue
          const wrong = new Map<string, GivenArgument>([[parameter.name, { kind: 'dict', entries: [] }]])
          expect(checkArguments(tool, wrong), `${tool.name} ${parameter.name}`).toMatchObject({
            kind: 'fault',
          })
        }
      }
    })

    it('takes a stated default for none at all, and a set in any order for the same', () => {
      for (const tool of world.tools) {
        for (const parameter of tool.parameters) {
          if (parameter.default !== undefined) {
            expect(canonicalOf(tool, parameter, parameter.default), `${tool.name} ${parameter.name}`).toEqual(
              {},
            )
          }
          if (parameter.shape !== 'set') continue
          const [a, b] = twoValues(parameter)
          expect(canonicalOf(tool, parameter, [a, b, a])).toEqual(canonicalOf(tool, parameter, [b, a]))
        }
      }
    })

    it('has choices that contain its defaults, and ranges that hold something', () => {
      for (const { name, parameters } of world.tools) {
        for (const { name: own, choices, minimum, maximum, default: value } of parameters) {
          if (choices !== undefined) {
            expect(new Set(choices).size, `${name} ${own}`).toBe(choices.length)
            for (const one of [value ?? []].flat()) expect(choices).toContain(one)
          }
          if (minimum !== undefined && maximum !== undefined) expect(minimum).toBeLessThanOrEqual(maximum)
        }
      }
    })

    it('finds rows that say what they are, and filters that only take away', () => {
      for (const tool of world.tools) {
        if (tool.role !== 'search' && tool.role !== 'filter') continue
        for (const example of tool.examples) checkRows(example)
      }
    })

    const checkRows = (example: string): void => {
      const { cache, execution } = executePlanSync({
        code: `${example}\n${keepAll(example, world)}`,
        world,
        cache: CacheState.empty,
        now: () => 0,
        hash,
      })
      expect(execution.error, example).toBeUndefined()
      let before: ReadonlySet<string> | undefined
      for (const { value } of cache.entries) {
        if (typeof value !== 'object' || value === null || value.kind !== 'result') continue
        const { rows, summary, tool } = value
        expect(summary.trim()).not.toBe('')
        const ids = idsOf(rows)
        expect(new Set(ids).size).toBe(rows.count)
        expect(new Set(rows.columns).size).toBe(rows.columns.length)
        for (let row = 0; row < Math.min(rows.count, 20); row++) {
          for (const column of rows.columns) expect(rows.value(row, column), column).not.toBeUndefined()
          expect(rows.value(row, 'no such column')).toBeUndefined()
        }
        expect(rows.value(rows.count, rows.columns[0] ?? '')).toBeUndefined()
        const isFilter = world.tools.find(({ name }) => name === tool)?.role === 'filter'
        if (isFilter && before !== undefined) for (const id of ids) expect(before.has(id)).toBe(true)
        before = new Set(ids)
      }
    }

    it('asks for what a search cannot do without, in the words of every language', () => {
      const known = new Map(world.seek.slots.map(({ slot, phrases }) => [slot, phrases]))
      expect(known.size).toBe(world.seek.slots.length)
      for (const { role, parameters } of world.tools) {
        if (role !== 'search') continue
        for (const { name, slot = name, isMandatory } of parameters) {
          if (isMandatory === true) expect(known.has(slot), slot).toBe(true)
        }
      }
      for (const language of pack.languages) {
        const owners = new Map<string, string>()
        for (const [slot, phrases] of known) {
          const own = phrases[language] ?? []
          expect(own.length, `${slot} ${language}`).toBeGreaterThan(0)
          for (const phrase of own) {
            expect(phrase).toBe(phrase.toLowerCase().trim())
            expect(owners.get(phrase), phrase).toBeUndefined()
            owners.set(phrase, slot)
          }
        }
      }
    })

    it('makes the same rows from the same seed, and others from another', async () => {
      const again = await pack.open(opening)
      expect(again.knowledge).toBe(world.knowledge)
      expect(hashesOf(again)).toEqual(hashesOf(world))
      const other = await pack.open({ ...opening, seed: 1 })
      expect(other.knowledge).not.toBe(world.knowledge)
      expect(other.counts).toEqual(world.counts)
      expect(other.tools.map(({ name }) => name)).toEqual(world.tools.map(({ name }) => name))
    })

    it('saves its knowledge base and opens it again', async () => {
      const files = filesOf(world)
      const reopened = await pack.open({ ...opening, seed: 99, saved: readerOf(files) })
      expect(reopened.knowledge).toBe(world.knowledge)
      expect(reopened.counts).toEqual(world.counts)
      for (const { examples } of world.tools) {
        for (const example of examples) {
          expect(canonicalJson(traceOf(run(example, reopened)))).toBe(canonicalJson(traceOf(run(example))))
        }
      }
    })

    it('refuses a saved knowledge base that is damaged', async () => {
      const files = filesOf(world)
      for (const [name, bytes] of files) {
        const cut = new Map(files).set(name, bytes.subarray(0, bytes.length >> 1))
        await expect(pack.open({ ...opening, saved: readerOf(cut) }), name).rejects.toBeInstanceOf(InputError)
        const turned = new Map(files).set(
          name,
          bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
        )
        await expect(pack.open({ ...opening, saved: readerOf(turned) }), name).rejects.toBeInstanceOf(
          InputError,
        )
      }
    })

    it.runIf(pack.dialogues !== undefined)('composes dialogues that are filled, run and checked', () => {
      for (const language of pack.languages) {
        const plan = planDialogues({ pack, world, seed: 0, language, fillings: 1, hash, now: () => 0 })
        let left = dialogues
        for (const { dialogue } of plan.dialogues()) {
          expect(dialogue.template.language).toBe(language)
          expect(dialogue.turns.length).toBeGreaterThan(1)
          if (--left === 0) break
        }
      }
    })
  })
}

/** Everything of an execution but how long it took. */
function traceOf({ trace, printed, sought, cacheAfter }: ReturnType<typeof executePlanSync>['execution']) {
  return JSON.parse(JSON.stringify({ trace, printed, sought, cacheAfter }))
}

function filesOf(world: PackWorld): ReadonlyMap<string, Uint8Array> {
  return new Map([...world.save()].map(({ name, bytes }) => [name, bytes]))
}

function hashesOf(world: PackWorld): readonly (readonly [name: string, hash: string])[] {
  return [...filesOf(world)].map(([name, bytes]) => [name, hash(bytes)])
}

function readerOf(files: ReadonlyMap<string, Uint8Array>): NonNullable<PackOpening['saved']> {
  return async (name) => {
    const bytes = files.get(name)
    if (bytes === undefined)
      throw new InputError({ code: 'file-missing', what: 'There is no such file.', where: name })
    return bytes
  }
}

function idsOf(rows: ResultRows): readonly string[] {
  return Array.from({ length: rows.count }, (_, row) => rows.rowId(row))
}

/** Lines that save every variable of an example, in order. */
function keepAll(example: string, world: PackWorld): string {
  const save = world.tools.find(({ role }) => role === 'save')
  const [key, value] = save?.parameters ?? []
  const names = [...example.matchAll(/^(\w+) = /gm)].map(([, name]) => name)
  return names.map((name) => `${save?.name}(${key?.name}="${name}", ${value?.name}=${name})`).join('\n')
}

/** The canonical arguments of a call that states one parameter only, whatever else is mandatory. */
function canonicalOf(tool: PackTool, { name }: ToolParameter, value: CheckedValue) {
  return canonicalArguments(tool, { kind: 'checked', values: { [name]: value } })
}

function twoValues({
  type,
  choices = ['a', 'b'],
}: ToolParameter): readonly [string | number, string | number] {
  return type === 'integer' || type === 'number' || type === 'time'
    ? [1, 2]
    : [choices[0] ?? 'a', choices[1] ?? 'b']
}
