import { type ChatMessage, callTaskOf, OfferShelf } from '../benchmark/call-item.js'
import type { CallItem } from '../benchmark/item.js'
import { InputError } from '../errors.js'
import { conversationOf } from '../run/tasks/call-messages.js'
import type { GenerationSettings } from '../subject/request.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../text/json.js'
import type { Message } from '../toolcall/dialect.js'
import type { BatteryId, CaseEntity, LadderCase } from './ladder-case.js'

/**
 * A case as a call item, so that whoever reads items can ask and score it; what only the ladder needs stands under
 * `ladder`. A case for which nothing is right says that no call is, which `ladder.open` takes back.
 */
export function caseToJson(one: LadderCase): JsonObject {
  const { id, battery, messages, tools, offersTools, gold, cluster, group, entities, example, note, asking } =
    one
  return {
    id,
    kind: 'call',
    messages: messages.map(messageToJson),
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema,
    })),
    gold:
      gold === undefined || gold.calls.length === 0
        ? { none: true }
        : {
            calls: gold.calls.map((call) => ({ name: call.name, arguments: call.json })),
            order: gold.order,
          },
    cluster,
    ...(group === undefined ? {} : { category: group }),
    ladder: {
      battery,
      offersTools,
      ...(gold === undefined ? { open: true } : {}),
      ...(entities.length === 0
        ? {}
        : {
            entities: entities.map(({ tool, argument, type, value }) => ({ tool, argument, type, value })),
          }),
      ...(example === undefined ? {} : { example }),
      ...(note === undefined ? {} : { note }),
      generates: asking.generates,
      probesOpening: asking.probesOpening,
      ...(asking.trials === undefined ? {} : { trials: asking.trials }),
      ...(asking.settings === undefined ? {} : { settings: settingsToJson(asking.settings) }),
    },
  }
}

function messageToJson(message: Message): JsonObject {
  switch (message.role) {
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content ?? '',
        ...(message.reasoning === undefined ? {} : { reasoning: message.reasoning }),
        ...(message.calls === undefined
          ? {}
          : {
              calls: message.calls.map(({ name, arguments: given, id }) => ({
                name,
                arguments: given,
                ...(id === undefined ? {} : { id }),
              })),
            }),
      }
    case 'tool':
      return {
        role: 'tool',
        content: message.content,
        ...(message.id === undefined ? {} : { id: message.id }),
        ...(message.name === undefined ? {} : { name: message.name }),
      }
    default:
      return { role: message.role, content: message.content }
  }
}

function settingsToJson({ maxTokens, temperature, topP, topK, stop }: GenerationSettings): JsonObject {
  return {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined ? {} : { topK }),
    ...(stop === undefined ? {} : { stop }),
  }
}

const batteries: ReadonlySet<string> = new Set<BatteryId>([
  'eval',
  'verbatim',
  'novel',
  'unseen',
  'suppression',
  'unseen-tools',
  'multi-call',
  'qualitative',
  'no-preamble',
  'neutral',
])

/** Far above what batteries ask. */
const MAX_TRIALS = 1000

/** Reads stored cases back; cases that offer the same tools share one list. */
export class CaseReader {
  readonly #shelf = new OfferShelf()

  /** @throws {InputError} `case-invalid`, `item-invalid`, `gold-invalid`. */
  read(json: JsonValue, where: string): LadderCase {
    if (!isJsonObject(json) || typeof json.id !== 'string' || typeof json.cluster !== 'string') {
      throw invalid(where)
    }
    const item: CallItem = { kind: 'call', id: json.id, cluster: json.cluster, json }
    const task = callTaskOf(item, { shelf: this.#shelf })
    const own = isJsonObject(json.ladder) ? json.ladder : emptyObject()
    const { battery, offersTools, generates, probesOpening, example, note, trials } = own
    if (typeof battery !== 'string' || !batteries.has(battery)) throw invalid(where)
    if (typeof trials === 'number' && !(Number.isInteger(trials) && trials >= 1 && trials <= MAX_TRIALS)) {
      throw invalid(where)
    }
    return {
      id: task.id,
      battery: battery as BatteryId, // one of them, as just looked up
      messages: conversationOf(task.messages as readonly ChatMessage[], where),
      tools: task.tools,
      offersTools: offersTools === true,
      ...(own.open === true ? {} : { gold: task.gold }),
      cluster: json.cluster,
      ...(task.category === undefined ? {} : { group: task.category }),
      entities: entitiesOf(own.entities),
      ...(typeof example === 'string' ? { example } : {}),
      ...(typeof note === 'string' ? { note } : {}),
      asking: {
        generates: generates === true,
        probesOpening: probesOpening === true,
        ...(typeof trials === 'number' ? { trials } : {}),
        ...(isJsonObject(own.settings) ? { settings: settingsOf(own.settings) } : {}),
      },
    }
  }
}

function entitiesOf(value: JsonValue | undefined): readonly CaseEntity[] {
  if (!isJsonArray(value)) return []
  return value.flatMap((entry) => {
    if (!isJsonObject(entry)) return []
    const { tool, argument, type, value: text } = entry
    const isWhole =
      typeof tool === 'string' &&
      typeof argument === 'string' &&
      typeof type === 'string' &&
      typeof text === 'string'
    return isWhole ? [{ tool, argument, type, value: text }] : []
  })
}

function settingsOf(json: JsonObject): GenerationSettings {
  const { maxTokens, temperature, topP, topK, stop } = json
  return {
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof topP === 'number' ? { topP } : {}),
    ...(typeof topK === 'number' ? { topK } : {}),
    ...(isJsonArray(stop) ? { stop: stop.filter((text) => typeof text === 'string') } : {}),
  }
}

function invalid(where: string): InputError {
  return new InputError({
    code: 'case-invalid',
    what: 'This is no case of a ladder.',
    where,
    fix: 'Cases are written by `assay ladder`; start a new ladder where the files were changed by hand.',
  })
}
