import type { RoleTokens } from '../tool-corpus.js'
import type { Conversation, Turn } from './conversation.js'
import type { NoticeList } from './notice-list.js'
import { MAX_MESSAGES, readRecord, recordFacts, TOO_LONG, userOrResult } from './record-turns.js'
import type { RecordValue } from './record-values.js'
import { detectRoleText, type RoleTextFormat } from './role-text.js'

/** Texts from which the marks of roles are learned. */
const SAMPLES = 300

interface WaitingText {
  readonly line: number
  readonly text: string
  readonly facts: Pick<Conversation, 'tools' | 'source'>
}

/** Takes records and gives conversations; texts wait until enough of them show how they are cut. */
export class ConversationReader {
  readonly conversations: Conversation[] = []
  rows = 0
  readonly #notices: NoticeList
  #waiting: WaitingText[] = []
  #format: RoleTextFormat | undefined
  #isSettled = false
  /** Corpora repeat rows: one cut for all of them. */
  readonly #cut = new Map<string, readonly Turn[] | undefined>()
  /** One copy of texts that stand in many rows. */
  readonly #shared = new Map<string, Turn>()

  constructor(notices: NoticeList) {
    this.#notices = notices
  }

  get roles(): RoleTokens | undefined {
    return this.#format?.tokens
  }

  add(record: RecordValue): void {
    this.rows++
    const { line } = record
    if (record.kind === 'fault') {
      this.#notices.add('record-broken', `A line is no JSON that can be read. ${record.reason}`, line)
      return
    }
    const reading = readRecord(record.value)
    switch (reading.kind) {
      case 'unread':
        this.#notices.add(reading.code, reading.what, line)
        break
      case 'turns':
        this.#push({ line, ...reading.conversation })
        break
      case 'text':
        this.#addText({ line, text: reading.text, facts: recordFacts(reading.record) })
        break
      default:
        reading satisfies never
    }
  }

  /** To be called once, after the last record. */
  end(): void {
    if (this.#waiting.length > 0) this.#settle()
    this.conversations.sort((left, right) => left.line - right.line)
  }

  #push(conversation: Conversation): void {
    const turns = conversation.turns.map((turn) => (turn.role === 'system' ? this.#share(turn) : turn))
    this.conversations.push({ ...conversation, turns })
  }

  #share(turn: Turn): Turn {
    const known = this.#shared.get(turn.text)
    if (known !== undefined) return known
    this.#shared.set(turn.text, turn)
    return turn
  }

  #addText(text: WaitingText): void {
    if (this.#isSettled) {
      this.#readText(text)
      return
    }
    this.#waiting.push(text)
    if (this.#waiting.length >= SAMPLES) this.#settle()
  }

  #settle(): void {
    this.#isSettled = true
    this.#format = detectRoleText([...new Set(this.#waiting.map(({ text }) => text))])
    for (const text of this.#waiting) this.#readText(text)
    this.#waiting = []
  }

  #readText({ line, text, facts }: WaitingText): void {
    let turns = this.#cut.get(text)
    if (turns === undefined && !this.#cut.has(text)) {
      turns = this.#turnsOf(text)
      this.#cut.set(text, turns)
    }
    if (turns !== undefined && turns.length > MAX_MESSAGES) {
      this.#notices.add(TOO_LONG.code, TOO_LONG.what, line)
      return
    }
    if (turns !== undefined) {
      this.conversations.push({ line, shape: 'role-text', turns, ...facts })
      return
    }
    const what =
      this.#format === undefined
        ? 'A text has no marks of roles that could be told (such as <|user|> or <|im_start|>user).'
        : 'A text is not cut into roles in the way of the others.'
    this.#notices.add('text-uncut', what, line)
  }

  #turnsOf(text: string): readonly Turn[] | undefined {
    const segments = this.#format?.split(text)
    return segments?.map(({ role, content, start }): Turn => {
      switch (role) {
        case 'system':
          return this.#share({ role, text: content })
        case 'user':
          return userOrResult(content)
        case 'tool':
          return { role, text: content }
        case 'assistant':
          return { role, text: content, promptText: text.slice(0, start) }
        default:
          return role satisfies never
      }
    })
  }
}
