import { InputError } from '../../errors.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { Files } from '../../ports.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { LadderInputs } from './ladder-inputs.js'

/** Schema of `ladder-plan.json`. */
const PLAN_SCHEMA = 'assay.ladder-plan/1'

/** What a ladder was begun with: all that judging it again needs beside what was said. */
export interface LadderPlan {
  readonly corpus: string
  /** SHA-256 of the corpus, 64 hex digits. */
  readonly fingerprint: string
  /** Of the corpus, and of answers where that is another. */
  readonly dialect: string
  readonly answerDialect: string
  /** As the user named it, where it was not found in the corpus. */
  readonly dialectGiven?: string
  readonly tools?: string
  readonly eval: readonly string[]
  readonly rules?: string
  readonly runs: readonly string[]
  readonly checkpoints?: readonly string[]
  readonly vocabulary?: string
  readonly size: string
  readonly seed: number
  /** How the batteries came about, and what they left out. */
  readonly batteries: JsonObject
}

/** A plan with what its files hold now. */
export interface OpenedPlan extends LadderPlan {
  readonly inputs: LadderInputs
  readonly cases: readonly LadderCase[]
}

const NAME = 'ladder-plan.json'

export async function writePlan(folder: string, plan: LadderPlan, files: Files): Promise<void> {
  const { corpus, fingerprint, dialect, answerDialect, dialectGiven, tools, rules } = plan
  const { eval: sets, runs, checkpoints, vocabulary, size, seed, batteries } = plan
  const json = JSON.stringify(
    {
      schema: PLAN_SCHEMA,
      corpus,
      fingerprint,
      dialect,
      answerDialect,
      dialectGiven,
      tools,
      rules,
      eval: sets,
      runs,
      checkpoints,
      vocabulary,
      size,
      seed,
      batteries,
    },
    undefined,
    2,
  )
  await files.write(files.join(folder, NAME), [`${json}\n`])
}

/** @throws {InputError} `ladder-missing`, `ladder-invalid`. */
export async function readPlan(folder: string, files: Files): Promise<LadderPlan> {
  const place = files.join(folder, NAME)
  if ((await files.facts(place))?.kind !== 'file') {
    throw new InputError({
      code: 'ladder-missing',
      what: `The folder holds no ${NAME}.`,
      where: folder,
      fix: 'Name the folder of a ladder, as `assay ladder` writes it.',
    })
  }
  const json = readJsonText(new TextDecoder().decode(await files.read(place)), { path: place })
  if (!isJsonObject(json) || json.schema !== PLAN_SCHEMA) throw invalid(place, '"schema"')
  const { dialectGiven, tools, rules, vocabulary, seed, batteries } = json
  if (typeof seed !== 'number') throw invalid(place, '"seed"')
  return {
    corpus: textOf(json.corpus, 'corpus', place),
    fingerprint: textOf(json.fingerprint, 'fingerprint', place),
    dialect: textOf(json.dialect, 'dialect', place),
    answerDialect: textOf(json.answerDialect, 'answerDialect', place),
    ...(typeof dialectGiven === 'string' ? { dialectGiven } : {}),
    ...(typeof tools === 'string' ? { tools } : {}),
    eval: textsOf(json.eval),
    ...(typeof rules === 'string' ? { rules } : {}),
    runs: textsOf(json.runs),
    ...(json.checkpoints === undefined ? {} : { checkpoints: textsOf(json.checkpoints) }),
    ...(typeof vocabulary === 'string' ? { vocabulary } : {}),
    size: textOf(json.size, 'size', place),
    seed,
    batteries: isJsonObject(batteries) ? batteries : {},
  }
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((path) => typeof path === 'string') : []
}

function textOf(value: JsonValue | undefined, member: string, place: string): string {
  if (typeof value === 'string') return value
  throw invalid(place, `"${member}"`)
}

function invalid(place: string, member: string): InputError {
  return new InputError({
    code: 'ladder-invalid',
    what: `${member} is not what \`assay ladder\` writes there.`,
    where: place,
    fix: 'Start a new ladder; the answers of this one cannot be told apart any more.',
  })
}
