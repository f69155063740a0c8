import type { Benchmark, CallItem, Item, McqItem, RetrievalItem } from '../../benchmark/item.js'
import { fingerprintOfItems } from '../../benchmark/item-json.js'
import { buildTool } from '../../catalog/build-tool.js'
import { type Catalog, catalogOf } from '../../catalog/catalog.js'
import type { Tool } from '../../catalog/tool.js'
import type { JsonObject } from '../../text/json.js'

/*
 * The office of a harbour: twelve tools, three things to do with each of four. What is asked, and what is right, is
 * written here; what the practice model knows of it stands in `practice-mind.ts`.
 */

interface Service {
  readonly name: string
  /** The word by which people ask for it. */
  readonly word: string
  readonly fact: string
}

const services: readonly Service[] = [
  { name: 'Berth', word: 'mooring', fact: 'a place at the quay' },
  { name: 'Crane', word: 'hoist', fact: 'a machine that lifts' },
  { name: 'Pilot', word: 'guide', fact: 'a person who knows the channel' },
  { name: 'Tug', word: 'tow', fact: 'a boat that pulls' },
]

const endpoints = [
  { name: 'book', word: 'reserve' },
  { name: 'cancel', word: 'drop' },
  { name: 'status', word: 'check' },
] as const

/** What a query must hold so that a tool is meant. */
export interface ToolWords {
  readonly service: string
  readonly endpoint: string
}

export const harbourTools: readonly (Tool & ToolWords)[] = services.flatMap(({ name: service, word }) =>
  endpoints.map(({ name: endpoint, word: verb }) => ({
    ...buildTool({
      name: `${endpoint}_${service.toLowerCase()}`,
      description: `To ${verb} a ${word} for a ship.`,
      inputSchema: {
        type: 'object',
        properties: { ship: { type: 'string' } },
        required: ['ship'],
        additionalProperties: false,
      },
      service,
      endpoint,
      source: { format: 'assay', at: 'calibrate' },
    }),
    service,
    endpoint,
  })),
)

export function harbourCatalog(): Catalog {
  return catalogOf(harbourTools)
}

/** The words by which people ask for a tool. */
export function wordsOf({ service, endpoint }: ToolWords): ToolWords {
  return {
    service: services.find(({ name }) => name === service)?.word ?? '',
    endpoint: endpoints.find(({ name }) => name === endpoint)?.word ?? '',
  }
}

export function factOf(service: string): string | undefined {
  return services.find(({ name }) => name === service)?.fact
}

function benchmarkOf(name: string, items: readonly Item[]): Benchmark {
  return { name, items, fingerprint: fingerprintOfItems(items) }
}

/** Queries in the words of training, one a tool, and as many in other words. */
export function harbourQueries(): Benchmark {
  const items = harbourTools.flatMap((tool): readonly RetrievalItem[] => {
    const { service, endpoint } = wordsOf(tool)
    const gold = [[tool.name]] as const
    const common = { kind: 'retrieval', gold, cluster: tool.service } as const
    return [
      { ...common, id: `said-${tool.name}`, query: `${endpoint} a ${service} please` },
      { ...common, id: `other-${tool.name}`, query: `${service} for tonight, ${tool.endpoint} it somehow` },
    ]
  })
  return benchmarkOf('harbour queries', items)
}

export function harbourQuestions(): Benchmark {
  const items = harbourTools.map(
    (tool): McqItem => ({
      kind: 'mcq',
      id: `what-${tool.name}`,
      tool: tool.name,
      question: 'What is it about?',
      answer: factOf(tool.service) ?? '',
      distractors: services.filter(({ name }) => name !== tool.service).map(({ fact }) => fact),
      cluster: tool.service,
    }),
  )
  return benchmarkOf('harbour questions', items)
}

/** Ships with repeated signs among them, which a repeat penalty cannot copy. */
const SHIPS = ['Aurora 7731', 'Nelly 4444', 'Bonaventura 1122', 'Otto 88088'] as const

const offered = harbourTools.map(({ name, description, inputSchema }) => ({
  name,
  ...(description === undefined ? {} : { description }),
  inputSchema,
}))

const callItem = (id: string, content: string, gold: JsonObject): CallItem => ({
  kind: 'call',
  id,
  json: { id, kind: 'call', messages: [{ role: 'user', content }], tools: offered, gold },
})

/** Requests that want one call, and some that want none. */
export function harbourCalls(): Benchmark {
  const calls = harbourTools.map((tool, at) => {
    const ship = SHIPS[at % SHIPS.length] ?? ''
    const { service, endpoint } = wordsOf(tool)
    return callItem(`call-${tool.name}`, `Please ${endpoint} a ${service} for ship ${ship}.`, {
      calls: [{ name: tool.name, arguments: { ship } }],
    })
  })
  const none = ['What is the capital of Peru?', 'Tell me a story of the sea.', 'How are you?'].map(
    (content, at) => callItem(`none-${at}`, content, { none: true }),
  )
  return benchmarkOf('harbour calls', [...calls, ...none])
}
