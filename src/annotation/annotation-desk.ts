import type { Clock, Journal } from '../ports.js'
import { type Annotations, answerLine, undoLine } from './annotation-file.js'
import type { AnnotationUnit } from './annotation-unit.js'

export interface AnnotationDeskOptions {
  /** In the annotator's own order. */
  readonly units: readonly AnnotationUnit[]
  readonly journal: Pick<Journal, 'append'>
  readonly clock: Pick<Clock, 'now'>
  /** What the annotator said before. */
  readonly earlier: Annotations | undefined
}

/** Where one annotator stands: which unit comes next, and what is kept. An answer counts once it is on the disk. */
export class AnnotationDesk {
  readonly #units: readonly AnnotationUnit[]
  readonly #journal: Pick<Journal, 'append'>
  readonly #clock: Pick<Clock, 'now'>
  /** Ids of answered units, in the order of their answers. */
  readonly #answered: Set<string>
  readonly #skipped = new Set<string>()
  #current: AnnotationUnit | undefined
  #shownMs: number

  constructor({ units, journal, clock, earlier }: AnnotationDeskOptions) {
    this.#units = units
    this.#journal = journal
    this.#clock = clock
    const asked = new Set(units.map(({ id }) => id))
    this.#answered = new Set([...(earlier?.answers.keys() ?? [])].filter((id) => asked.has(id)))
    this.#shownMs = clock.now()
    this.#current = this.#next()
  }

  /** What is asked at present; undefined when all is answered. */
  get current(): AnnotationUnit | undefined {
    return this.#current
  }

  get total(): number {
    return this.#units.length
  }

  get done(): number {
    return this.#answered.size
  }

  /**
   * Keeps the answer to the present unit, then moves on.
   *
   * @throws {StoreError} `journal-unwritable`; the unit is then still the present one.
   */
  async keep({ answer, note }: { readonly answer: string; readonly note?: string }): Promise<void> {
    const unit = this.#current
    if (unit === undefined) return
    const atMs = this.#clock.now()
    const tookMs = atMs - this.#shownMs
    await this.#journal.append(
      answerLine({ unit: unit.id, answer, ...(note === undefined ? {} : { note }), tookMs, atMs }),
    )
    this.#answered.add(unit.id)
    this.#show(this.#next())
  }

  /** Comes back to the present unit when the others are answered. */
  skip(): void {
    if (this.#current === undefined) return
    this.#skipped.add(this.#current.id)
    this.#show(this.#next())
  }

  /**
   * Takes the last answer back and asks its unit again.
   *
   * @returns whether there was an answer.
   * @throws {StoreError} `journal-unwritable`; the answer then stands.
   */
  async undo(): Promise<boolean> {
    const last = [...this.#answered].at(-1)
    const unit = this.#units.find(({ id }) => id === last)
    if (unit === undefined) return false
    await this.#journal.append(undoLine(unit.id))
    this.#answered.delete(unit.id)
    this.#show(unit)
    return true
  }

  #show(unit: AnnotationUnit | undefined): void {
    this.#current = unit
    this.#shownMs = this.#clock.now()
  }

  /** The first unit without an answer, those that were skipped last. */
  #next(): AnnotationUnit | undefined {
    const open = this.#units.filter(({ id }) => !this.#answered.has(id))
    const fresh = open.find(({ id }) => !this.#skipped.has(id))
    if (fresh !== undefined) return fresh
    this.#skipped.clear()
    return open[0]
  }
}
