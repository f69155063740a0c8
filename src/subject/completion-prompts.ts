import { InputError } from '../errors.js'
import { nearestWord } from '../text/nearest.js'
import { detectDialect } from '../toolcall/detect-dialect.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import type { TemplateRenderer } from '../toolcall/template-renderer.js'
import type { Server } from './server.js'
import { type ServerTokenizer, serverPrompts } from './server-prompts.js'
import type { PromptRenderer } from './subject.js'

export interface CompletionPromptOptions {
  readonly spec: string
  /** Id of the dialect that the user named. */
  readonly named: string | undefined
  readonly template: 'server' | 'dialect' | undefined
  readonly server: Server
  readonly tokenizer: ServerTokenizer | undefined
  readonly templates: TemplateRenderer
  readonly signal: AbortSignal | undefined
}

export interface CompletionPrompts {
  /** Undefined where nothing says how a conversation becomes a prompt. */
  readonly prompts: PromptRenderer | undefined
  readonly dialect: string | undefined
}

/**
 * How conversations become prompts: by the server's own template where it renders one, else by the dialect that the
 * user named. A server that shows its template tells the dialect, too.
 *
 * @throws {InputError} `dialect-unknown`.
 */
export async function completionPrompts(options: CompletionPromptOptions): Promise<CompletionPrompts> {
  const { named, template, server, tokenizer, signal } = options
  const dialect = named === undefined ? undefined : dialectNamed(named, options)
  const byServer = template === 'dialect' ? undefined : await serverPrompts(tokenizer, server, signal)
  if (byServer !== undefined) return { prompts: byServer, dialect: dialect?.id ?? (await detected(options)) }
  if (dialect === undefined || template === 'server') return { prompts: undefined, dialect: dialect?.id }
  const text = (request: Parameters<PromptRenderer['render']>[0]): string =>
    dialect.render(request.messages, request.tools)
  return { prompts: { render: async (request) => ({ text: text(request) }) }, dialect: dialect.id }
}

function dialectNamed(id: string, { spec }: CompletionPromptOptions): Dialect {
  const known = dialects.filter(({ isApi }) => isApi !== true)
  const found = known.find((dialect) => dialect.id === id)
  if (found !== undefined) return found
  const nearest = nearestWord(
    id,
    known.map((dialect) => dialect.id),
  )
  throw new InputError({
    code: 'dialect-unknown',
    what: `There is no dialect of model text "${id}".`,
    where: spec,
    fix: `${nearest === undefined ? '' : `Did you mean ${nearest}? `}Known are ${known.map((dialect) => dialect.id).join(', ')}.`,
  })
}

async function detected({ server, templates }: CompletionPromptOptions): Promise<string | undefined> {
  const { chatTemplate, specials } = server
  if (chatTemplate === undefined) return undefined
  const { bos, eos } = specials ?? {}
  const variables = {
    ...(bos !== undefined && { bos_token: bos }),
    ...(eos !== undefined && { eos_token: eos }),
  }
  const detection = await detectDialect({ template: chatTemplate, tokens: [], variables }, templates)
  return detection.kind === 'detected' ? detection.dialect : undefined
}
