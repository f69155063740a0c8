import type { RecipeId } from '../../corpus/training-recipe.js'
import { InputError } from '../../errors.js'
import type { CatalogFlags } from '../catalog-flags.js'

/** Flags of `assay export training`, of whichever recipe. */
export interface ExportTrainingFlags extends CatalogFlags {
  readonly recipe: RecipeId | 'repair'
  readonly catalog?: readonly string[]
  readonly stage?: 1 | 2
  readonly queries?: readonly string[]
  readonly corpus?: string
  readonly chat?: readonly string[]
  readonly rows?: number
  readonly ladder?: string
  readonly dialect?: string
  readonly tools?: string
  readonly lr?: number
  readonly test?: readonly string[]
  readonly dropNearDuplicates?: true
  readonly tokens?: string
  readonly lora?: true
  readonly negatives: string
  readonly options: number
  readonly maxTokens: number
  readonly reserve: number
  readonly tokenizer?: string
  readonly seed: number
  readonly cache?: string
  readonly output: string
  readonly json?: true
}

/** Flags that only recipes of tool tokens have, and those that only `repair` has, as commander names them. */
const ONLY: Readonly<Record<'tokens' | 'repair', readonly (readonly [string, string])[]>> = {
  tokens: [
    ['catalog', '--catalog'],
    ['stage', '--stage'],
    ['queries', '--queries'],
    ['dropNearDuplicates', '--drop-near-duplicates'],
    ['tokens', '--tokens'],
    ['negatives', '--negatives'],
    ['options', '--options'],
    ['cache', '--cache'],
  ],
  repair: [
    ['corpus', '--corpus'],
    ['chat', '--chat'],
    ['rows', '--rows'],
    ['ladder', '--ladder'],
    ['dialect', '--dialect'],
    ['tools', '--tools'],
    ['lr', '--lr'],
  ],
}

/**
 * Refuses flags of the other kind of recipe, which would be passed over in silence.
 *
 * @param given whether a flag stands on the command line.
 * @throws {InputError} `recipe-flag`.
 */
export function refuseOtherFlags(recipe: string, given: (name: string) => boolean): void {
  const isRepair = recipe === 'repair'
  const [, flag] = ONLY[isRepair ? 'tokens' : 'repair'].find(([name]) => given(name)) ?? []
  if (flag === undefined) return
  throw new InputError({
    code: 'recipe-flag',
    what: isRepair
      ? `The recipe repair has no ${flag}: it is made from a tool corpus, not from a catalog and its tokens.`
      : `The recipe ${recipe} has no ${flag}: it is made from a catalog, not from a tool corpus.`,
    where: flag,
    fix: isRepair
      ? `Leave ${flag} out, and name the corpus with --corpus.`
      : `Leave ${flag} out, or choose --recipe repair.`,
  })
}

/** @throws {InputError} `flag-missing`. */
export function needed<T>(
  value: T | undefined,
  { flag, recipe, fix }: { readonly flag: string; readonly recipe: string; readonly fix: string },
): T {
  if (value !== undefined) return value
  throw new InputError({
    code: 'flag-missing',
    what: `The recipe ${recipe} needs ${flag}.`,
    where: flag,
    fix,
  })
}
