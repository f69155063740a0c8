import { InputError } from '../../errors.js'
import { documentText } from '../../text/document-text.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../text/json.js'
import { objectIn, objectsOf, present, textIn } from '../../text/json-members.js'
import { amountIn, type Tell, tellAt } from '../conversation/conversation.js'
import { offeredTools } from '../conversation/offered-tools.js'
import { openaiChat } from '../conversation/openai-chat.js'
import { stopReasonOf } from '../conversation/stop-reason.js'
import type { Exchange, ExchangeAnswer } from '../exchange.js'
import { defineExchangeReader, type LogInput } from '../exchange-reader.js'
import { goldOfAsserts } from './promptfoo/gold-of-asserts.js'
import { conversationIn, dataOf } from './promptfoo/references.js'

/** Results that promptfoo wrote with `-o output.json`. */
export const promptfooResults = defineExchangeReader({
  id: 'promptfoo-results',
  describes: 'results of promptfoo: output.json of `promptfoo eval -o`',
  detect: ({ isFolder, head }) =>
    !isFolder && /^\s*\{/.test(head) && /"evalId"\s*:/.test(head) && /"results"\s*:\s*\{/.test(head),
  async *read({ path }: LogInput, context) {
    const document = dataOf(await documentText(path, context.files, 'Run fewer tests at once.'))
    const results = isJsonObject(document) ? document.results : undefined
    if (!isJsonObject(document) || !isJsonObject(results)) throw notResults(path)
    const version = textIn(objectIn(document, 'metadata'), 'promptfooVersion')
    if (version !== undefined) context.writtenBy?.(version)
    const config = objectIn(document, 'config') ?? {}
    for (const [place, row] of objectsOf(results.results).entries()) {
      context.signal?.throwIfAborted()
      const where = `${path}, result ${place + 1}`
      const tell = tellAt(where, context.notice)
      yield resultOf(row, { config, where, tell })
    }
  },
})

interface RowPlace {
  readonly config: JsonObject
  readonly where: string
  readonly tell: Tell
}

function resultOf(row: JsonObject, { config, where, tell }: RowPlace): Exchange {
  const id = textIn(objectIn(row, 'provider'), 'id') ?? 'unknown'
  const label = textIn(objectIn(row, 'provider'), 'label') ?? ''
  const test = objectIn(row, 'testCase')
  const gold = goldOfAsserts(test?.assert, tell)
  const prompt = textIn(objectIn(row, 'prompt'), 'raw') ?? ''
  const own = providersIn(config).find((one) => one.id === id && (label === '' || one.label === label))
  const settings = objectIn(own, 'config')
  const tools = objectIn(objectIn(row, 'prompt'), 'config')?.tools ?? settings?.tools
  if (typeof tools === 'string')
    tell('tools-unknown', 'The results name a file of tools, which is not read; no tool is known.')
  const { response } = row
  const usage = objectIn(row, 'tokenUsage')
  return {
    subject: { model: label === '' ? id : label },
    messages: openaiChat(conversationIn(prompt), tell),
    tools: offeredTools(tools, tell),
    ...(gold === undefined ? {} : { gold }),
    settings: present({
      temperature: amountIn(settings, 'temperature'),
      maxTokens: amountIn(settings, 'max_tokens'),
      seed: amountIn(settings, 'seed'),
    }),
    answer: answerOfResult(row, { response: isJsonObject(response) ? response : {}, provider: id }),
    ...present({
      usage: present({
        promptTokens: amountIn(usage, 'prompt'),
        completionTokens: amountIn(usage, 'completion'),
      }),
      cost: amountIn(row, 'cost'),
      durationMs: amountIn(row, 'latencyMs'),
    }),
    where,
  }
}

function providersIn({ providers }: JsonObject): readonly JsonObject[] {
  return isJsonArray(providers) ? objectsOf(providers) : isJsonObject(providers) ? [providers] : []
}

interface Responded {
  readonly response: JsonObject
  readonly provider: string
}

/** promptfoo keeps of a message its text, its calls, or both in one text, by provider. */
function answerOfResult(row: JsonObject, { response, provider }: Responded): ExchangeAnswer {
  const { output } = response
  const failure = textIn(row, 'error') ?? textIn(response, 'error')
  // A test that failed by its asserts has an error, too; its answer stands beside it.
  if (output === undefined || output === null) {
    return { kind: 'failed', message: (failure ?? 'The result holds no answer.').slice(0, 2000) }
  }
  const reason = stopReasonOf(textIn(response, 'finishReason'))
  if (typeof output === 'string' && provider.includes('anthropic') && output.includes('"tool_use"')) {
    const content = output.split('\n\n').map(blockOf)
    return {
      kind: 'said',
      dialect: 'anthropic',
      message: writeJson({ role: 'assistant', content }),
      ...reason,
    }
  }
  return {
    kind: 'said',
    dialect: 'openai',
    message: writeJson({ role: 'assistant', ...partsOf(output) }),
    ...reason,
  }
}

/** What promptfoo writes of a block of Anthropic's: its text, or the block as JSON. */
function blockOf(text: string): JsonObject {
  const reading = text.startsWith('{') ? parseJson(text, { duplicateKeys: 'last' }) : undefined
  const block = reading?.kind === 'value' && isJsonObject(reading.value) ? reading.value : undefined
  return block?.type === 'tool_use' ? block : { type: 'text', text }
}

function partsOf(output: JsonValue): JsonObject {
  if (typeof output === 'string') return { content: output }
  const calls = isJsonArray(output) ? objectsOf(output) : []
  if (calls.length > 0 && calls.every((call) => isJsonObject(call.function)))
    return { content: null, tool_calls: calls }
  if (isJsonObject(output) && (isJsonArray(output.tool_calls) || isJsonObject(output.function_call))) {
    const { content = null, tool_calls, function_call } = output
    return {
      content,
      ...(tool_calls === undefined ? {} : { tool_calls }),
      ...(function_call === undefined ? {} : { function_call }),
    }
  }
  return { content: writeJson(output) }
}

function notResults(where: string): InputError {
  return new InputError({
    code: 'log-broken',
    what: 'This is no file of results of promptfoo that can be read.',
    where,
    fix: 'Let `promptfoo eval -o output.json` or `promptfoo export` write it again.',
  })
}
