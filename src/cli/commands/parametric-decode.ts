import { ggufTokenSource } from '../../adapters/models/gguf-next-tokens.js'
import { referenceTokenSource } from '../../adapters/models/reference.js'
import { InputError } from '../../errors.js'
import { type DecodeItemsRequest, decodeItems, predictionLine } from '../../parametric/decode-items.js'
import type { TokenSource } from '../../parametric/next-tokens.js'
import { readPredictedAnswers } from '../../parametric/prediction-answers.js'
import type { FailedQuery, QueryAnswer } from '../../parametric/query-answer.js'
import { serverTokenSource } from '../../parametric/server-source.js'
import { type TokenizedMap, tokenizeMap } from '../../parametric/tokenize-map.js'
import { tokenMatcher } from '../../parametric/tool-matcher.js'
import type { SubjectContext } from '../../subject/kind.js'
import { splitSpec } from '../../subject/open.js'
import { hashText } from '../../text/hash.js'
import { isJsonObject } from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'
import { countText } from '../../text/number-text.js'
import type { RunHost } from '../run/run-host.js'
import type { ParametricOutcome, ParametricTask } from './parametric-task.js'

/** Between two lines of progress. */
const PROGRESS_MS = 5000
const SERVER_CONCURRENCY = 16

/** @throws {InputError} `subject-unfit`, `end-unknown`, `save-differs`, and what opening and decoding throw. */
export async function decodeSubject(
  spec: string,
  task: ParametricTask,
  host: RunHost,
): Promise<ParametricOutcome> {
  const { flags, context, catalog, map } = task
  if (map === undefined) throw new RangeError('a subject is decoded with a token map')
  const source = await openSource(spec, task, host)
  try {
    context.notify(`${source.label}: writing ${countText(map.entries.length)} tools as tokens`)
    const tokens = await tokenizeMap(map, catalog, source.prompts, {
      concurrency: /^(?:gguf|reference):/.test(spec) ? 1 : SERVER_CONCURRENCY,
      progress: (done, total) => {
        context.signal.throwIfAborted()
        context.notify(`${source.label}: ${done} of ${total} token strings`)
      },
    })
    if (tokens.trie.size === 0) throw unreachable(source)
    const end = await endIds(source, flags.end)
    const request: Omit<DecodeItemsRequest, 'queries'> = {
      source,
      tokens,
      end,
      prompt: {
        ...(flags.system === undefined ? {} : { system: flags.system }),
        ...(flags.prompt === undefined ? {} : { raw: flags.prompt }),
      },
      width: flags.beams,
      maxNewTokens: flags.maxNewTokens,
      lengthPenalty: flags.lengthPenalty,
      earlyStopping: flags.earlyStopping === 'never' ? 'never' : flags.earlyStopping === 'true',
      rule: flags.rule,
      ways: flags.decode === 'both' ? ['constrained', 'free'] : [flags.decode],
    }
    const settings = settingsOf(request, task)
    const { answers, failed, before } = await decodeAll(request, settings, task)
    const byWidth = new Map<number, ReadonlyMap<string, QueryAnswer>>()
    for (const width of flags.widths ?? []) {
      if (width === flags.beams) continue
      context.notify(`${source.label}: beam width ${width}`)
      const decoded = await decodeItems({
        ...request,
        width,
        queries: queriesOf(task),
        done: progress(task, source),
      })
      byWidth.set(width, byId(decoded.answers))
    }
    return {
      subject: source.label,
      isDecoded: true,
      answers,
      failed,
      byWidth,
      tokens,
      uncovered: [],
      details: { spec: source.spec, ...settings, facts: source.facts },
      notices: before === 0 ? [] : [`${before} queries were decoded before, in ${flags.save}.`],
    }
  } finally {
    await source.close()
  }
}

async function openSource(
  spec: string,
  { flags, context }: ParametricTask,
  host: RunHost,
): Promise<TokenSource> {
  const { id, argument } = splitSpec(spec)
  const given: SubjectContext = {
    files: context.files,
    http: host.http ?? context.http,
    clock: context.clock,
    notify: context.notify,
    templates: host.templates,
    variable: context.variable,
    mayExecute: true,
    signal: context.signal,
    options: {
      ...(flags.dialect === undefined ? {} : { dialect: flags.dialect }),
      ...(flags.key === undefined ? {} : { key: flags.key }),
      ...(flags.label === undefined ? {} : { label: flags.label }),
    },
    open: () => Promise.reject(new RangeError('no subject is made of another here')),
  }
  if (id === 'gguf') return ggufTokenSource(argument, given)
  if (id === 'reference') return referenceTokenSource(argument, given)
  if (id === 'completions') {
    const widest = Math.max(flags.beams, ...(flags.widths ?? []))
    return serverTokenSource(argument, given, 2 * widest)
  }
  throw new InputError({
    code: 'subject-unfit',
    what: 'Beams need the probabilities of tokens by id, and this kind of subject gives none.',
    where: spec,
    fix: 'Name gguf:PATH, reference:NAME or completions:URL#MODEL, or decode elsewhere and give --predictions.',
  })
}

function unreachable({ spec }: TokenSource): InputError {
  return new InputError({
    code: 'tokens-unreachable',
    what: "The tokenizer leaves nothing of any tool's token, so there is nothing to decode.",
    where: spec,
    fix: 'See that the token map is the one that this model was trained with.',
  })
}

async function endIds(
  { prompts, spec }: TokenSource,
  given: readonly string[] | undefined,
): Promise<readonly number[]> {
  if (given === undefined) {
    const known = [...new Set(prompts.specials?.eos ?? [])]
    if (known.length > 0) return known
    throw new InputError({
      code: 'end-unknown',
      what: 'Nothing says which token ends an output of this model.',
      where: spec,
      fix: "Name it: --end '<|eot_id|>', or by id: --end 128009.",
    })
  }
  return Promise.all(
    given.map(async (text) => {
      if (/^\d{1,9}$/.test(text)) return Number(text)
      const ids = (await prompts.tokenize?.(text)) ?? []
      const [only] = ids
      if (only !== undefined && ids.length === 1) return only
      throw new InputError({
        code: 'end-split',
        what: `${JSON.stringify(text)} is ${ids.length} tokens of this model, and an end is one.`,
        where: '--end',
        fix: 'Name a special token of the model, or its id.',
      })
    }),
  )
}

/** Rises when the same model and settings would be decoded to other values: what was kept by another is not gone on with. */
const DECODER_VERSION = 2

/** Everything that decides what is decoded. */
function settingsOf(request: Omit<DecodeItemsRequest, 'queries'>, { map, flags }: ParametricTask) {
  const { width, maxNewTokens, lengthPenalty, earlyStopping, rule, end, prompt, ways } = request
  return {
    decoding: {
      version: DECODER_VERSION,
      width,
      maxNewTokens,
      lengthPenalty,
      earlyStopping,
      rule,
      end,
      ways,
      ties: 'beam, then token id',
    },
    prompt,
    tokens: { spec: flags.tokens, layout: map?.layout },
  }
}

function queriesOf({
  resolution,
}: ParametricTask): readonly { readonly id: string; readonly query: string }[] {
  return resolution.items.map(({ item: { id, query } }) => ({ id, query }))
}

function byId(answers: readonly QueryAnswer[]): ReadonlyMap<string, QueryAnswer> {
  return new Map(answers.map((answer) => [answer.id, answer]))
}

function progress({ context, resolution }: ParametricTask, { label }: TokenSource) {
  let last = context.clock.now()
  return async (_: unknown, count: number): Promise<void> => {
    context.signal.throwIfAborted()
    const now = context.clock.now()
    if (now - last < PROGRESS_MS) return
    last = now
    context.notify(`${label}: ${count} of ${resolution.items.length} queries`)
  }
}

interface DecodedAll {
  readonly answers: ReadonlyMap<string, QueryAnswer>
  readonly failed: readonly FailedQuery[]
  /** Queries that an earlier call had decoded. */
  readonly before: number
}

async function decodeAll(
  request: Omit<DecodeItemsRequest, 'queries'>,
  settings: ReturnType<typeof settingsOf>,
  task: ParametricTask,
): Promise<DecodedAll> {
  const { save } = task.flags
  const { context } = task
  const by = hashText(
    JSON.stringify([
      request.source.spec,
      request.source.facts.fingerprint ?? null,
      settings,
      task.catalog.fingerprint,
    ]),
  )
  const earlier = save === undefined ? undefined : await earlierAnswers(save, by, request.tokens, task)
  const watch = progress(task, request.source)
  const queries = queriesOf(task).filter(({ id }) => earlier?.has(id) !== true)
  const decoded = await decodeItems({
    ...request,
    queries,
    done: async (one, count) => {
      if (save !== undefined && 'answer' in one) await context.files.append(save, predictionLine(one, by))
      await watch(one, count)
    },
  })
  return {
    answers: new Map([...(earlier ?? []), ...byId(decoded.answers)]),
    failed: decoded.failed,
    before: earlier?.size ?? 0,
  }
}

async function earlierAnswers(
  path: string,
  by: string,
  tokens: TokenizedMap,
  { context, resolution }: ParametricTask,
): Promise<ReadonlyMap<string, QueryAnswer> | undefined> {
  const facts = await context.files.facts(path)
  if (facts === undefined || facts.sizeBytes === 0) return undefined
  for await (const { number, value } of readJsonLines(context.files.stream(path), path)) {
    if (isJsonObject(value) && value.by === by) continue
    throw new InputError({
      code: 'save-differs',
      what: 'The file was decoded by another subject, with other settings, or with another catalog.',
      where: `${path}, line ${number}`,
      fix: 'Save to another file, or repeat the call that began it.',
    })
  }
  const known = new Set(resolution.items.map(({ item }) => item.id))
  const byToken = tokenMatcher(tokens)
  const match = { constrained: byToken, free: byToken }
  return (await readPredictedAnswers(context.files, path, { known, match })).answers
}
