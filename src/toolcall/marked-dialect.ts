import type { Tool } from '../catalog/tool.js'
import { emptyObject } from '../text/json.js'
import type { Dialect, Message, RenderCallsOptions, RenderOptions, WrittenCall } from './dialect.js'
import { defineDialect } from './dialect.js'
import type { DialectData } from './dialect-data.js'
import { looseHints, payloadReader } from './payload/payload-reader.js'
import { plainDeclaration, renderChat } from './render/chat.js'
import { plain } from './render/frames.js'
import { writeCalls } from './render/write-calls.js'
import { readFramed } from './scan/frame.js'
import { commonReasoning } from './scan/reasoning.js'
import type { Scan } from './scan/scan.js'
import { type Walk, walk, walkMarks } from './scan/walk.js'
import { wholeMessageParser } from './whole-message.js'

/** What a dialect file may do better than the parts that all of its kind share. */
export interface DialectParts {
  readonly parse?: (scan: Scan) => Walk
  readonly recover?: Dialect['recover']
  readonly declare?: (tools: readonly Tool[]) => string
  readonly result?: (message: Extract<Message, { role: 'tool' }>) => string
  readonly renderCalls?: (calls: readonly WrittenCall[], options: RenderCallsOptions) => string
  readonly render?: (messages: readonly Message[], tools: readonly Tool[], options: RenderOptions) => string
}

/** A dialect whose payload is of a known kind, from its data. */
export function dialectOf(data: DialectData, parts: DialectParts = {}): Dialect {
  const { id, describes, trigger, closer, keys, plurality, endOfTurn } = data
  const reasoning = [...commonReasoning, ...(data.reasoning ?? [])]
  const markers = [...trigger, ...closer, ...endOfTurn, ...(data.markers ?? [])].filter(
    (marker) => marker !== '```',
  )
  const renderCalls = (calls: readonly WrittenCall[], options: RenderCallsOptions = {}): string =>
    parts.renderCalls?.(calls, options) ??
    (options.content ?? '') + writeCalls(data, calls, options.tools ?? [])
  const parse =
    parts.parse ??
    (trigger.length > 0 ? markedParser(data, { reasoning, markers }) : wholeParser(data, reasoning))
  return defineDialect({
    id,
    describes,
    trigger,
    closer,
    ...(keys !== undefined && { keys }),
    plurality,
    endOfTurn,
    reasoning,
    markers,
    signature: data.signature ?? trigger,
    loose: looseHints(data),
    parse,
    ...(parts.recover !== undefined && { recover: parts.recover }),
    renderCalls,
    render(messages, tools, options = {}) {
      if (parts.render !== undefined) return parts.render(messages, tools, options)
      const example = renderCalls([{ name: 'NAME', arguments: emptyObject() }])
      const style = {
        frame: data.frame ?? plain,
        declare: parts.declare ?? ((declared: readonly Tool[]) => plainDeclaration(declared, example)),
        calls: (calls: readonly WrittenCall[], content: string) => renderCalls(calls, { content, tools }),
        result: parts.result ?? (({ content }: { readonly content: string }) => content),
        ...(reasoning[0] !== undefined && { reasoning: reasoning[0] }),
      }
      return renderChat(style, { messages, tools, ...options })
    },
  })
}

function markedParser(
  data: DialectData,
  { reasoning, markers }: Pick<Dialect, 'reasoning' | 'markers'>,
): (scan: Scan) => Walk {
  const read = payloadReader(data)
  const turnEnds = hardTurnEnds(data.endOfTurn)
  const rules = { openers: data.trigger, closers: data.closer, turnEnds, markers }
  const marks = walkMarks({ openers: data.trigger, reasoning, turnEnds })
  return (scan) =>
    walk(scan, marks, {
      read: (at, opener) => readFramed(scan, { rules, start: at, from: at + opener.length, read }),
    })
}

function wholeParser(data: DialectData, reasoning: Dialect['reasoning']): (scan: Scan) => Walk {
  const turnEnds = hardTurnEnds(data.endOfTurn)
  return wholeMessageParser({ data, reasoning, turnEnds })
}

/** End-of-turn tokens that no prose holds by chance; `</s>` is also a tag of HTML. */
function hardTurnEnds(endOfTurn: readonly string[]): readonly string[] {
  return endOfTurn.filter((marker) => /^<[|｜]|^<end_of|^<SPECIAL|^<start_function/.test(marker))
}
