import type { TokenScheme } from './tool-tokens.js'

/** What a record of Stage 1 asks for; `query` is Stage 2. */
export type TrainingFormat = 'f1' | 'f2' | 'f3' | 'f4' | 'f5' | 'query'

export type RecipeId = (typeof recipeIds)[number]

export const recipeIds = ['tg', 'tg-h', 'tg-3fm', 'tg-5fm'] as const

/** One of ToolSense's training configurations. Whether all weights or adapters are trained does not change the data. */
export interface TrainingRecipe {
  readonly id: RecipeId
  readonly tokens: Exclude<TokenScheme, 'map'>
  /** Formats of Stage 1, in the order in which a tool's records stand. */
  readonly formats: readonly Exclude<TrainingFormat, 'query'>[]
  /** TG, which replays ToolGen, has none. */
  readonly hasSystemPrompts: boolean
}

export const recipes: Readonly<Record<RecipeId, TrainingRecipe>> = {
  tg: { id: 'tg', tokens: 'flat', formats: ['f1'], hasSystemPrompts: false },
  'tg-h': { id: 'tg-h', tokens: 'hierarchical', formats: ['f1'], hasSystemPrompts: true },
  'tg-3fm': { id: 'tg-3fm', tokens: 'flat', formats: ['f1', 'f2', 'f3'], hasSystemPrompts: true },
  'tg-5fm': {
    id: 'tg-5fm',
    tokens: 'hierarchical',
    formats: ['f1', 'f2', 'f3', 'f4', 'f5'],
    hasSystemPrompts: true,
  },
}

/** The system message of each format. ToolSense has one a format and publishes none; these are Assay's own words. */
export const systemPrompts: Readonly<Record<TrainingFormat, string>> = {
  f1: 'You read the documentation of a tool and answer with its token.',
  f2: 'You are given the token of a tool and answer with its documentation.',
  f3: 'You read the documentation of a tool and answer with the one token among those offered that stands for it.',
  f4: 'You read the documentation of a tool and answer with the token of its service.',
  f5: 'You read the documentation of a tool and the token of its service, and answer with the token that completes it.',
  query: 'You read a request and answer with the token of the tool that serves it.',
}
