import type { Tool } from '../catalog/tool.js'
import { InputError } from '../errors.js'
import type { Files, Hash, Notify } from '../ports.js'
import { countText } from '../text/number-text.js'
import type { Dialect, Message } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { AnswerReader } from './reading/answer-reader.js'
import { answersDialect } from './reading/answers-dialect.js'
import { SeenArguments } from './reading/argument-schemas.js'
import type { Conversation, Turn } from './reading/conversation.js'
import { ConversationReader } from './reading/conversations.js'
import { type Declaration, DeclarationReader, settleTools } from './reading/declared-tools.js'
import { FileFingerprint } from './reading/file-fingerprint.js'
import { NoticeList } from './reading/notice-list.js'
import { recordValues } from './reading/record-values.js'
import type { CorpusAnswer, CorpusExample, CorpusShape, ToolCorpus } from './tool-corpus.js'

export interface CorpusContext {
  readonly files: Pick<Files, 'stream'>
  readonly notify: Notify
  readonly hash: Hash
}

export interface ReadCorpusOptions {
  /** How the answers write calls; detected from them by default. Calls of an API are written in it. */
  readonly dialect?: Dialect
  /** Tools that hold for every record, whatever it declares. */
  readonly tools?: readonly Tool[]
  /** Refuses a corpus without a single call; default true. */
  readonly needsCalls?: boolean
  /** Longest line in bytes; default 64 MiB. */
  readonly maxLineBytes?: number
}

/** Records between two lines to whoever watches. */
const PROGRESS_ROWS = 100_000

/**
 * Reads a training corpus: JSONL, or one JSON array, of conversations in any of the usual layouts, one after another.
 * Calls are looked for in the assistant's turns alone; what a preamble says of a format is no call. Rows that cannot be
 * read are told in `notices`.
 *
 * Where the dialect is not given, it is the one that reads the answers; a corpus whose calls are all data of an API has
 * the dialect of that API.
 *
 * @throws {InputError} `corpus-empty`, `corpus-unreadable`, `corpus-no-answers`, `corpus-no-calls`,
 * `corpus-other-dialect`, `dialect-ambiguous`, `line-too-long`, `not-utf8`, `json-broken`, `document-too-large`.
 */
export async function readCorpus(
  path: string,
  { files, notify, hash }: CorpusContext,
  options: ReadCorpusOptions = {},
): Promise<ToolCorpus> {
  const notices = new NoticeList()
  const reader = new ConversationReader(notices)
  const fingerprint = new FileFingerprint(hash)
  for await (const record of recordValues(
    fingerprint.watch(files.stream(path)),
    path,
    options.maxLineBytes,
  )) {
    reader.add(record)
    if (reader.rows % PROGRESS_ROWS === 0) notify(`${path}: ${countText(reader.rows)} records`)
  }
  reader.end()
  const { conversations, rows, roles } = reader
  checkRead({ path, rows, conversations, notices })
  const shape = mostCommonShape(conversations)
  const dialect = dialectOf({ path, conversations, shape, options })
  const { drafts, declarations, seen } = draftsOf({ path, conversations, dialect, options, notices })
  checkCalls({ path, dialect, conversations, drafts, needsCalls: options.needsCalls ?? true })
  const { toolsIn, toolsOf } = settleTools(declarations, { seen, path })
  const examples = drafts.map((draft) => exampleOf(draft, toolsOf(draft.declaration)))
  return {
    path,
    fingerprint: fingerprint.digest(),
    shape,
    dialect,
    rows,
    examples,
    toolsIn,
    ...(roles === undefined ? {} : { roles }),
    notices: notices.list,
  }
}

interface Draft {
  readonly facts: Omit<CorpusExample, 'tools' | 'messages'>
  /** Messages of the whole conversation, of which the first `before` stand before this answer. */
  readonly messages: readonly Message[]
  readonly before: number
  readonly declaration: Declaration
}

/**
 * Answers of one conversation share its messages, and each cuts its own when asked: kept apart, those of 100,000
 * conversations of 100 messages would take gigabytes.
 */
function exampleOf({ facts, messages, before }: Draft, tools: readonly Tool[]): CorpusExample {
  return {
    ...facts,
    tools,
    get messages() {
      return before === messages.length ? messages : messages.slice(0, before)
    },
  }
}

interface Drafts {
  readonly drafts: readonly Draft[]
  readonly declarations: ReadonlySet<Declaration>
  readonly seen: SeenArguments
}

/** Every answer with what stands before it; which tools hold is known once all calls are. */
function draftsOf({
  path,
  conversations,
  dialect,
  options,
  notices,
}: {
  readonly path: string
  readonly conversations: readonly Conversation[]
  readonly dialect: Dialect
  readonly options: ReadCorpusOptions
  readonly notices: NoticeList
}): Drafts {
  const answers = new AnswerReader(dialect)
  const reader = new DeclarationReader(path, options.tools)
  const seen = new SeenArguments()
  const declarations = new Set<Declaration>()
  const drafts: Draft[] = []
  for (const conversation of conversations) {
    const declaration = reader.of(conversation)
    declarations.add(declaration)
    const before = drafts.length
    addDrafts(conversation, {
      declaration,
      drafts,
      read: (turn) => answers.answerOf(turn, 'tools' in declaration ? declaration.tools : undefined),
      skipped: () =>
        notices.add(
          'call-not-writable',
          `A call cannot be written in the dialect ${dialect.id}; its answer is left out.`,
          conversation.line,
        ),
    })
    if (drafts.length === before)
      notices.add('no-answer', 'A record has no answer to learn from.', conversation.line)
    for (const { facts } of drafts.slice(before)) for (const call of facts.answer.calls) seen.add(call)
  }
  return { drafts, declarations, seen }
}

interface DraftTarget {
  readonly declaration: Declaration
  readonly drafts: Draft[]
  readonly read: (turn: Extract<Turn, { role: 'assistant' }>) => CorpusAnswer | undefined
  readonly skipped: () => void
}

function addDrafts(
  { turns, line, source }: Conversation,
  { declaration, drafts, read, skipped }: DraftTarget,
): void {
  const learned = turns.filter((turn) => turn.role === 'assistant' && turn.isContext !== true).length
  const messages: Message[] = []
  let prompt = ''
  let answers = 0
  for (const turn of turns) {
    if (turn.role === 'assistant' && turn.isContext !== true) {
      answers++
      const answer = read(turn)
      if (answer === undefined) skipped()
      else {
        const facts = {
          id: learned > 1 ? `${line}.${answers}` : String(line),
          line,
          ...(source === undefined ? {} : { source }),
          prompt,
          ...(turn.promptText === undefined ? {} : { promptText: turn.promptText }),
          answer,
        }
        drafts.push({ facts, messages, before: messages.length, declaration })
      }
      if (answers === learned) return
    }
    if (turn.role === 'user') prompt = turn.text
    messages.push(messageOf(turn))
  }
}

function messageOf(turn: Turn): Message {
  switch (turn.role) {
    case 'system':
    case 'user':
      return { role: turn.role, content: turn.text }
    case 'tool': {
      const { text, id, name } = turn
      return {
        role: 'tool',
        content: text,
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
      }
    }
    case 'assistant': {
      const { text, calls = [], reasoning } = turn
      const written = calls.flatMap(({ name, arguments: given, id }) =>
        given === undefined ? [] : [{ name, arguments: given, ...(id === undefined ? {} : { id }) }],
      )
      return {
        role: 'assistant',
        ...(text === '' ? {} : { content: text }),
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(written.length === 0 ? {} : { calls: written }),
      }
    }
    default:
      return turn satisfies never
  }
}

function mostCommonShape(conversations: readonly Conversation[]): CorpusShape {
  const counts = new Map<CorpusShape, number>()
  for (const { shape } of conversations) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  // Rows of prose have no calls that would tell an API's layout from plain messages.
  const isApi = (shape: CorpusShape): boolean => shape === 'openai' || shape === 'anthropic'
  const messages = counts.get('messages') ?? 0
  for (const [shape, count] of counts) if (isApi(shape)) counts.set(shape, count + messages)
  const [first] = [...counts].sort(([, left], [, right]) => right - left)
  return first?.[0] ?? 'messages'
}

function dialectOf({
  path,
  conversations,
  shape,
  options,
}: {
  readonly path: string
  readonly conversations: readonly Conversation[]
  readonly shape: CorpusShape
  readonly options: ReadCorpusOptions
}): Dialect {
  if (options.dialect !== undefined) return options.dialect
  const spoken = answersDialect(spokenTexts(conversations), path)
  if (spoken !== undefined) return spoken
  const hasRecorded = conversations.some(({ turns }) =>
    turns.some((turn) => turn.role === 'assistant' && turn.calls),
  )
  if (!hasRecorded && (options.needsCalls ?? true)) throw noCalls(path, conversations.length)
  const id = shape === 'anthropic' ? 'anthropic' : 'openai'
  return dialects.find((dialect) => dialect.id === id) as Dialect // both stand in the list
}

/** What assistants say, calls that are data left out. */
function* spokenTexts(conversations: readonly Conversation[]): Generator<string> {
  for (const { turns } of conversations) {
    for (const turn of turns) if (turn.role === 'assistant' && turn.calls === undefined) yield turn.text
  }
}

function checkRead({
  path,
  rows,
  conversations,
  notices,
}: {
  readonly path: string
  readonly rows: number
  readonly conversations: readonly Conversation[]
  readonly notices: NoticeList
}): void {
  if (rows === 0) {
    throw new InputError({
      code: 'corpus-empty',
      what: 'The file holds no record.',
      where: path,
      fix: 'Give the JSONL that the model was trained on.',
    })
  }
  if (conversations.length === 0) {
    const [first] = notices.list
    throw new InputError({
      code: 'corpus-unreadable',
      what: `None of the ${countText(rows)} records is a conversation. ${first?.what ?? ''}`.trim(),
      where: `${path}, line ${first?.lines[0] ?? 1}`,
      fix: 'Known are messages, conversations (from and value), prompt and completion, and one text with role tokens.',
    })
  }
  const hasAnswer = conversations.some(({ turns }) => turns.some(({ role }) => role === 'assistant'))
  if (hasAnswer) return
  throw new InputError({
    code: 'corpus-no-answers',
    what: `No record of ${countText(conversations.length)} has a turn of the assistant.`,
    where: path,
    fix: 'A corpus to train on holds what the model is to say; a list of questions goes to --eval.',
  })
}

function checkCalls({
  path,
  dialect,
  conversations,
  drafts,
  needsCalls,
}: {
  readonly path: string
  readonly dialect: Dialect
  readonly conversations: readonly Conversation[]
  readonly drafts: readonly Draft[]
  readonly needsCalls: boolean
}): void {
  if (!needsCalls || drafts.some(({ facts }) => facts.answer.calls.length > 0)) return
  const other = answersDialect(spokenTexts(conversations), path)
  if (other === undefined || other.id === dialect.id) throw noCalls(path, drafts.length)
  throw new InputError({
    code: 'corpus-other-dialect',
    what: `No answer holds a call in the dialect ${dialect.id}; they read as ${other.id}.`,
    where: path,
    fix: `Pass --dialect ${other.id}, or leave --dialect out.`,
  })
}

function noCalls(path: string, answers: number): InputError {
  return new InputError({
    code: 'corpus-no-calls',
    what: `None of the ${countText(answers)} answers calls a tool in a dialect that is known.`,
    where: path,
    fix: 'Give the corpus that taught the calls; `assay dialect list` names the dialects that are known.',
  })
}
