import type { Tool } from '../../catalog/tool.js'
import { canonicalJson } from '../../text/json.js'
import type { ToolsPlace } from '../tool-corpus.js'
import type { SeenArguments } from './argument-schemas.js'
import type { Conversation } from './conversation.js'
import { toolsInText, toolsOfJson } from './json-tools.js'
import { jsonIn } from './recorded-call.js'
import { type Signature, signaturesIn } from './signature-tools.js'

/** What a conversation declares; equal declarations are one object. */
export type Declaration =
  | { readonly place: 'given' | 'record' | 'preamble'; readonly tools: readonly Tool[] }
  /** Names of parameters alone: their types come from the calls. */
  | { readonly place: 'signatures'; readonly signatures: readonly Signature[] }
  | { readonly place: 'none' }

const NOTHING: Declaration = { place: 'none' }

/** Finds the declarations of conversations, each distinct one once. */
export class DeclarationReader {
  readonly #given: Declaration | undefined
  readonly #path: string
  readonly #records = new Map<string, Declaration>()
  readonly #preambles = new Map<string, Declaration>()

  constructor(path: string, given?: readonly Tool[]) {
    this.#path = path
    this.#given = given === undefined ? undefined : { place: 'given', tools: given }
  }

  /** The tools given, else those of the record, else those of its preamble: in JSON, else as signatures. */
  of(conversation: Conversation): Declaration {
    if (this.#given !== undefined) return this.#given
    const recorded = this.#recorded(conversation)
    return recorded.place === 'none' ? this.#inPreamble(conversation) : recorded
  }

  #recorded({ tools, line }: Conversation): Declaration {
    if (tools === undefined) return NOTHING
    const key = typeof tools === 'string' ? tools : canonicalJson(tools)
    const known = this.#records.get(key)
    if (known !== undefined) return known
    const value = typeof tools === 'string' ? jsonIn(tools) : tools
    const declared = value === undefined ? [] : toolsOfJson(value, `${this.#path}, line ${line}`)
    const declaration: Declaration = declared.length > 0 ? { place: 'record', tools: declared } : NOTHING
    this.#records.set(key, declaration)
    return declaration
  }

  /** In the system messages; where there is none, in the first message of the user. */
  #inPreamble({ turns, line }: Conversation): Declaration {
    const systems = turns.filter(({ role }) => role === 'system')
    const first = systems.length > 0 ? undefined : turns.find(({ role }) => role === 'user')
    const text = first?.text ?? systems.map(({ text: said }) => said).join('\n')
    if (text === '') return NOTHING
    // Questions of users are many and seldom declare anything: they are not remembered.
    if (first !== undefined && !/"(?:parameters|input_?schema)"/i.test(text)) return NOTHING
    const known = this.#preambles.get(text)
    if (known !== undefined) return known
    const declaration = this.#declaredIn(text, line)
    this.#preambles.set(text, declaration)
    return declaration
  }

  #declaredIn(text: string, line: number): Declaration {
    const tools = toolsInText(text, `${this.#path}, line ${line}`)
    if (tools.length > 0) return { place: 'preamble', tools }
    const signatures = signaturesIn(text)
    return signatures.length > 0 ? { place: 'signatures', signatures } : NOTHING
  }
}

/** Which tools hold for each conversation, once the calls are known. */
export interface SettledTools {
  readonly toolsIn: ToolsPlace
  toolsOf(declaration: Declaration): readonly Tool[]
}

/**
 * Signatures count only where a call names one of them: any text may hold a line like `f(x): …`. Where nothing is
 * declared at all, the tools are those that are called.
 */
export function settleTools(
  declarations: Iterable<Declaration>,
  { seen, path }: { readonly seen: SeenArguments; readonly path: string },
): SettledTools {
  const places = new Set<Declaration['place']>()
  const lists = new Map<Declaration, readonly Tool[]>()
  for (const declaration of new Set(declarations)) {
    const tools = toolsOfDeclaration(declaration, seen, path)
    lists.set(declaration, tools)
    if (tools.length > 0) places.add(declaration.place)
  }
  const toolsIn = places.has('given')
    ? 'given'
    : places.has('record')
      ? 'record'
      : places.has('preamble') || places.has('signatures')
        ? 'preamble'
        : 'calls'
  if (toolsIn !== 'calls') return { toolsIn, toolsOf: (declaration) => lists.get(declaration) ?? [] }
  const called = seen.names.map((name) => seen.inferred(name, path))
  return { toolsIn, toolsOf: () => called }
}

function toolsOfDeclaration(declaration: Declaration, seen: SeenArguments, path: string): readonly Tool[] {
  switch (declaration.place) {
    case 'none':
      return []
    case 'signatures': {
      const { signatures } = declaration
      if (!signatures.some(({ name }) => seen.has(name))) return []
      return signatures.map((signature) => seen.declared(signature, path))
    }
    default:
      return declaration.tools
  }
}
