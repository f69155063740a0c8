import { typedLines } from '../../adapters/typed-lines.js'
import type { AnnotationDesk } from '../../annotation/annotation-desk.js'
import { annotationFileName } from '../../annotation/annotation-file.js'
import type { AnnotationUnit } from '../../annotation/annotation-unit.js'
import { typedAnswer } from '../../annotation/typed-answer.js'
import { loadBenchmark } from '../../benchmark/load.js'
import { printable } from '../../text/printable.js'
import { type AnnotationStore, annotationFolder, openDesk } from '../annotation/annotation-opening.js'
import type { CliContext } from '../command.js'
import { hostPlaces } from '../host-places.js'

export interface AnnotateFlags {
  readonly annotator: string
  readonly catalog?: readonly string[]
  readonly stratified?: number
  readonly seed: number
  readonly output?: string
}

/** What an annotator's terminal needs beyond what every command is given; tests put others in their place. */
export interface AnnotateHost extends AnnotationStore {
  readonly lines: (signal: AbortSignal) => AsyncIterable<string>
}

const host: AnnotateHost = { lines: typedLines, journals: hostPlaces.journals, locks: hostPlaces.locks }

/** @throws what `openDesk` throws, and what reading items throws. */
export async function runAnnotate(
  source: string,
  flags: AnnotateFlags,
  context: CliContext,
  given: AnnotateHost = host,
): Promise<void> {
  const { annotator, seed, stratified, catalog } = flags
  const { files, notify } = context
  annotationFileName(annotator)
  const benchmark = await loadBenchmark(source, { files, notify })
  const folder = flags.output ?? (await annotationFolder(source, context))
  const { desk, close } = await openDesk(
    { annotator, benchmark, catalog, seed, stratified, folder },
    given,
    context,
  )
  try {
    await new Terminal(desk, context).work(given.lines(context.signal))
  } finally {
    await close()
  }
}

/** Shows one unit after the other and keeps what is typed. */
class Terminal {
  readonly #desk: AnnotationDesk
  readonly #context: CliContext

  constructor(desk: AnnotationDesk, context: CliContext) {
    this.#desk = desk
    this.#context = context
  }

  async work(lines: AsyncIterable<string>): Promise<void> {
    const { print, signal } = this.#context
    const desk = this.#desk
    try {
      if (desk.current !== undefined) {
        print(this.#textOf(desk.current))
        for await (const line of lines) {
          const typed = typedAnswer(line, desk.current)
          if (typed.kind === 'quit') break
          if (typed.kind === 'unclear') print(`${typed.what}\n> `)
          else if (typed.kind === 'help') print(`${HELP}> `)
          else {
            if (typed.kind === 'answer') await desk.keep(typed)
            else if (typed.kind === 'skip') desk.skip()
            else if (!(await desk.undo())) print('There is no answer to take back.\n')
            if (desk.current === undefined) break
            print(this.#textOf(desk.current))
          }
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    if (signal.aborted) this.#context.exit(130)
    print(this.#ending())
  }

  #textOf({ shown, question, choices, isMultiple }: AnnotationUnit): string {
    const lines = [
      '',
      `${this.#desk.done + 1} of ${this.#desk.total}`,
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
    const { done, total } = this.#desk
    const left = total - done
    return `\n${done} of ${total} answered and kept${left === 0 ? '' : `; ${left} left, start again to go on`}.\n`
  }
}

/** Descriptions can be book-length; an annotator reads the beginning. */
const LONGEST = 2000

const HELP = `Type the number of an answer, and a note behind it if you like.
u takes the last answer back, s comes back to this one later, q stops; every answer is kept at once.
`
