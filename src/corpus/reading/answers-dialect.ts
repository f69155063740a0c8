import { InputError } from '../../errors.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'

/** Distinct answers that are read in every dialect. */
const MAX_SAMPLE = 400
/** Longest answer of the sample: a call is shorter. */
const MAX_ANSWER = 20_000

const NO_TOOLS = toolTable([])

/** How a dialect reads a sample of answers. */
interface Fit {
  readonly dialect: Dialect
  /** Answers with a strict call and nothing else, then those with one beside other text. */
  readonly clean: number
  readonly read: number
  /** Answers that open a call and hold none that strict reads. */
  readonly broken: number
}

/**
 * The dialect in which answers are written: the one whose strict reading finds calls in most of them. Where two read
 * equally well, the one whose literals all occur decides; else nobody guesses.
 *
 * @param answers texts of the assistant; repeats are passed over.
 * @returns undefined when no answer holds a call in any dialect.
 * @throws {InputError} `dialect-ambiguous`, naming those that fit.
 */
export function answersDialect(answers: Iterable<string>, path: string): Dialect | undefined {
  const sample = sampleOf(answers)
  const fits = dialects
    .filter((dialect) => dialect.isApi !== true)
    .map((dialect) => fitOf(dialect, sample))
    .filter(({ read }) => read > 0)
    .sort(compareFits)
  const [first] = fits
  if (first === undefined) return undefined
  let equal = fits.filter((fit) => compareFits(fit, first) === 0)
  if (equal.length > 1) {
    const literal = equal.filter(({ dialect }) => dialect.trigger.length > 0)
    if (literal.length > 0) equal = literal
  }
  if (equal.length > 1) {
    const signed = equal.filter(({ dialect }) => holdsSignature(dialect, sample))
    if (signed.length > 0) equal = signed
  }
  if (equal.length > 1) {
    const names = equal.map(({ dialect }) => dialect.id).join(', ')
    throw new InputError({
      code: 'dialect-ambiguous',
      what: `The calls of the corpus read equally well as ${names}.`,
      where: path,
      fix: `Name the one that the model speaks: --dialect ${equal[0]?.dialect.id}.`,
    })
  }
  return equal[0]?.dialect
}

/** More answers read, then more of them clean, then fewer broken. */
function compareFits(left: Fit, right: Fit): number {
  return right.read - left.read || right.clean - left.clean || left.broken - right.broken
}

function sampleOf(answers: Iterable<string>): readonly string[] {
  const likely = new Set<string>()
  for (const answer of answers) {
    if (answer.length > MAX_ANSWER || !MAY_CALL.test(answer)) continue
    likely.add(answer)
    if (likely.size >= MAX_SAMPLE) break
  }
  return [...likely]
}

const TRIGGERS = dialects
  .flatMap(({ trigger }) => trigger)
  .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
/** A trigger anywhere, or a whole message that a dialect without one could mean. */
const MAY_CALL = new RegExp(`${TRIGGERS.join('|')}|^\\s*(?:[[{]|<\\||[A-Za-z_][\\w.]*\\()`)

function fitOf(dialect: Dialect, sample: readonly string[]): Fit {
  let clean = 0
  let read = 0
  let broken = 0
  for (const text of sample) {
    const { strict, outcome } = parseOutput({ text }, { dialect, tools: NO_TOOLS, known: [dialect] })
    if (strict.calls.length === 0 || outcome !== 'called') {
      if (strict.level !== 'S0') broken++
      continue
    }
    if (LOW.has(strict.level)) {
      broken++
      continue
    }
    read++
    if (strict.flags.every((flag) => flag !== 'prose_before' && flag !== 'prose_after')) clean++
  }
  return { dialect, clean, read, broken }
}

/** Levels at which a block is not in the dialect's canonical form. */
const LOW: ReadonlySet<string> = new Set(['S1', 'S2', 'S3'])

function holdsSignature({ signature }: Dialect, sample: readonly string[]): boolean {
  return signature.length > 0 && signature.every((text) => sample.some((answer) => answer.includes(text)))
}
