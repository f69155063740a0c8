import type { Tool } from '../catalog/tool.js'
import {
  type Dialect,
  defineDialect,
  type Message,
  type RenderCallsOptions,
  type RenderOptions,
  type WrittenCall,
} from './dialect.js'
import { type MessageRules, walkMessages } from './payload/messages.js'

/** A dialect in which a message that names a tool as its recipient is the call. */
export interface MessageData {
  readonly id: string
  readonly describes: string
  readonly trigger: readonly string[]
  readonly rules: MessageRules
  readonly endOfTurn: readonly string[]
  readonly markers: readonly string[]
  readonly signature: readonly string[]
  readonly recover?: Dialect['recover']
  readonly renderCalls: (calls: readonly WrittenCall[], options?: RenderCallsOptions) => string
  readonly render: (messages: readonly Message[], tools: readonly Tool[], options?: RenderOptions) => string
}

export function messageDialect(data: MessageData): Dialect {
  const { id, describes, trigger, rules, endOfTurn, markers, signature, recover, renderCalls, render } = data
  return defineDialect({
    id,
    describes,
    trigger,
    closer: [],
    plurality: 'blocks',
    endOfTurn,
    reasoning: [],
    markers: [...endOfTurn, ...markers],
    signature,
    loose: {
      form: 'json',
      keys: { name: 'name', arguments: 'arguments' },
      top: 'object',
      closers: rules.closes,
      joins: false,
      noCallNames: [],
    },
    parse: (scan) => walkMessages(scan, rules),
    ...(recover !== undefined && { recover }),
    renderCalls,
    render,
  })
}
