import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { emptyObject, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'
import { Fields, itemFault, showPlace } from '../fields.js'
import type { CallItem, DialogueItem, Item } from '../item.js'
import { type BenchmarkContext, defineBenchmarkReader } from '../reader.js'
import { goldFromBfcl } from './bfcl/gold.js'
import { CLASS_FILES, type ParameterOrder, parameterOrder, turnsFromBfcl } from './bfcl/multi-turn.js'
import { schemaFromBfcl } from './bfcl/schema.js'
import { firstKeys } from './sniff.js'

const QUESTION_FILE = /^BFCL_v\d+_.+\.json$/
const ANSWERS_FOLDER = 'possible_answer'
const CLASSES_FOLDER = 'multi_turn_func_doc'

/**
 * BFCL v4: a question file, or the folder that holds them. Single-turn questions become call items, multi-turn ones
 * dialogues. Answers are those of `possible_answer/` beside the questions, or of `--answers` (a file, or a folder with
 * files of the same names). A call item keeps what BFCL says under `bfcl`, for `--compat bfcl`.
 */
export const bfcl = defineBenchmarkReader({
  id: 'bfcl',
  describes: 'BFCL v4: BFCL_v4_*.json with possible_answer/ beside it, one file or the folder',
  heeds: ['answers'],
  detect(input) {
    if (input.isFolder) return input.names.some((name) => QUESTION_FILE.test(name))
    const keys = firstKeys(input)
    return keys.has('id') && keys.has('question') && (keys.has('function') || keys.has('involved_classes'))
  },
  async *read(input, context) {
    const { join } = context.files
    const seen = new Map<string, string>()
    const files = input.isFolder
      ? input.names.filter((name) => QUESTION_FILE.test(name))
      : [lastPart(input.path)]
    for (const name of files) {
      const path = input.isFolder ? join(input.path, name) : input.path
      yield* new QuestionFile({ path, name, context, seen }).items()
    }
  },
})

function lastPart(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

interface QuestionFileOptions {
  readonly path: string
  readonly name: string
  readonly context: BenchmarkContext
  /** Where each id was met. */
  readonly seen: Map<string, string>
}

class QuestionFile {
  readonly #path: string
  readonly #name: string
  readonly #context: BenchmarkContext
  readonly #seen: Map<string, string>
  readonly #classes = new Map<string, readonly JsonValue[]>()
  #answers: ReadonlyMap<string, JsonValue> | undefined

  constructor({ path, name, context, seen }: QuestionFileOptions) {
    this.#path = path
    this.#name = name
    this.#context = context
    this.#seen = seen
  }

  async *items(): AsyncGenerator<Item> {
    const path = this.#path
    for await (const { number: line, value } of readJsonLines(this.#context.files.stream(path), path)) {
      const fields = new Fields(value, { path, line })
      const id = fields.id('id')
      const earlier = this.#seen.get(id)
      if (earlier !== undefined) {
        throw new InputError({
          code: 'item-twice',
          what: `Two items have the id ${JSON.stringify(id)}.`,
          where: `${earlier} and ${showPlace(fields.place)}`,
          fix: 'Drop one of the lines.',
        })
      }
      this.#seen.set(id, showPlace(fields.place))
      const item = await (fields.has('function') ? this.#callItem(id, fields) : this.#dialogue(id, fields))
      if (item !== undefined) yield item
    }
  }

  async #callItem(id: string, fields: Fields): Promise<CallItem | undefined> {
    const category = categoryOf(id)
    if (category.includes('relevance') && !category.includes('irrelevance')) {
      this.#context.notice?.({
        code: 'no-gold',
        what: `${id} expects some call and does not say which; it is left out.`,
        where: showPlace(fields.place),
      })
      return undefined
    }
    const functions = fields.list('function').map((entry) => describedFunction(entry, fields))
    const answers = category.includes('irrelevance') ? [] : await this.#answersTo(id, fields)
    const gold: GoldContext = {
      functions: new Map(functions.map((described) => [described.name, described])),
      fields,
      notice: this.#context.notice,
    }
    const names = functions.map(({ name }) => name)
    const json = objectOf({
      id,
      kind: 'call',
      category,
      messages: firstTurn(fields),
      tools: functions.map(({ name, description, parameters }) =>
        objectOf({ name, description, inputSchema: schemaFromBfcl(parameters) }),
      ),
      gold:
        answers.length === 0
          ? objectOf({ none: true })
          : objectOf({ calls: answers.map((answer) => goldCall(answer, gold)), order: 'any' }),
      cluster: [...names].sort().join(', '),
      bfcl: objectOf({ category, functions: fields.list('function'), answers }),
    })
    return { kind: 'call', id, cluster: json.cluster as string, json } // set above
  }

  async #dialogue(id: string, fields: Fields): Promise<DialogueItem> {
    const classes = fields.texts('involved_classes')
    const described = await this.#describedIn(classes)
    const order: ParameterOrder = parameterOrder(described)
    const expected = await this.#answersTo(id, fields)
    const turns = turnsFromBfcl(fields.list('question'), expected, order)
    for (const [index, turn] of turns.entries()) {
      if (turn.plan === undefined || turn.calls !== undefined) continue
      this.#context.notice?.({
        code: 'plan-not-literal',
        what: `Turn ${index + 1} of ${id} holds calls whose arguments cannot be named or are no literals; only the source is kept.`,
        where: showPlace(fields.place),
      })
    }
    const cluster = [...classes].sort().join(', ')
    const { initial_config: initialConfig, path } = fields.json
    const json = objectOf({
      id,
      kind: 'dialogue',
      category: categoryOf(id),
      turns,
      tools: [...order.keys()],
      cluster,
      bfcl: objectOf({ classes, initialConfig, path }),
    })
    return { kind: 'dialogue', id, cluster, json }
  }

  async #answersTo(id: string, fields: Fields): Promise<readonly JsonValue[]> {
    this.#answers ??= await readAnswers(await this.#answersPath(), this.#context.files)
    const answers = this.#answers.get(id)
    if (isJsonArray(answers)) return answers
    throw new InputError({
      code: 'answers-missing',
      what: `There is no answer to ${JSON.stringify(id)}.`,
      where: showPlace(fields.place),
      fix: `Put BFCL's ${ANSWERS_FOLDER}/${this.#name} beside the questions, or name it with --answers.`,
    })
  }

  async #answersPath(): Promise<string> {
    const { files, answers } = this.#context
    const beside = files.join(files.folderOf(this.#path), ANSWERS_FOLDER)
    const place = answers ?? beside
    return (await files.facts(place))?.kind === 'file' ? place : files.join(place, this.#name)
  }

  /** What is described of the tools of these classes; nothing where the descriptions are not there. */
  async #describedIn(classes: readonly string[]): Promise<readonly JsonValue[]> {
    const { files, notice } = this.#context
    const all: JsonValue[] = []
    for (const name of classes) {
      const known = this.#classes.get(name)
      const file = CLASS_FILES.get(name)
      const path =
        file === undefined ? undefined : files.join(files.folderOf(this.#path), CLASSES_FOLDER, file)
      const isThere = path !== undefined && (await files.facts(path)) !== undefined
      const read: JsonValue[] = []
      if (known === undefined && isThere) {
        for await (const { value } of readJsonLines(files.stream(path), path)) read.push(value)
      } else if (known === undefined) {
        notice?.({
          code: 'class-unknown',
          what: `The tools of ${JSON.stringify(name)} are not described in ${CLASSES_FOLDER}; positional arguments have no names.`,
          where: this.#path,
        })
      }
      this.#classes.set(name, known ?? read)
      all.push(...(known ?? read))
    }
    return all
  }
}

/** `live_simple_12-3-0` is of the category `live_simple`. */
function categoryOf(id: string): string {
  return id.replace(/_\d[\d-]*$/, '')
}

function firstTurn(fields: Fields): readonly JsonValue[] {
  const turns = fields.list('question')
  const [first] = turns
  if (turns.length === 1 && isJsonArray(first)) return first
  throw fields.fault('question', 'a list of one list of messages', turns)
}

interface DescribedFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

function describedFunction(entry: JsonValue, fields: Fields): DescribedFunction {
  if (isJsonObject(entry)) {
    const { name, description, parameters } = entry
    if (typeof name === 'string' && isJsonObject(parameters)) {
      return { name, description: typeof description === 'string' ? description : '', parameters }
    }
  }
  throw fields.fault('function', 'a list of functions with name and parameters', entry)
}

interface GoldContext {
  readonly functions: ReadonlyMap<string, DescribedFunction>
  readonly fields: Fields
  readonly notice: BenchmarkContext['notice']
}

function goldCall(answer: JsonValue, { functions, fields, notice }: GoldContext): JsonObject {
  const [entry, another] = isJsonObject(answer) ? Object.entries(answer) : []
  if (entry === undefined || another !== undefined || !isJsonObject(entry[1])) {
    throw itemFault(
      fields.place,
      'An answer to this item is not one function with its parameters.',
      'Correct the answers.',
    )
  }
  const [name, acceptable] = entry
  const properties = functions.get(name)?.parameters.properties
  const args = emptyObject()
  for (const [parameter, values] of Object.entries(acceptable)) {
    const described =
      isJsonObject(properties) && Object.hasOwn(properties, parameter) ? properties[parameter] : undefined
    if (!isJsonArray(values)) {
      throw itemFault(
        fields.place,
        `The answers to this item list no values for ${JSON.stringify(parameter)} of ${JSON.stringify(name)}.`,
        'Correct the answers.',
      )
    }
    if (values.length === 0) {
      notice?.({
        code: 'gold-unreachable',
        what: `BFCL accepts no value for ${JSON.stringify(parameter)} of ${JSON.stringify(name)}, nor its absence; here it may be empty or absent.`,
        where: showPlace(fields.place),
      })
    }
    args[parameter] = goldFromBfcl(values, described)
  }
  return objectOf({ name, arguments: args })
}

async function readAnswers(path: string, files: Files): Promise<ReadonlyMap<string, JsonValue>> {
  const answers = new Map<string, JsonValue>()
  if ((await files.facts(path)) === undefined) return answers
  for await (const { number: line, value } of readJsonLines(files.stream(path), path)) {
    const fields = new Fields(value, { path, line })
    answers.set(fields.id('id'), fields.json.ground_truth ?? null)
  }
  return answers
}

function objectOf(members: { readonly [key: string]: JsonValue | undefined }): JsonObject {
  const object = emptyObject()
  for (const [key, value] of Object.entries(members)) if (value !== undefined) object[key] = value
  return object
}
