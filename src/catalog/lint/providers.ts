/** Who is sent tools, with what it accepts. */
export interface Provider {
  readonly id: ProviderId
  /** Names it takes. */
  readonly names: RegExp
  /** Characters a name may hold, as the inside of a character class. */
  readonly characters: string
  readonly maxLength: number
  /** Whether a name must begin with a letter or an underscore. */
  readonly startsWithLetter: boolean
  /** Names of top-level parameters it takes; undefined when it states no rule. */
  readonly parameterNames?: RegExp
  /** Longest description that every model of it takes, in characters. */
  readonly maxDescription?: number
  /** Keywords it refuses at the root of a schema. */
  readonly refusedAtRoot: readonly string[]
  /** Keywords it ignores or, in its strict mode, refuses. */
  readonly unread: readonly string[]
}

export type ProviderId = 'openai' | 'anthropic' | 'gemini' | 'mcp'

interface NameRule {
  readonly characters: string
  readonly maxLength: number
  readonly startsWithLetter?: boolean
}

function nameRule({
  characters,
  maxLength,
  startsWithLetter = false,
}: NameRule): Pick<Provider, 'names' | 'characters' | 'maxLength' | 'startsWithLetter'> {
  const first = startsWithLetter ? '(?=[a-zA-Z_])' : ''
  return {
    names: new RegExp(`^${first}[${characters}]{1,${maxLength}}$`),
    characters,
    maxLength,
    startsWithLetter,
  }
}

/**
 * Rules as their APIs state them in the messages with which they refuse a request (2025 and 2026) and, for MCP, as
 * the specification of 2025-11-25 recommends. Limits of one model or one cloud can be looser: Vertex AI takes Gemini
 * names of 128 characters, newer OpenAI models take longer descriptions.
 */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'openai',
    ...nameRule({ characters: 'a-zA-Z0-9_-', maxLength: 64 }),
    maxDescription: 1024,
    refusedAtRoot: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
    unread: [
      'allOf',
      'not',
      'dependentRequired',
      'dependentSchemas',
      'if',
      'then',
      'else',
      'patternProperties',
    ],
  },
  {
    id: 'anthropic',
    ...nameRule({ characters: 'a-zA-Z0-9_-', maxLength: 128 }),
    parameterNames: /^[a-zA-Z0-9_.-]{1,64}$/,
    refusedAtRoot: ['oneOf', 'anyOf', 'allOf'],
    unread: [],
  },
  {
    id: 'gemini',
    ...nameRule({ characters: 'a-zA-Z0-9_.:-', maxLength: 64, startsWithLetter: true }),
    refusedAtRoot: [],
    unread: [
      'allOf',
      'not',
      'if',
      'then',
      'else',
      'patternProperties',
      'dependentRequired',
      'dependentSchemas',
    ],
  },
  {
    id: 'mcp',
    ...nameRule({ characters: 'a-zA-Z0-9_.-', maxLength: 128 }),
    refusedAtRoot: [],
    unread: [],
  },
]

/** Why a provider refuses a name; undefined when it takes it. */
export function whyRefused(name: string, provider: Provider): string | undefined {
  if (provider.names.test(name)) return undefined
  if (name === '') return 'it is empty'
  const length = [...name].length
  const odd = new RegExp(`[^${provider.characters}]`, 'u').exec(name)?.[0]
  if (odd !== undefined) return `it holds ${characterName(odd)}`
  if (length > provider.maxLength) return `it has ${length} characters, more than ${provider.maxLength}`
  return 'it does not begin with a letter or an underscore'
}

/** What clients commonly make of a name that a provider refuses: `_` for other characters, then a cut. */
export function sanitisedName(name: string, provider: Provider): string {
  const clean = name.replace(new RegExp(`[^${provider.characters}]`, 'gu'), '_')
  const started = provider.startsWithLetter && !/^[a-zA-Z_]/.test(clean) ? `_${clean}` : clean
  return started.slice(0, provider.maxLength)
}

function characterName(character: string): string {
  if (character === ' ') return 'a space'
  return /^[!-~]$/.test(character)
    ? `"${character}"`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
