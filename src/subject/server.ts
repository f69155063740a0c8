import type { JsonNode } from '../text/json-tree.js'
import { parseJsonTree } from '../text/json-tree.js'
import { printable } from '../text/printable.js'
import { itemsOf, memberOf, textOf } from '../toolcall/payload/api-message.js'
import { SubjectFailure } from './failure.js'
import type { HttpEndpoint } from './http-endpoint.js'
import type { AskContext } from './subject.js'

/** Servers of which more is known than that they speak OpenAI's formats. */
export const serverFlavours = ['vllm', 'sglang', 'llamacpp', 'ollama', 'lmstudio', 'other'] as const
export type ServerFlavour = (typeof serverFlavours)[number]

/** The server behind an address. */
export interface Server {
  readonly flavour: ServerFlavour
  /** As it names it, e.g. `0.11.0`. */
  readonly version?: string
  /** Name and version for facts. */
  readonly engine?: string
  /** Chat template of the model, where the server shows it. */
  readonly chatTemplate?: string
  /** Names of the models that it lists; absent where it shows no whole list. */
  readonly models?: readonly string[]
  /** Texts of the tokens that begin and end a text, where the server shows them. */
  readonly specials?: { readonly bos?: string; readonly eos?: string }
}

/** `owned_by` of a listed model. */
const OWNERS: ReadonlyMap<string, ServerFlavour> = new Map([
  ['vllm', 'vllm'],
  ['sglang', 'sglang'],
  ['llamacpp', 'llamacpp'],
  ['library', 'ollama'],
  ['organization_owner', 'lmstudio'],
])

const NAMES: Readonly<Record<ServerFlavour, string | undefined>> = {
  vllm: 'vLLM',
  sglang: 'SGLang',
  llamacpp: 'llama.cpp',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  other: undefined,
}

/**
 * Finds out what server answers, by two or three requests: the models that it lists and who owns them, then its version.
 *
 * @param stated what the user says it is; the list of models then need not come.
 * @throws {SubjectFailure} when no answer comes, or the key is refused.
 */
export async function probeServer(
  endpoint: HttpEndpoint,
  context: AskContext,
  stated?: ServerFlavour,
): Promise<Server> {
  const list = await listOf(endpoint, context, stated !== undefined)
  const flavour = stated ?? (await flavourOf(list, endpoint, context))
  const models = namesOf(list)
  const shown = await versionOf(flavour, endpoint, context)
  const name = NAMES[flavour]
  const engine =
    name === undefined ? undefined : [name, shown.version].filter((part) => part !== undefined).join(' ')
  return {
    flavour,
    ...shown,
    ...(engine !== undefined && { engine }),
    ...(models !== undefined && { models }),
  }
}

async function listOf(
  endpoint: HttpEndpoint,
  context: AskContext,
  mayFail: boolean,
): Promise<JsonNode | undefined> {
  try {
    return await jsonAt(endpoint, { path: '/models' }, context)
  } catch (error) {
    if (mayFail && error instanceof SubjectFailure) return undefined
    throw error
  }
}

/** Undefined for no list, and for a page of one. */
function namesOf(list: JsonNode | undefined): readonly string[] | undefined {
  const data = memberOf(list, 'data')
  const more = memberOf(list, 'has_more')
  const isPage = more?.kind === 'scalar' && more.value === true
  if (data?.kind !== 'array' || isPage) return undefined
  const names = itemsOf(data).map((model) => textOf(memberOf(model, 'id')))
  return names.every((name) => name !== undefined) ? names : undefined
}

async function flavourOf(
  list: JsonNode | undefined,
  endpoint: HttpEndpoint,
  context: AskContext,
): Promise<ServerFlavour> {
  for (const model of itemsOf(memberOf(list, 'data'))) {
    const flavour = OWNERS.get(textOf(memberOf(model, 'owned_by')) ?? '')
    if (flavour !== undefined) return flavour
  }
  // Ollama names whoever published a model as its owner.
  const version = await jsonAt(endpoint, { path: '/api/version', atRoot: true }, context)
  return textOf(memberOf(version, 'version')) === undefined ? 'other' : 'ollama'
}

async function versionOf(
  flavour: ServerFlavour,
  endpoint: HttpEndpoint,
  context: AskContext,
): Promise<Omit<Server, 'flavour' | 'engine'>> {
  if (flavour === 'vllm') return versionAt('/version')
  if (flavour === 'ollama') return versionAt('/api/version')
  if (flavour !== 'llamacpp') return {}
  const props = await jsonAt(endpoint, { path: '/props', atRoot: true }, context)
  const version = short(textOf(memberOf(props, 'build_info')))
  const chatTemplate = textOf(memberOf(props, 'chat_template'))
  const bos = textOf(memberOf(props, 'bos_token'))
  const eos = textOf(memberOf(props, 'eos_token'))
  return {
    ...(version !== undefined && { version }),
    ...(chatTemplate !== undefined && { chatTemplate }),
    specials: {
      ...(bos !== undefined && bos !== '' && { bos }),
      ...(eos !== undefined && eos !== '' && { eos }),
    },
  }

  async function versionAt(path: string): Promise<{ readonly version?: string }> {
    const found = short(textOf(memberOf(await jsonAt(endpoint, { path, atRoot: true }, context), 'version')))
    return found === undefined ? {} : { version: found }
  }
}

function short(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : printable(text, { maxLength: 60 })
}

/** The JSON at a path; undefined for any answer that is none. */
async function jsonAt(
  endpoint: HttpEndpoint,
  request: { readonly path: string; readonly atRoot?: true },
  context: AskContext,
): Promise<JsonNode | undefined> {
  const { status, text } = await endpoint.get(request, context)
  if (status !== 200) return undefined
  const reading = parseJsonTree(text, { duplicateKeys: 'kept' })
  return reading.kind === 'tree' ? reading.root : undefined
}

/** Whether a version is at least `major.minor`; one that cannot be read is taken for a new one. */
export function isAtLeast(version: string | undefined, major: number, minor: number): boolean {
  const match = /^v?(\d+)\.(\d+)/.exec(version ?? '')
  if (match === null) return true
  const [, ownMajor, ownMinor] = match.map(Number)
  return (ownMajor ?? 0) > major || (ownMajor === major && (ownMinor ?? 0) >= minor)
}
