import { InputError } from '../../errors.js'
import { extraOf } from '../../subject/extra-members.js'
import { SubjectFailure } from '../../subject/failure.js'
import { stopped } from '../../subject/http-endpoint.js'
import { httpFailure } from '../../subject/http-failure.js'
import { defineSubjectKind, type SubjectContext, type SubjectKind } from '../../subject/kind.js'
import { aiCall, readAiResult } from '../../subject/protocols/ai-sdk.js'
import { type AskContext, defineSubject, type Subject } from '../../subject/subject.js'
import { type Secret, withoutSecrets } from '../../text/secrets.js'

/** Loads an installed package. */
export type PackageLoader = (name: string) => Promise<unknown>

/** What is used of a model of the AI SDK (its language model specification, versions 2 and 3). */
interface LanguageModel {
  doGenerate(call: unknown): PromiseLike<unknown>
}

/** Names under which packages export their provider, where it is not the name of the package. */
const EXPORTS: Readonly<Record<string, string>> = {
  'amazon-bedrock': 'bedrock',
  'google-vertex': 'vertex',
}

/** Variables in which packages look for a key, where it is not `NAME_API_KEY`. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  google: ['GOOGLE_GENERATIVE_AI_API_KEY'],
  'amazon-bedrock': ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_BEARER_TOKEN_BEDROCK'],
  'google-vertex': ['GOOGLE_VERTEX_API_KEY'],
}

/** Models of any provider that has a package of the AI SDK, which is loaded on first use. */
export function aiSdkKind(load: PackageLoader): SubjectKind {
  const usage = 'ai:PROVIDER/MODEL, e.g. ai:mistral/mistral-small-latest'
  return defineSubjectKind({
    id: 'ai',
    usage,
    describes: 'a model of any provider that has a package of the AI SDK (optional, installed apart)',
    async open(argument, context) {
      const match = /^([a-z0-9][a-z0-9-]{0,60})\/(.+)$/.exec(argument.trim())
      const [, provider, model] = match ?? []
      if (provider === undefined || model === undefined) {
        throw new InputError({
          code: 'subject-spec',
          what: 'The spec does not name a provider and a model.',
          where: `ai:${argument}`,
          fix: `Write ${usage}.`,
        })
      }
      return aiSubject({ provider, model }, await loadedModel({ provider, model }, load), context)
    },
  })
}

export const aiKind = aiSdkKind((name) => import(name))

interface NamedModel {
  readonly provider: string
  readonly model: string
}

async function loadedModel({ provider, model }: NamedModel, load: PackageLoader): Promise<LanguageModel> {
  const name = `@ai-sdk/${provider}`
  let module: unknown
  try {
    module = await load(name)
  } catch (cause) {
    throw new InputError({
      code: 'subject-missing',
      what: `The package ${name} is not installed, or cannot be loaded.`,
      where: `ai:${provider}/${model}`,
      fix: `Run npm install ${name} where Assay is installed. OpenAI, Anthropic, Google and servers with their formats need no package: see openai:, anthropic:, google: and compatible:.`,
      cause,
    })
  }
  const exported =
    EXPORTS[provider] ?? provider.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const make = memberOf(module, exported)
  if (typeof make !== 'function') {
    throw new InputError({
      code: 'subject-missing',
      what: `The package ${name} exports no provider "${exported}".`,
      where: `ai:${provider}/${model}`,
      fix: 'Install a version of it that belongs to AI SDK 5 or 6.',
    })
  }
  const made: unknown = make(model)
  if (isModel(made)) return made
  throw new InputError({
    code: 'subject-missing',
    what: `What ${name} makes is no language model.`,
    where: `ai:${provider}/${model}`,
    fix: 'Install a version of it that belongs to AI SDK 5 or 6.',
  })
}

function isModel(made: unknown): made is LanguageModel {
  return typeof memberOf(made, 'doGenerate') === 'function'
}

function memberOf(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  return Reflect.get(value, key)
}

function aiSubject({ provider, model }: NamedModel, loaded: LanguageModel, context: SubjectContext): Subject {
  const spec = `ai:${provider}/${model}`
  const { options, clock } = context
  const extra = extraOf(context)
  const names = KEYS[provider] ?? [`${provider.toUpperCase().replaceAll('-', '_')}_API_KEY`]
  // The package reads its key itself; the names are asked for so that the values can be kept out of everything.
  const secrets = names.flatMap((name): readonly Secret[] => {
    const value = context.variable(name)
    return value === undefined ? [] : [{ name, value }]
  })
  const place: FailurePlace = { spec, secrets, keyNames: names, nowMs: () => clock.now() }
  return defineSubject({
    spec,
    label: options.label ?? model,
    facts: {
      model,
      endpoint: `@ai-sdk/${provider}`,
      dialect: options.dialect ?? 'openai',
      engine: `AI SDK, language model specification ${String(memberOf(loaded, 'specificationVersion') ?? 'unknown')}`,
    },
    answers: new Set(['chat']),
    endpoint: `ai:${provider}`,
    maxConcurrency: options.maxConcurrency ?? 16,
    ...(options.price !== undefined && { price: options.price }),
    async ask(request, asked) {
      if (request.kind !== 'chat') {
        throw new InputError({
          code: 'subject-unfit',
          what: 'The AI SDK takes conversations, not prompts to be continued.',
          where: spec,
          fix: 'Name the model as completions:URL#MODEL, where its server offers raw completions.',
        })
      }
      const result = await generated(loaded, aiCall(request, extra), asked, place)
      return readAiResult(result, {
        where: spec,
        clean: (text) => withoutSecrets(text, secrets),
      })
    },
  })
}

interface FailurePlace {
  readonly spec: string
  readonly secrets: readonly Secret[]
  readonly keyNames: readonly string[]
  readonly nowMs: () => number
}

async function generated(
  loaded: LanguageModel,
  call: object,
  { signal, timeoutMs }: AskContext,
  place: FailurePlace,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const abortSignal = AbortSignal.any([signal, timeout])
  try {
    return await loaded.doGenerate({ ...call, abortSignal })
  } catch (error) {
    if (signal.aborted) throw stopped(signal, place.spec)
    if (timeout.aborted) throw stopped(timeout, place.spec)
    throw failureOf(error, place)
  }
}

/** `APICallError` of the SDK by its status; `LoadAPIKeyError` and the like by their names. */
function failureOf(error: unknown, { spec, secrets, keyNames, nowMs }: FailurePlace): SubjectFailure {
  const clean = (text: string): string => withoutSecrets(text, secrets)
  const status = memberOf(error, 'statusCode')
  const body = memberOf(error, 'responseBody')
  const message = clean(error instanceof Error ? error.message : String(error))
  const hint = `Put the key into the variable ${keyNames.join(' or ')}.`
  // The SDK gives a status of 200 to answers that it cannot read.
  if (typeof status === 'number' && status >= 300) {
    const text = typeof body === 'string' ? clean(body) : message
    return httpFailure({
      status,
      headers: headersOf(memberOf(error, 'responseHeaders')),
      text,
      raw: new TextEncoder().encode(text),
      where: spec,
      nowMs: nowMs(),
      keyName: keyNames[0],
      keyHint: hint,
    })
  }
  const name = String(memberOf(error, 'name') ?? '')
  const isKey = /LoadAPIKey|LoadSetting/.test(name)
  const failure = isKey
    ? 'auth'
    : /NoSuchModel/.test(name)
      ? 'missing'
      : status !== undefined || /Parse|Validation|InvalidResponse/.test(name)
        ? 'schema'
        : 'transport'
  return new SubjectFailure({
    code: `subject-${failure}`,
    what: message,
    where: spec,
    fix: isKey ? hint : 'Resume the run later; if it happens again, see the documentation of the provider.',
    failure,
  })
}

function headersOf(given: unknown): Readonly<Record<string, string>> {
  if (typeof given !== 'object' || given === null) return {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  )
}
