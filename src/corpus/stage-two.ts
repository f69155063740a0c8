import type { Catalog } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { type FittedRecord, fitRecord, type TokenBudget } from './fit-record.js'
import { shrinkable } from './shrinkable-text.js'
import { tameText } from './tame-text.js'
import type { TokenSequence, ToolTokens } from './tool-tokens.js'
import { systemPrompts, type TrainingRecipe } from './training-recipe.js'

/** A request with the tools that serve it. */
export interface TrainingQuery {
  /** Unique over all queries. */
  readonly id: string
  readonly query: string
  /** Positions in the catalog, each once. */
  readonly gold: readonly number[]
}

export interface StageTwoRequest {
  readonly catalog: Catalog
  readonly tokens: ToolTokens
  readonly recipe: Pick<TrainingRecipe, 'hasSystemPrompts'>
  readonly budget: TokenBudget
}

/** `repeated`: the same words and the same tool were written before. */
export type StageTwoYield =
  | { readonly kind: 'record'; readonly fitted: FittedRecord; readonly tamed: number }
  | { readonly kind: 'repeated' }

/** The records of Stage 2: for each query one a gold tool, each pair of query and tool once. */
export function* stageTwoRecords(
  queries: Iterable<TrainingQuery>,
  { catalog, tokens, recipe, budget }: StageTwoRequest,
): Generator<StageTwoYield> {
  const seen = new Map<string, Set<number>>()
  for (const { id, query, gold } of queries) {
    const { text, tamed } = tameText(query)
    const before = seen.get(query) ?? new Set()
    seen.set(query, before)
    for (const position of gold) {
      if (before.has(position)) {
        yield { kind: 'repeated' }
        continue
      }
      before.add(position)
      const tool = catalog.tools[position] as Tool // positions are of the catalog
      const draft = {
        id: `${id}/${tool.name}`,
        format: 'query',
        tool: tool.name,
        ...(recipe.hasSystemPrompts ? { system: systemPrompts.query } : {}),
        user: [{ kind: 'shrinkable', text: shrinkable(text) }],
        assistant: [{ kind: 'tokens', tokens: tokens.sequences[position] as TokenSequence }], // one a tool
      } as const
      yield { kind: 'record', fitted: fitRecord(draft, budget), tamed }
    }
  }
}
