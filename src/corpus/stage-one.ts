import type { Catalog } from '../catalog/catalog.js'
import type { Tool } from '../catalog/tool.js'
import { randomStream, shuffled } from '../numeric/random.js'
import { type FittedRecord, fitRecord, type Piece, type RecordDraft, type TokenBudget } from './fit-record.js'
import { hardNegatives, type NegativeOptions, type Negatives } from './hard-negatives.js'
import { type Documentation, documentationOf } from './tool-documentation.js'
import type { TokenSequence, ToolTokens } from './tool-tokens.js'
import { systemPrompts, type TrainingFormat, type TrainingRecipe } from './training-recipe.js'

export interface StageOneRequest {
  readonly catalog: Catalog
  readonly tokens: ToolTokens
  readonly recipe: TrainingRecipe
  readonly budget: TokenBudget
  /** For F3; not looked at where the recipe has none. */
  readonly negatives: Omit<NegativeOptions, 'catalog' | 'seed'>
  readonly seed: number
}

/** A record, or the reason why a tool has none of a format. */
export type StageOneYield =
  | {
      readonly kind: 'record'
      readonly format: TrainingFormat
      readonly fitted: FittedRecord
      /** Marks broken in the documentation. */
      readonly tamed: number
      /** F3 alone. */
      readonly options?: { readonly answerAt: number; readonly negatives: Negatives }
    }
  | {
      readonly kind: 'skipped'
      readonly format: TrainingFormat
      readonly tool: string
      readonly reason: SkipReason
    }

/** `one-token`: F4 and F5 need a sequence of two. `one-class`: no tool of another class to choose among. */
export type SkipReason = 'one-token' | 'one-class'

/** Tools whose negatives are searched for together: a dense retriever embeds them in one request. */
const BATCH = 64

/**
 * The records of Stage 1, tool after tool in catalog order, in memory bounded by a batch. A record depends on its tool,
 * the catalog, the recipe and the seed, not on its neighbours.
 */
export async function* stageOneRecords(request: StageOneRequest): AsyncGenerator<StageOneYield> {
  const { catalog, recipe, seed } = request
  const size = catalog.tools.length
  for (let start = 0; start < size; start += BATCH) {
    const positions = Array.from({ length: Math.min(BATCH, size - start) }, (_, at) => start + at)
    const negatives = recipe.formats.includes('f3')
      ? await hardNegatives(positions, { ...request.negatives, catalog, seed })
      : undefined
    for (const [at, position] of positions.entries()) {
      const tool = catalog.tools[position] as Tool // positions are of the catalog
      const context = {
        request,
        tool,
        position,
        documentation: documentationOf(tool),
        negatives: negatives?.[at],
      }
      for (const format of recipe.formats) yield recordOf(format, context)
    }
  }
}

interface ToolContext {
  readonly request: StageOneRequest
  readonly tool: Tool
  readonly position: number
  readonly documentation: Documentation
  readonly negatives: Negatives | undefined
}

function recordOf(format: Exclude<TrainingFormat, 'query'>, context: ToolContext): StageOneYield {
  const { request, tool, position, documentation } = context
  const sequence = request.tokens.sequences[position] as TokenSequence // one sequence a tool
  const skip = (reason: SkipReason): StageOneYield => ({ kind: 'skipped', format, tool: tool.name, reason })
  const emit = (
    parts: Pick<RecordDraft, 'user' | 'assistant'>,
    options?: { readonly answerAt: number; readonly negatives: Negatives },
  ): StageOneYield => {
    const draft: RecordDraft = {
      id: `${format}/${tool.name}`,
      format,
      tool: tool.name,
      ...(request.recipe.hasSystemPrompts ? { system: systemPrompts[format] } : {}),
      ...parts,
    }
    const fitted = fitRecord(draft, request.budget)
    const { tamed } = documentation
    return { kind: 'record', format, fitted, tamed, ...(options === undefined ? {} : { options }) }
  }
  const document: Piece = { kind: 'shrinkable', text: documentation }
  const answer = tokenPiece(sequence)
  switch (format) {
    case 'f1':
      return emit({ user: [document], assistant: [answer] })
    case 'f2':
      return emit({ user: [textPiece('What does '), answer, textPiece(' do?')], assistant: [document] })
    case 'f3': {
      const { negatives } = context
      if (negatives === undefined || negatives.positions.length === 0) return skip('one-class')
      const { options, answerAt } = placeAnswer(context, negatives)
      const user: Piece[] = [document, textPiece('\n\nWhich of these is it?')]
      for (const option of options) {
        user.push(textPiece('\n'), tokenPiece(request.tokens.sequences[option] as TokenSequence)) // as above
      }
      return emit({ user, assistant: [answer] }, { answerAt, negatives })
    }
    case 'f4':
      if (sequence.length < 2) return skip('one-token')
      return emit({ user: [document], assistant: [tokenPiece(sequence.slice(0, -1))] })
    case 'f5':
      if (sequence.length < 2) return skip('one-token')
      return emit({
        user: [document, textPiece('\n\n'), tokenPiece(sequence.slice(0, -1))],
        assistant: [tokenPiece(sequence.slice(-1))],
      })
    default:
      return format satisfies never
  }
}

/** The options in order: negatives shuffled, the answer at a place drawn uniformly. */
function placeAnswer({ request, tool, position }: ToolContext, { positions }: Negatives) {
  const random = randomStream(request.seed, `options/${tool.name}`)
  const answerAt = random.below(positions.length + 1)
  const options = shuffled(positions, random)
  options.splice(answerAt, 0, position)
  return { options, answerAt }
}

function textPiece(text: string): Piece {
  return { kind: 'text', text }
}

function tokenPiece(tokens: readonly string[]): Piece {
  return { kind: 'tokens', tokens }
}
