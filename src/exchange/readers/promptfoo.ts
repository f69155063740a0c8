import { InputError } from '../../errors.js'
import { documentText } from '../../text/document-text.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../text/json.js'
import { objectIn, objectsOf } from '../../text/json-members.js'
import { type Tell, tellAt } from '../conversation/conversation.js'
import { offeredTools } from '../conversation/offered-tools.js'
import { openaiChat } from '../conversation/openai-chat.js'
import type { Exchange } from '../exchange.js'
import { defineExchangeReader, type LogContext } from '../exchange-reader.js'
import { goldOfAsserts } from './promptfoo/gold-of-asserts.js'
import { conversationIn, dataOf, References } from './promptfoo/references.js'
import { filled } from './promptfoo/template.js'

const NAMES = ['promptfooconfig.yaml', 'promptfooconfig.yml', 'promptfooconfig.json']

/**
 * Tests of a promptfoo config as questions: every prompt with every test. Nothing is run: providers, prompts and asserts that
 * are programs are left out and told, templates are filled with variables alone, files are read in the folder of the config.
 */
export const promptfooConfig = defineExchangeReader({
  id: 'promptfoo',
  describes: 'tests of promptfoo: promptfooconfig.yaml or .json, or the folder of one',
  detect({ isFolder, names, path, head }) {
    if (isFolder) return names.some((name) => NAMES.includes(name))
    if (/promptfooconfig[^/\\]*\.(?:ya?ml|json)$/i.test(path)) return true
    return /\.ya?ml$/i.test(path) && /^(?:prompts|providers):/m.test(head) && /^tests:/m.test(head)
  },
  async *read(input, context) {
    const { files } = context
    const path = input.isFolder
      ? files.join(input.path, NAMES.find((name) => input.names.includes(name)) ?? '')
      : input.path
    const tell = tellAt(path, context.notice)
    const config = dataOf(await documentText(path, files, 'Divide the config.'))
    if (!isJsonObject(config)) throw notConfig(path)
    yield* testsOf(config, { references: new References(files.folderOf(path), files, tell), context, path })
  },
})

interface ConfigReading {
  readonly references: References
  readonly context: LogContext
  readonly path: string
}

async function* testsOf(
  config: JsonObject,
  { references, context, path }: ConfigReading,
): AsyncGenerator<Exchange> {
  const tell = tellAt(path, context.notice)
  const prompts = await promptsOf(config.prompts, references)
  const offers = await offersOf(config.providers ?? config.targets, references, tell)
  const tests = await references.resolve(config.tests)
  const given = await references.resolve(config.defaultTest)
  const defaults = isJsonObject(given) ? given : {}
  if (config.scenarios !== undefined) tell('assert-unread', 'Scenarios are not read.')
  for (const [place, test] of objectsOf(tests).entries()) {
    context.signal?.throwIfAborted()
    const where = `${path}, test ${place + 1}`
    const own = tellAt(where, context.notice)
    const gold = goldOfAsserts([...objectsOf(defaults.assert), ...objectsOf(test.assert)], own)
    const vars = await varsOf({ ...objectIn(defaults, 'vars'), ...objectIn(test, 'vars') }, references)
    for (const set of combinations(vars, own)) {
      for (const prompt of prompts) {
        const messages = filled(prompt, set)
        if (!isJsonArray(messages)) {
          own(
            'template-unread',
            'A prompt needs more than its variables, or one that the test lacks; the test is left out with it.',
          )
          continue
        }
        for (const tools of offers) {
          yield {
            subject: { model: 'unknown' },
            messages: openaiChat(messages, own),
            tools,
            ...(gold === undefined ? {} : { gold }),
            where,
          }
        }
      }
    }
  }
}

/** Prompts as lists of messages, not yet filled. */
async function promptsOf(
  value: JsonValue | undefined,
  references: References,
): Promise<readonly (readonly JsonValue[])[]> {
  const prompts: (readonly JsonValue[])[] = []
  for (const entry of isJsonArray(value) ? value : [value ?? null]) {
    const raw = isJsonObject(entry) ? (entry.raw ?? entry.id ?? null) : entry
    const prompt = await references.resolve(raw ?? undefined)
    if (isJsonArray(prompt)) prompts.push(prompt)
    else if (typeof prompt === 'string') prompts.push(conversationIn(prompt))
  }
  return prompts
}

/** Each list of tools that some provider offers, once. */
async function offersOf(value: JsonValue | undefined, references: References, tell: Tell) {
  const offers = new Map<string, readonly JsonObject[]>()
  for (const provider of isJsonArray(value) ? value : [value ?? null]) {
    const tools = isJsonObject(provider)
      ? await references.resolve(objectIn(provider, 'config')?.tools)
      : undefined
    const offered = offeredTools(tools, tell)
    offers.set(writeJson(offered), offered)
  }
  // A provider without tools beside those that have some is a baseline of another kind.
  if (offers.size > 1) offers.delete('[]')
  return [...offers.values()]
}

async function varsOf(vars: JsonObject, references: References): Promise<JsonObject> {
  const found: [string, JsonValue][] = []
  for (const [name, value] of Object.entries(vars)) {
    const resolved = await references.resolve(value)
    if (resolved !== undefined) found.push([name, resolved])
  }
  return Object.fromEntries(found)
}

const MOST_COMBINATIONS = 1000

/** A variable that lists several texts makes a test of each, as promptfoo does. */
function combinations(vars: JsonObject, tell: Tell): readonly JsonObject[] {
  let sets: readonly JsonObject[] = [vars]
  for (const [name, value] of Object.entries(vars)) {
    if (!isJsonArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string')) continue
    if (sets.length * value.length > MOST_COMBINATIONS) {
      tell(
        'template-unread',
        `The variables of a test make more than ${MOST_COMBINATIONS} tests; the first of a list counts.`,
      )
      sets = sets.map((set) => ({ ...set, [name]: value[0] ?? null }))
    } else sets = sets.flatMap((set) => value.map((one) => ({ ...set, [name]: one })))
  }
  return sets
}

function notConfig(where: string): InputError {
  return new InputError({
    code: 'log-broken',
    what: 'This is no config of promptfoo that can be read: it must be JSON or YAML with an object.',
    where,
    fix: 'Name promptfooconfig.yaml or .json; configs that are programs are not run.',
  })
}
