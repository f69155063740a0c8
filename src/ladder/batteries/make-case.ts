import type { GoldCall } from '../../benchmark/call-item.js'
import { goldArguments } from '../../benchmark/gold-value.js'
import type { Tool } from '../../catalog/tool.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import type { Message, WrittenCall } from '../../toolcall/dialect.js'
import type { BatteryId, CaseEntity, LadderCase } from '../ladder-case.js'
import type { CaseFrame } from './case-frame.js'

/** What a new case is made of. */
export interface CaseDraft {
  readonly battery: BatteryId
  /** Within the battery. */
  readonly name: string
  readonly frame: CaseFrame
  readonly prompt: string
  /** Empty: no call is right. Absent: nothing is right or wrong. */
  readonly gold?: readonly GoldCall[]
  readonly cluster: string
  readonly group?: string
  readonly entities?: readonly CaseEntity[]
  readonly example?: string
  readonly note?: string
  /** Tokens of the answer; absent: only the first token is looked at. */
  readonly maxTokens?: number
  /** Default true. */
  readonly probesOpening?: boolean
}

export function makeCase(draft: CaseDraft): LadderCase {
  const { battery, name, frame, prompt, gold, cluster, group, example, note, maxTokens } = draft
  return {
    id: `${battery}/${name}`,
    battery,
    messages: [...frame.system, { role: 'user', content: prompt } satisfies Message],
    tools: frame.tools,
    offersTools: frame.offersTools,
    ...(gold === undefined ? {} : { gold: { calls: gold, order: 'any' as const } }),
    cluster,
    ...(group === undefined ? {} : { group }),
    entities: draft.entities ?? [],
    ...(example === undefined ? {} : { example }),
    ...(note === undefined ? {} : { note }),
    asking: {
      generates: maxTokens !== undefined,
      probesOpening: draft.probesOpening ?? true,
      ...(maxTokens === undefined ? {} : { settings: { maxTokens } }),
    },
  }
}

/** A call of a corpus as gold: its values as they stand, whatever matchers they look like. */
export function goldCallOf({ name, arguments: given }: WrittenCall): GoldCall {
  const json = emptyObject()
  for (const [key, value] of Object.entries(given))
    json[key] = holdsMatcher(value) ? { $literal: value } : value
  return { name, json, arguments: goldArguments(json, name) }
}

/** A call of ours, matchers and all. */
export function goldCallWith(name: string, json: JsonObject): GoldCall {
  return { name, json, arguments: goldArguments(json, name) }
}

function holdsMatcher(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.some(holdsMatcher)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, member]) => key.startsWith('$') || holdsMatcher(member))
}

/** The tool of a frame by name. */
export function toolIn({ tools }: CaseFrame, name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name)
}
