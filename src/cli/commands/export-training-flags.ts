import type { RecipeId } from '../../corpus/training-recipe.js'
import { InputError } from '../../errors.js'
import type { CatalogFlags } from '../catalog/catalog-flags.js'

/** Flags of `assay export training`, of whichever recipe. */
export interface ExportTrainingFlags extends CatalogFlags {
  readonly recipe: RecipeId | 'repair' | 't1-sft'
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
  readonly dialogues?: string
  readonly pack?: string
  readonly split?: string
  readonly small?: true
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

/** Flags that only one kind of recipe has, as commander names them. */
const ONLY: Readonly<Record<'tokens' | 'repair' | 'dialogues', readonly (readonly [string, string])[]>> = {
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
  dialogues: [
    ['dialogues', '--dialogues'],
    ['pack', '--pack'],
    ['split', '--split'],
    ['small', '--small'],
  ],
}

/** Flags that both other kinds of recipe have, and dialogues have not. */
const NOT_OF_DIALOGUES = [
  ['test', '--test'],
  ['lora', '--lora'],
  ['maxTokens', '--max-tokens'],
  ['reserve', '--reserve'],
  ['tokenizer', '--tokenizer'],
] as const

/**
 * Refuses flags of the other kind of recipe, which would be passed over in silence.
 *
 * @param given whether a flag stands on the command line.
 * @throws {InputError} `recipe-flag`.
 */
export function refuseOtherFlags(recipe: string, given: (name: string) => boolean): void {
  const own = recipe === 'repair' ? 'repair' : recipe === 't1-sft' ? 'dialogues' : 'tokens'
  const others = [
    ...Object.entries(ONLY).flatMap(([kind, flags]) => (kind === own ? [] : flags)),
    ...(own === 'dialogues' ? NOT_OF_DIALOGUES : []),
  ]
  const [, flag] = others.find(([name]) => given(name)) ?? []
  if (flag === undefined) return
  const { source, fix } = SOURCES[own]
  throw new InputError({
    code: 'recipe-flag',
    what: `The recipe ${recipe} has no ${flag}: it is made from ${source}.`,
    where: flag,
    fix: `Leave ${flag} out${fix}`,
  })
}

const SOURCES = {
  tokens: { source: 'a catalog, not from a tool corpus', fix: ', or choose --recipe repair.' },
  repair: {
    source: 'a tool corpus, not from a catalog and its tokens',
    fix: ', and name the corpus with --corpus.',
  },
  dialogues: { source: 'dialogues with gold plans', fix: ', and name them with --dialogues.' },
} as const

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
