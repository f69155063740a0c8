import type { Tool } from '../catalog/tool.js'
import type { JsonNode } from '../text/json-tree.js'
import {
  type Dialect,
  defineDialect,
  type Message,
  type RenderCallsOptions,
  type RenderOptions,
  type WrittenCall,
} from './dialect.js'
import { type ApiParts, walkApiMessage } from './payload/api-message.js'
import type { Scan } from './scan/scan.js'

/** The shape of an API's messages. */
export interface ApiData {
  readonly id: string
  readonly describes: string
  /** Undefined when the JSON is no message of this API. */
  readonly parts: (root: JsonNode, scan: Scan) => ApiParts | undefined
  readonly renderCalls: (calls: readonly WrittenCall[], options?: RenderCallsOptions) => string
  readonly render: (messages: readonly Message[], tools: readonly Tool[], options?: RenderOptions) => string
}

export function apiDialect({ id, describes, parts, renderCalls, render }: ApiData): Dialect {
  return defineDialect({
    id,
    describes,
    trigger: [],
    closer: [],
    plurality: 'items',
    endOfTurn: [],
    reasoning: [],
    markers: [],
    signature: [],
    isApi: true,
    loose: { form: 'json', keys: undefined, top: 'either', closers: [], joins: false, noCallNames: [] },
    parse: (scan) => walkApiMessage(scan, (root) => parts(root, scan)),
    renderCalls,
    render,
  })
}
