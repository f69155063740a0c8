import type { CsvRow } from '../../../text/csv.js'
import { emptyObject, type JsonObject, type JsonValue } from '../../../text/json.js'
import { printable } from '../../../text/printable.js'
import type { DialogueItem } from '../../item.js'
import type { RowNotices } from './row-notices.js'

/** Places of the three columns that are read. */
export interface T1Columns {
  readonly id: number
  readonly text: number
  readonly plan: number
}

/** @returns undefined where one of them is not there. */
export function columnsOf(names: readonly string[]): T1Columns | undefined {
  const [id, text, plan] = ['ID', 'Filled_Template', 'Filled_Plan'].map((wanted) =>
    names.findIndex((name) => name.trim() === wanted),
  )
  if (id === undefined || text === undefined || plan === undefined) return undefined
  return Math.min(id, text, plan) === -1 ? undefined : { id, text, plan }
}

/** Whether a file begins with the header of such a table. */
export function isTablePage(head: string): boolean {
  const first = head.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? ''
  return columnsOf(first.split(/[,;\t]/).map((name) => name.replace(/^"|"$/g, ''))) !== undefined
}

export interface T1Page {
  readonly path: string
  /** Name of the file without its ending. */
  readonly stem: string
  /** What the name of the file says. */
  readonly named?: { readonly category: string; readonly split: string; readonly fill: number }
}

interface OpenDialogue {
  readonly id: string
  readonly where: string
  readonly turns: JsonObject[]
  isBroken: boolean
}

/** A text that was to be filled in, `<CITY_1>`; the tags of an answer are none. */
const PLACEHOLDER = /<(?!\/|CODE>|REASONING>)[A-Z][A-Z_0-9]*>/
const ROLE = /^\s*(assistant|user)\s*:\s*/i

/** Gathers the rows of a table into dialogues. */
export class DialogueRows {
  readonly #page: T1Page
  readonly #columns: T1Columns
  readonly #notices: RowNotices
  readonly #done: OpenDialogue[] = []
  #open: OpenDialogue | undefined

  constructor(page: T1Page, columns: T1Columns, notices: RowNotices) {
    this.#page = page
    this.#columns = columns
    this.#notices = notices
  }

  add({ cells, line }: CsvRow): void {
    const where = `${this.#page.path}, line ${line}`
    const id = cellOf(cells, this.#columns.id)
    if (id === '' && this.#open !== undefined) this.#notices.add('id-empty', { where })
    if (this.#open === undefined || (id !== '' && id !== this.#open.id)) {
      this.#open = { id, where, turns: [], isBroken: false }
      this.#done.push(this.#open)
    }
    const said = cellOf(cells, this.#columns.text)
    if (said === '') {
      this.#notices.add('text-empty', { where })
      return
    }
    this.#turn(this.#open, { said, plan: cellOf(cells, this.#columns.plan), where })
  }

  #turn(
    dialogue: OpenDialogue,
    { said, plan, where }: { readonly said: string; readonly plan: string; readonly where: string },
  ): void {
    const example = printable(said, { maxLength: 60 })
    const role = ROLE.exec(said)?.[1]?.toLowerCase()
    if (role === undefined) {
      if (!dialogue.isBroken) this.#notices.add('role-missing', { where, example })
      dialogue.isBroken = true
      return
    }
    let text = said.replace(ROLE, '')
    if (ROLE.test(text)) this.#notices.add('role-doubled', { where, example })
    while (ROLE.test(text)) text = text.replace(ROLE, '')
    const left = PLACEHOLDER.exec(text) ?? PLACEHOLDER.exec(plan)
    if (left !== null) {
      if (!dialogue.isBroken) this.#notices.add('placeholder-left', { where, example: left[0] })
      dialogue.isBroken = true
      return
    }
    const turn: { [key: string]: JsonValue } = Object.assign(emptyObject(), { role, text })
    if (role === 'user' && plan !== '') turn.plan = plan
    else if (role === 'user') this.#notices.add('plan-missing', { where })
    else if (plan !== '') this.#notices.add('plan-on-assistant', { where })
    dialogue.turns.push(turn)
  }

  items(): readonly DialogueItem[] {
    return this.#done.flatMap((dialogue) => {
      const { turns, where, isBroken } = dialogue
      if (isBroken) return []
      if (!turns.some(({ role }) => role === 'user')) {
        this.#notices.add('no-user', { where })
        return []
      }
      if (turns[0]?.role === 'user') this.#notices.add('starts-with-user', { where })
      if (turns.some(({ role }, at) => role === turns[at - 1]?.role)) {
        this.#notices.add('not-alternating', { where })
      }
      return [this.#item(dialogue)]
    })
  }

  #item({ id: number, turns }: OpenDialogue): DialogueItem {
    const { stem, named } = this.#page
    if (named === undefined) {
      const id = `${stem}-${number}`
      const json = Object.assign(emptyObject(), { id, kind: 'dialogue', pack: 'travel', turns })
      return { kind: 'dialogue', id, json }
    }
    const { category, split, fill } = named
    const id = `${category}-${split}-${number}-${fill}`
    const template = `${category}-${split}-${number}`
    const json = Object.assign(emptyObject(), {
      id,
      kind: 'dialogue',
      pack: 'travel',
      category,
      split,
      template,
      fill,
      turns,
      cluster: template,
    })
    return { kind: 'dialogue', id, cluster: template, json }
  }
}

/** Trimmed; the empty text for what pandas calls NaN. */
function cellOf(cells: readonly string[], at: number): string {
  const cell = (cells[at] ?? '').trim()
  return /^nan$/i.test(cell) ? '' : cell
}
