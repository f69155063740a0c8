import { InputError } from '../../errors.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { RungId } from '../../ladder/rung.js'
import type { Files } from '../../ports.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import type { LadderInputs } from './ladder-inputs.js'

/** Schema of `ladder-plan.json`. */
const PLAN_SCHEMA = 'assay.ladder-plan/1'

/** What a ladder was begun with: all that judging it again needs beside what was said. */
export interface LadderPlan {
  readonly corpus: string
  /** The corpus is Assay's own; its path is where it lay when the ladder was begun. */
  readonly isPractice?: true
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
  readonly template?: string
  readonly parent?: string
  readonly weights?: string
  readonly graft?: true
  /** Those that are asked for; all by default. */
  readonly rungs?: readonly RungId[]
  readonly size: string
  readonly seed: number
  /** SHA-256 over the cases, 64 hex digits. */
  readonly casesFingerprint: string
  /** How the batteries came about, and what they left out. */
  readonly batteries: JsonObject
}

/** A plan with what its files hold now. */
export interface OpenedPlan extends LadderPlan {
  readonly inputs: LadderInputs
  readonly cases: readonly LadderCase[]
}

export const PLAN_NAME = 'ladder-plan.json'

export async function writePlan(folder: string, plan: LadderPlan, files: Files): Promise<void> {
  const {
    corpus,
    isPractice,
    fingerprint,
    casesFingerprint,
    dialect,
    answerDialect,
    dialectGiven,
    tools,
    rules,
  } = plan
  const { eval: sets, runs, checkpoints, vocabulary, size, seed, batteries } = plan
  const { template, parent, weights, graft, rungs } = plan
  const json = JSON.stringify(
    {
      schema: PLAN_SCHEMA,
      corpus,
      isPractice,
      fingerprint,
      casesFingerprint,
      dialect,
      answerDialect,
      dialectGiven,
      tools,
      rules,
      eval: sets,
      runs,
      checkpoints,
      vocabulary,
      template,
      parent,
      weights,
      graft,
      rungs,
      size,
      seed,
      batteries,
    },
    undefined,
    2,
  )
  await files.write(files.join(folder, PLAN_NAME), [`${json}\n`])
}

/** @throws {InputError} `ladder-missing`, `ladder-invalid`. */
export async function readPlan(folder: string, files: Files): Promise<LadderPlan> {
  const place = files.join(folder, PLAN_NAME)
  if ((await files.facts(place))?.kind !== 'file') {
    const isThere = (await files.facts(folder)) !== undefined
    throw new InputError({
      code: 'ladder-missing',
      what: isThere ? `The folder holds no ${PLAN_NAME}.` : 'There is no such folder.',
      where: folder,
      fix: 'Name the folder of a ladder, as `assay ladder` writes it.',
    })
  }
  const json = readJsonText(new TextDecoder().decode(await files.read(place)), { path: place })
  if (!isJsonObject(json) || json.schema !== PLAN_SCHEMA) throw invalid(place, '"schema"')
  const { dialectGiven, tools, rules, vocabulary, seed, batteries } = json
  const { template, parent, weights, graft, rungs } = json
  if (typeof seed !== 'number') throw invalid(place, '"seed"')
  return {
    corpus: textOf(json.corpus, 'corpus', place),
    ...(json.isPractice === true ? { isPractice: true } : {}),
    fingerprint: textOf(json.fingerprint, 'fingerprint', place),
    casesFingerprint: textOf(json.casesFingerprint, 'casesFingerprint', place),
    dialect: textOf(json.dialect, 'dialect', place),
    answerDialect: textOf(json.answerDialect, 'answerDialect', place),
    ...(typeof dialectGiven === 'string' ? { dialectGiven } : {}),
    ...(typeof tools === 'string' ? { tools } : {}),
    eval: textsOf(json.eval),
    ...(typeof rules === 'string' ? { rules } : {}),
    runs: textsOf(json.runs),
    ...(json.checkpoints === undefined ? {} : { checkpoints: textsOf(json.checkpoints) }),
    ...(typeof vocabulary === 'string' ? { vocabulary } : {}),
    ...(typeof template === 'string' ? { template } : {}),
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(typeof weights === 'string' ? { weights } : {}),
    ...(graft === true ? { graft } : {}),
    ...(isJsonArray(rungs) ? { rungs: rungs.filter(isRungId) } : {}),
    size: textOf(json.size, 'size', place),
    seed,
    batteries: isJsonObject(batteries) ? batteries : {},
  }
}

function isRungId(value: JsonValue): value is RungId {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 5
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
