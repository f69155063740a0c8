import type { SampleOutput } from '../../run/sample.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../../text/json.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { commonReasoning } from '../../toolcall/scan/reasoning.js'
import { withoutTurnEnds } from '../../toolcall/turn-end.js'

/** The answer that an output holds for the reader, or why there is none. */
export type SpokenText =
  | { readonly kind: 'text'; readonly text: string }
  /** `refused`: the provider's filter, or a refusal in the message. `reasoning-open`: it never came to an answer. */
  | { readonly kind: 'none'; readonly why: 'refused' | 'reasoning-open' | 'tokens-only' }

/** Ends of turns of every family, since an answer of one letter shows no dialect. */
const TURN_ENDS: readonly string[] = [
  ...new Set(['<|endoftext|>', '<|im_end|>', '</s>', ...dialects.flatMap(({ endOfTurn = [] }) => endOfTurn)]),
]

const FINAL_CHANNEL = '<|channel|>final<|message|>'

/**
 * What an output says to whoever asked: without reasoning before it and end-of-turn texts behind it. Of a message, the
 * texts of its content.
 */
export function spokenText(output: SampleOutput): SpokenText {
  const { text, message, stopReason } = output
  if (stopReason === 'refused') return { kind: 'none', why: 'refused' }
  if (text === undefined && message === undefined) return { kind: 'none', why: 'tokens-only' }
  if (text !== undefined) return answerIn(text)
  const reading = parseJson(message ?? '', { duplicateKeys: 'last', maxDepth: 1000 })
  const said = reading.kind === 'value' ? saidIn(reading.value) : { texts: [], isRefusal: false }
  if (said.isRefusal) return { kind: 'none', why: 'refused' }
  return answerIn(said.texts.join('\n'))
}

function answerIn(whole: string): SpokenText {
  const final = whole.lastIndexOf(FINAL_CHANNEL)
  let text = final === -1 ? whole : whole.slice(final + FINAL_CHANNEL.length)
  for (const { open, close } of commonReasoning) {
    const end = text.lastIndexOf(close)
    if (end !== -1) text = text.slice(end + close.length)
    else if (text.trimStart().startsWith(open)) return { kind: 'none', why: 'reasoning-open' }
  }
  return { kind: 'text', text: withoutTurnEnds({ text }, TURN_ENDS).trim() }
}

interface Said {
  readonly texts: readonly string[]
  readonly isRefusal: boolean
}

/** Texts in a message of any of the four API shapes; thoughts and calls are left out. */
function saidIn(message: JsonValue): Said {
  // The Responses API answers with a list, of which messages speak.
  if (isJsonArray(message)) {
    const parts = message.map((entry) =>
      isJsonObject(entry) && (entry.type === 'message' || entry.type === undefined)
        ? saidIn(entry)
        : { texts: [], isRefusal: false },
    )
    return { texts: parts.flatMap(({ texts }) => texts), isRefusal: parts.some((part) => part.isRefusal) }
  }
  if (!isJsonObject(message)) return { texts: [], isRefusal: false }
  const isRefusal = typeof message.refusal === 'string' && message.refusal !== ''
  const { content, parts, output } = message
  if (typeof content === 'string') return { texts: [content], isRefusal }
  if (isJsonArray(output)) return saidIn(output)
  const pieces = isJsonArray(content) ? content : isJsonArray(parts) ? parts : []
  const refused = pieces.some((piece) => isJsonObject(piece) && piece.type === 'refusal')
  const texts = pieces.flatMap((piece) =>
    isJsonObject(piece) && typeof piece.text === 'string' && piece.thought !== true ? [piece.text] : [],
  )
  return { texts, isRefusal: isRefusal || refused }
}
