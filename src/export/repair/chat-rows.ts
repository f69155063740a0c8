import { isCallAnswer } from '../../corpus/statistics/example-calls.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import { shuffled } from '../../numeric/random.js'
import type { MixContext } from './mix-context.js'
import type { RepairRow } from './repair-row.js'
import { talkPool } from './talk-pool.js'

/**
 * Plain chat: prose of the user's chat files, each file as often as the others until it is used up, or where none is given
 * a small pool of our own. Chat without a system message gets the corpus's, and its tools: what is to be learnt is not to
 * call although tools are there.
 *
 * @returns how many rows are lacking.
 */
export function addChatRows(
  context: MixContext,
  { chats, wanted }: { readonly chats: readonly ToolCorpus[]; readonly wanted: number },
): number {
  const rows = chats.length > 0 ? chatRows(context, chats) : poolRows(context)
  let made = 0
  for (const row of rows) {
    if (made >= wanted) break
    if (context.collector.add(row)) made++
  }
  return wanted - made
}

function* chatRows(context: MixContext, chats: readonly ToolCorpus[]): Generator<RepairRow> {
  const random = context.stream('chat')
  const lists = chats.map(({ examples }) =>
    shuffled(
      examples.filter(
        ({ answer, prompt }) => !isCallAnswer(answer) && prompt !== '' && answer.text.trim() !== '',
      ),
      random,
    ),
  )
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let at = 0; at < longest; at++) {
    for (const [number, list] of lists.entries()) {
      const example = list[at]
      if (example !== undefined) yield ofExample(context, example, number + 1)
    }
  }
}

function ofExample(
  context: MixContext,
  { messages, prompt, answer, id }: CorpusExample,
  file: number,
): RepairRow {
  const { main } = context.frames
  const hasOwn = messages.some(({ role }) => role === 'system')
  return {
    part: 'chat',
    from: 'chat',
    before: hasOwn ? messages : [...main.system, ...messages],
    prompt,
    ...(hasOwn ? {} : context.toolsOf(main)),
    answer: { text: answer.text, calls: [], isRecorded: false },
    origin: `chat ${file} ${id}`,
  }
}

function* poolRows(context: MixContext): Generator<RepairRow> {
  const { main } = context.frames
  for (const [prompt, text] of shuffled(talkPool[context.language], context.stream('pool'))) {
    yield {
      part: 'chat',
      from: 'pool',
      before: [...main.system, { role: 'user', content: prompt }],
      prompt,
      ...context.toolsOf(main),
      answer: { text, calls: [], isRecorded: false },
    }
  }
}
