import { annotationFileName, readAnnotations } from '../../annotation/annotation-file.js'
import { type AnnotationUnit, joinedAnswer } from '../../annotation/annotation-unit.js'
import type { AgreementView, DeskView, HallView } from '../../annotation/desk-view.js'
import type { Benchmark } from '../../benchmark/item.js'
import { plainFiles } from '../../catalog/plain-files.js'
import { InputError } from '../../errors.js'
import { type AnnotationStore, type OpenDesk, openDesk } from '../annotation/annotation-opening.js'
import { unitsOf } from '../annotation/annotation-units.js'
import type { CliContext } from '../command.js'
import { agreementIn } from '../commands/agreement-run.js'

export interface AnnotationRoomOptions {
  readonly benchmark: Benchmark
  readonly catalog?: readonly string[] | undefined
  readonly stratified?: number | undefined
  readonly seed: number
  /** Where answers are kept. */
  readonly folder: string
  /** Whether agreement is shown while annotators are not done. */
  readonly isOpen: boolean
  readonly store: AnnotationStore
  readonly context: CliContext
}

/** Who acts, and in which window: two people must not be one by accident. */
export interface Seat {
  readonly annotator: string
  /** Of one window, made when it opened. */
  readonly seat: string
}

/** What an annotator says to the unit that is shown. */
export interface RoomAnswer extends Seat {
  /** Id of the unit that the answer is to; another than the present one is not taken. */
  readonly unit: string
  /** Numbers of choices, from 1. */
  readonly choices: readonly number[]
  readonly note: string
}

/** People at once: each holds a file open. */
const MOST_DESKS = 100
const MAX_NOTE = 10_000
/** As `assay agreement` by default, so that both say the same. */
const RESAMPLES = 10_000
const MOST_UNITS = 1000

/** Desks of several annotators in one place; what each does is done one thing after the other. */
export class AnnotationRoom {
  readonly #options: AnnotationRoomOptions
  readonly #desks = new Map<string, Promise<OpenDesk>>()
  readonly #queues = new Map<string, Promise<unknown>>()
  /** The window that each annotator opened last. */
  readonly #seats = new Map<string, string>()
  #agreement: { readonly key: string; readonly view: AgreementView } | undefined

  constructor(options: AnnotationRoomOptions) {
    const { context, catalog } = options
    // Whoever can put a pipe among the answers must not hold up everybody.
    this.#options = { ...options, context: { ...context, files: plainFiles(context.files, catalog) } }
  }

  async hall(): Promise<HallView> {
    const annotators = []
    for (const path of await this.#filesOfAnswers()) {
      const { annotator, answers } = await readAnnotations(this.#options.context.files.stream(path), path)
      annotators.push({ annotator, answered: answers.size })
    }
    return { benchmark: this.#options.benchmark.name, annotators }
  }

  /**
   * Opens an annotator's desk, or comes back to it. A window that was opened under the name before is told so when it acts.
   *
   * @throws {InputError} `annotator-invalid`, `annotation-changed`, `annotation-invalid`. @throws {StoreError} `lock-held`.
   */
  enter({ annotator, seat }: Seat): Promise<DeskView> {
    return this.#inTurn(annotator, async ({ desk }) => {
      this.#seats.set(annotator, seat)
      return viewOf(annotator, desk)
    })
  }

  /**
   * Keeps an answer; the next unit is shown when it is on the disk. An answer to another unit than the present one, such as
   * that of a click that came twice, changes nothing.
   *
   * @throws {InputError} `answer-invalid`, `annotator-elsewhere`. @throws {StoreError} `journal-unwritable`.
   */
  answer({ unit, choices, note, ...seat }: RoomAnswer): Promise<DeskView> {
    const { annotator } = seat
    return this.#inTurn(annotator, async ({ desk }) => {
      this.#refuseElsewhere(seat)
      const { current } = desk
      if (current?.id === unit) {
        const text = note.trim().slice(0, MAX_NOTE)
        await desk.keep({ answer: answerOf(current, choices), ...(text === '' ? {} : { note: text }) })
      }
      return viewOf(annotator, desk)
    })
  }

  /** @throws {InputError} `annotator-elsewhere`. */
  skip({ unit, ...seat }: Seat & Pick<RoomAnswer, 'unit'>): Promise<DeskView> {
    const { annotator } = seat
    return this.#inTurn(annotator, async ({ desk }) => {
      this.#refuseElsewhere(seat)
      if (desk.current?.id === unit) desk.skip()
      return viewOf(annotator, desk)
    })
  }

  /** @throws {InputError} `annotator-elsewhere`. @throws {StoreError} `journal-unwritable`. */
  undo(seat: Seat): Promise<DeskView> {
    const { annotator } = seat
    return this.#inTurn(annotator, async ({ desk }) => {
      this.#refuseElsewhere(seat)
      await desk.undo()
      return viewOf(annotator, desk)
    })
  }

  /** Lets go of an annotator's file, so that they can go on in a terminal; not for a window that another has taken over. */
  async leave({ annotator, seat }: Seat): Promise<void> {
    if ((this.#seats.get(annotator) ?? seat) === seat) await this.#leave(annotator)
  }

  #leave(annotator: string): Promise<void> {
    return this.#queued(annotator, async () => {
      const desk = this.#desks.get(annotator)
      this.#desks.delete(annotator)
      this.#seats.delete(annotator)
      await (await desk)?.close()
    })
  }

  /**
   * What people agree on. While somebody is not done it is refused, unless the room is open: it shows what others said, and
   * what the benchmark holds to be right.
   *
   * @throws {InputError} `agreement-early`, and what `agreementIn` throws.
   */
  async agreement(): Promise<AgreementView> {
    const { benchmark, catalog, seed, stratified, folder, isOpen, context } = this.#options
    const { annotators } = await this.hall()
    const units = await unitsOf({ benchmark, catalog, seed, stratified }, context)
    const late = annotators.filter(({ answered }) => answered < units.length)
    if (late.length > 0 && !isOpen) {
      const names = late.map(({ annotator, answered }) => `${annotator} (${answered} of ${units.length})`)
      throw new InputError({
        code: 'agreement-early',
        what: `Agreement is shown when all who began are done, for it tells what others said. Not done: ${names.join(', ')}.`,
        fix: 'Come back later; whoever leads can start the server with --show-agreement.',
      })
    }
    const key = JSON.stringify(annotators)
    if (this.#agreement?.key === key) return this.#agreement.view
    const { kinds } = await agreementIn(folder, benchmark, {
      flags: { seed: 0, resamples: RESAMPLES, ...(catalog === undefined ? {} : { catalog }) },
      context,
    })
    const unlike = new Set(kinds.flatMap(({ disagreements }) => disagreements.map(({ unit }) => unit)))
    const shown = units.filter(({ id }) => unlike.has(id)).slice(0, MOST_UNITS)
    const view: AgreementView = {
      benchmark: benchmark.name,
      annotators,
      kinds,
      units: Object.fromEntries(
        shown.map(({ id, shown: texts, question, choices }) => [id, { shown: texts, question, choices }]),
      ),
    }
    this.#agreement = { key, view }
    return view
  }

  async close(): Promise<void> {
    // Every answer is on the disk; a lock that cannot be given back is taken over by whoever comes next.
    for (const annotator of [...this.#desks.keys()]) await this.#leave(annotator).catch(() => undefined)
  }

  async #filesOfAnswers(): Promise<readonly string[]> {
    const { folder, context } = this.#options
    const { files } = context
    if ((await files.facts(folder))?.kind !== 'folder') return []
    const names = (await files.list(folder)).filter((name) => name.endsWith('.jsonl'))
    return names.map((name) => files.join(folder, name))
  }

  #inTurn(annotator: string, work: (open: OpenDesk) => Promise<DeskView>): Promise<DeskView> {
    return this.#queued(annotator, async () => work(await this.#open(annotator)))
  }

  #queued<T>(annotator: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(annotator) ?? Promise.resolve()).then(work)
    const ended = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#queues.set(annotator, ended)
    void ended.then(() => {
      if (this.#queues.get(annotator) === ended) this.#queues.delete(annotator)
    })
    return turn
  }

  /** @throws {InputError} `annotator-elsewhere`. */
  #refuseElsewhere({ annotator, seat }: Seat): void {
    const last = this.#seats.get(annotator) ?? seat
    this.#seats.set(annotator, last)
    if (last === seat) return
    throw new InputError({
      code: 'annotator-elsewhere',
      what: 'Somebody goes on under this name in another window, and nothing of this one was kept since.',
      fix: 'Reload this page to go on here, or take a name of your own.',
    })
  }

  #open(annotator: string): Promise<OpenDesk> {
    const known = this.#desks.get(annotator)
    if (known !== undefined) return known
    annotationFileName(annotator)
    if (this.#desks.size >= MOST_DESKS) {
      throw new InputError({
        code: 'annotators-many',
        what: `${MOST_DESKS} people annotate here already.`,
        fix: 'Wait until one of them leaves.',
      })
    }
    const { store, context, ...opening } = this.#options
    const opened = openDesk({ annotator, ...opening }, store, context)
    this.#desks.set(annotator, opened)
    opened.catch(() => this.#desks.delete(annotator))
    return opened
  }
}

function viewOf(annotator: string, { done, total, current }: OpenDesk['desk']): DeskView {
  if (current === undefined) return { annotator, done, total }
  const { id, shown, question, choices, isMultiple } = current
  return {
    annotator,
    done,
    total,
    unit: { id, shown, question, isMultiple, choices: choices.map(({ label }) => label) },
  }
}

/** @throws {InputError} `answer-invalid`. */
function answerOf({ choices, isMultiple }: AnnotationUnit, numbers: readonly number[]): string {
  const values = numbers.map((number) => choices[number - 1]?.value)
  const known = values.filter((value) => value !== undefined)
  const [only] = known
  if (known.length === values.length && isMultiple) return joinedAnswer(known)
  if (known.length === values.length && known.length === 1 && only !== undefined) return only
  throw new InputError({
    code: 'answer-invalid',
    what: 'There is no such choice.',
    fix: isMultiple ? 'Choose any of those shown, or none.' : 'Choose one of those shown.',
  })
}
