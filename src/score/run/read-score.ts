import { tiers } from '../../benchmark/item.js'
import { InputError } from '../../errors.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { Floor, Interval, Score, ScoreSubject } from '../score.js'

/**
 * One stored score. Members that this version does not know are left out.
 *
 * @throws {InputError} `scores-invalid`.
 */
export function readScore(value: JsonValue, where: string): Score {
  if (!isJsonObject(value)) throw invalidScores(where, 'A score is no object.')
  const members = new ScoreMembers(value, where)
  const subject = subjectOf(value, members)
  const n = members.number('n')
  if (value.kind === 'unscored') return { kind: 'unscored', ...subject, reason: members.text('reason'), n }
  if (value.kind !== 'scored') throw members.fault('kind', '"scored" or "unscored"')
  return {
    kind: 'scored',
    ...subject,
    value: members.number('value'),
    n,
    ...members.given('clusters', (key) => members.number(key)),
    ...members.given('effectiveClusters', (key) => members.number(key)),
    ...members.given('interval', (key) => members.interval(key)),
    ...members.given('method', (key) => members.text(key)),
    ...members.given('itemInterval', (key) => members.interval(key)),
    ...members.given('intervalNote', (key) => members.text(key)),
    ...members.given('chance', (key) => members.number(key)),
    ...members.given('ceiling', (key) => members.number(key)),
    ...members.given('floor', (key) => floorOf(value[key], where)),
  }
}

const TIERS = ['all', ...tiers] as const

function subjectOf({ scorer }: JsonObject, members: ScoreMembers): ScoreSubject {
  const identity = isJsonObject(scorer) ? scorer : {}
  const { name, version } = identity
  if (typeof name !== 'string' || typeof version !== 'number') {
    throw members.fault('scorer', 'an object with name and version')
  }
  return {
    metric: members.text('metric'),
    ...members.given('k', (key) => members.number(key)),
    ...members.given('tier', (key) => members.oneOf(key, TIERS)),
    ...members.given('group', (key) => members.text(key)),
    unit: members.text('unit'),
    better: members.oneOf('better', ['higher', 'lower']),
    scorer: { name, version },
  }
}

const VERDICTS = ['above-floor', 'at-floor', 'below-floor', 'not-enough-data'] as const

function floorOf(value: JsonValue | undefined, where: string): Floor {
  if (!isJsonObject(value)) throw invalidScores(where, '"floor" of a score is no object.')
  const members = new ScoreMembers(value, where)
  return {
    null: members.text('null'),
    value: members.number('value'),
    ...members.given('interval', (key) => members.interval(key)),
    ...members.given('difference', (key) => members.number(key)),
    ...members.given('differenceInterval', (key) => members.interval(key)),
    ...members.given('verdict', (key) => members.oneOf(key, VERDICTS)),
  }
}

/** Members of a score, each of the kind that is asked for. */
class ScoreMembers {
  readonly #json: JsonObject
  readonly #where: string

  constructor(json: JsonObject, where: string) {
    this.#json = json
    this.#where = where
  }

  /** The member as `read` reads it, or nothing where it is absent. */
  given<Key extends string, Value>(key: Key, read: (key: Key) => Value): { readonly [K in Key]?: Value } {
    if (this.#json[key] === undefined) return {}
    return { [key]: read(key) } as { readonly [K in Key]?: Value } // a computed key loses its type
  }

  number(key: string): number {
    const value = this.#json[key]
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.fault(key, 'a number')
  }

  text(key: string): string {
    const value = this.#json[key]
    if (typeof value === 'string') return value
    throw this.fault(key, 'a text')
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    const value = this.#json[key]
    const word = words.find((known) => known === value)
    if (word !== undefined) return word
    throw this.fault(key, `one of ${words.join(', ')}`)
  }

  interval(key: string): Interval {
    const value = this.#json[key]
    const [low, high, ...more] = isJsonArray(value) ? value : []
    if (typeof low === 'number' && typeof high === 'number' && more.length === 0) return [low, high]
    throw this.fault(key, 'a pair of numbers')
  }

  fault(key: string, wanted: string): InputError {
    return invalidScores(this.#where, `"${key}" of a score is not ${wanted}.`)
  }
}

export function invalidScores(where: string, what: string): InputError {
  return new InputError({
    code: 'scores-invalid',
    what: `These are no scores that can be read. ${what}`,
    where,
    fix: 'Score the run again with `assay score`.',
  })
}
