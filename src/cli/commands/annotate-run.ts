import { hostJournals } from '../../adapters/journal.js'
import { hostLocks } from '../../adapters/locks.js'
import { typedLines } from '../../adapters/typed-lines.js'
import {
  ANNOTATION_START,
  type AnnotationHead,
  type Annotations,
  annotationFileName,
  answerLine,
  headLine,
  readAnnotations,
  undoLine,
} from '../../annotation/annotation-file.js'
import type { AnnotationUnit } from '../../annotation/annotation-unit.js'
import { typedAnswer } from '../../annotation/typed-answer.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { InputError } from '../../errors.js'
import type { Journal, Journals, Locks } from '../../ports.js'
import { printable } from '../../text/printable.js'
import { unitsOf } from '../annotation-units.js'
import type { CliContext } from '../command.js'
import { guardFolder } from '../output-guard.js'

export interface AnnotateFlags {
  readonly annotator: string
  readonly catalog?: readonly string[]
  readonly stratified?: number
  readonly seed: number
  readonly output?: string
}

/** What an annotator's terminal needs beyond what every command is given; tests put others in their place. */
export interface AnnotateHost {
  readonly lines: (signal: AbortSignal) => AsyncIterable<string>
  readonly journals: Journals
  readonly locks: Locks
}

const host: AnnotateHost = { lines: typedLines, journals: hostJournals, locks: hostLocks }

/**
 * @throws {InputError} `annotator-invalid`, `output-is-file`, `annotation-changed`, and what reading items and answers throws.
 * @throws {StoreError} `lock-held`, `journal-unwritable`.
 */
export async function runAnnotate(
  source: string,
  flags: AnnotateFlags,
  context: CliContext,
  given: AnnotateHost = host,
): Promise<void> {
  const { annotator, seed, stratified } = flags
  const { files, notify } = context
  const name = annotationFileName(annotator)
  const benchmark = await loadBenchmark(source, { files, notify })
  const units = await unitsOf({ benchmark, catalog: flags.catalog, seed, stratified, annotator }, context)
  const head: AnnotationHead = {
    annotator,
    fingerprint: benchmark.fingerprint,
    seed,
    ...(stratified === undefined ? {} : { stratified }),
  }
  const folder = flags.output ?? (await annotationFolder(source, context))
  await guardFolder(folder, files)
  const path = files.join(folder, name)
  const lock = await given.locks.take(`${path}.lock`)
  try {
    await refuseForeign(path, context)
    const journal = await given.journals.open(path, (tornBytes) =>
      notify(`${path}: ${tornBytes} bytes of a torn last line cut off; that item is asked again`),
    )
    try {
      const earlier = journal.sizeBytes === 0 ? undefined : await readAnnotations(files.stream(path), path)
      if (earlier === undefined) await journal.append(headLine(head))
      else refuseChange(earlier, head, path)
      await new Desk({ units, journal, context, earlier }).work(given.lines(context.signal))
    } finally {
      await journal.close()
    }
  } finally {
    await lock.release()
  }
}

/** Opening a file that is none of ours would cut off its last line. @throws {InputError} `annotation-invalid`. */
async function refuseForeign(path: string, { files }: CliContext): Promise<void> {
  const facts = await files.facts(path)
  if (facts === undefined || facts.sizeBytes === 0) return
  const expected = ANNOTATION_START
  let head = ''
  for await (const piece of files.stream(path)) {
    head += new TextDecoder().decode(piece.subarray(0, expected.length))
    if (head.length >= expected.length) break
  }
  // A crash can leave a part of the first line.
  if (head.startsWith(expected) || expected.startsWith(head)) return
  throw new InputError({
    code: 'annotation-invalid',
    what: 'The file is there and holds no answers of an annotator.',
    where: path,
    fix: 'Keep the answers in another folder with -o, or choose another name.',
  })
}

/** Where answers to a benchmark are kept by default. */
export async function annotationFolder(source: string, { files }: CliContext): Promise<string> {
  const facts = await files.facts(source)
  if (facts === undefined) return 'annotations'
  return files.join(facts.kind === 'folder' ? source : files.folderOf(source), 'annotations')
}

/** @throws {InputError} `annotation-changed`. */
function refuseChange(earlier: Annotations, head: AnnotationHead, path: string): void {
  const differences = [
    earlier.fingerprint === head.fingerprint ? [] : ['the items are others'],
    earlier.seed === head.seed ? [] : [`--seed was ${earlier.seed}`],
    earlier.stratified === head.stratified
      ? []
      : [
          earlier.stratified === undefined
            ? 'all items were asked'
            : `--stratified was ${earlier.stratified}`,
        ],
  ].flat()
  if (differences.length === 0) return
  throw new InputError({
    code: 'annotation-changed',
    what: `The file was begun otherwise: ${differences.join(', ')}.`,
    where: path,
    fix: 'Go on with what it was begun with, or begin another with -o.',
  })
}

interface DeskOptions {
  readonly units: readonly AnnotationUnit[]
  readonly journal: Journal
  readonly context: CliContext
  readonly earlier: Annotations | undefined
}

/** Shows one unit after the other and keeps what is typed. */
class Desk {
  readonly #units: readonly AnnotationUnit[]
  readonly #journal: Journal
  readonly #context: CliContext
  /** Ids of answered units, in the order of their answers. */
  readonly #answered: Set<string>
  readonly #skipped = new Set<string>()

  constructor({ units, journal, context, earlier }: DeskOptions) {
    this.#units = units
    this.#journal = journal
    this.#context = context
    this.#answered = new Set(earlier?.answers.keys())
  }

  async work(lines: AsyncIterable<string>): Promise<void> {
    const { print, clock, signal } = this.#context
    let unit = this.#next()
    let shownMs = clock.now()
    if (unit !== undefined) print(this.#textOf(unit))
    try {
      if (unit !== undefined) {
        for await (const line of lines) {
          const typed = typedAnswer(line, unit)
          if (typed.kind === 'quit') break
          if (typed.kind === 'unclear') print(`${typed.what}\n> `)
          else if (typed.kind === 'help') print(`${HELP}> `)
          else {
            if (typed.kind === 'answer') await this.#keep(unit.id, { ...typed, shownMs })
            if (typed.kind === 'skip') this.#skipped.add(unit.id)
            unit = typed.kind === 'undo' ? await this.#undo(unit) : this.#next()
            if (unit === undefined) break
            shownMs = clock.now()
            print(this.#textOf(unit))
          }
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    if (signal.aborted) this.#context.exit(130)
    print(this.#ending())
  }

  /** The first unit without an answer, those that were skipped last. */
  #next(): AnnotationUnit | undefined {
    const open = this.#units.filter(({ id }) => !this.#answered.has(id))
    return open.find(({ id }) => !this.#skipped.has(id)) ?? this.#again(open)
  }

  #again([first]: readonly AnnotationUnit[]): AnnotationUnit | undefined {
    this.#skipped.clear()
    return first
  }

  async #keep(
    unit: string,
    { answer, note, shownMs }: { readonly answer: string; readonly note?: string; readonly shownMs: number },
  ): Promise<void> {
    const atMs = this.#context.clock.now()
    await this.#journal.append(
      answerLine({ unit, answer, ...(note === undefined ? {} : { note }), tookMs: atMs - shownMs, atMs }),
    )
    this.#answered.add(unit)
  }

  /** Takes the last answer back and returns its unit; the present one where there is none. */
  async #undo(present: AnnotationUnit): Promise<AnnotationUnit> {
    const known = new Map(this.#units.map((unit) => [unit.id, unit]))
    const last = [...this.#answered].filter((id) => known.has(id)).at(-1)
    if (last === undefined) {
      this.#context.print('There is no answer to take back.\n')
      return present
    }
    await this.#journal.append(undoLine(last))
    this.#answered.delete(last)
    return known.get(last) ?? present
  }

  #textOf({ shown, question, choices, isMultiple }: AnnotationUnit): string {
    const done = this.#units.filter(({ id }) => this.#answered.has(id)).length
    const lines = [
      '',
      `${done + 1} of ${this.#units.length}`,
      ...shown.map(
        ({ label, text }) =>
          `${printable(label, { maxLength: 40 })}: ${printable(text, { maxLength: LONGEST })}`,
      ),
      '',
      `${question}${isMultiple ? ' Numbers with commas between them; 0 for none.' : ''}`,
      ...choices.map(({ label }, index) => `  ${index + 1}  ${printable(label, { maxLength: LONGEST })}`),
    ]
    return `${lines.join('\n')}\n> `
  }

  #ending(): string {
    const done = this.#units.filter(({ id }) => this.#answered.has(id)).length
    const left = this.#units.length - done
    return `\n${done} of ${this.#units.length} answered and kept${left === 0 ? '' : `; ${left} left, start again to go on`}.\n`
  }
}

/** Descriptions can be book-length; an annotator reads the beginning. */
const LONGEST = 2000

const HELP = `Type the number of an answer, and a note behind it if you like.
u takes the last answer back, s comes back to this one later, q stops; every answer is kept at once.
`
