import { callTaskOf, OfferShelf } from '../../benchmark/call-item.js'
import { itemFromJson } from '../../benchmark/item-json.js'
import type { Catalog } from '../../catalog/catalog.js'
import { parseYaml } from '../../catalog/openapi/yaml-text.js'
import { InputError } from '../../errors.js'
import type { Files } from '../../ports.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../text/json.js'
import { idOf } from '../../text/json-members.js'
import { readJsonLines, readJsonText } from '../../text/jsonl.js'
import type { KeywordItem, KeywordSet } from '../keyword-set.js'
import { firstText, type KeywordRuleKind } from './keyword-rule.js'
import { type RuleDocument, readRuleDocument } from './rule-document.js'
import { keywordRuleOf, keywordRules } from './rules/index.js'

export interface KeywordSetOptions {
  /** Id of a rule, instead of detection by the first item. */
  readonly rule?: string
  /** Where tools that call items offer by name are looked up. */
  readonly catalog?: Catalog
}

/** A rule document, and a text that holds one array; items themselves stand in JSONL of any length. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024
const HEAD_BYTES = 64 * 1024

/**
 * Reads a test by keywords: items as JSONL or one JSON array, whose kind shows in the members of the first; Assay's call
 * items; or a document in JSON or YAML that names items and says what is credited.
 *
 * @throws {InputError} `file-missing`, `keyword-set-unknown`, `keyword-set-empty`, `keyword-rule-invalid`, `item-twice`,
 * `item-invalid`, `gold-invalid`, `json-broken`, `yaml-broken` and what files throw.
 */
export async function readKeywordSet(
  path: string,
  { files }: { readonly files: Files },
  options: KeywordSetOptions = {},
): Promise<KeywordSet> {
  const facts = await files.facts(path)
  if (facts?.kind !== 'file') {
    throw new InputError({
      code: 'file-missing',
      what: facts === undefined ? 'There is no such file.' : 'This is a folder, and a test is one file.',
      where: path,
      fix: 'Name a file of items (JSONL or JSON), or a rule document (JSON or YAML).',
    })
  }
  const isYaml = /\.ya?ml$/i.test(path)
  if (!isYaml && (await startsWithJsonLine(files, path))) {
    const items: NumberedJson[] = []
    for await (const { number, value } of readJsonLines(files.stream(path), path)) {
      items.push({ json: objectAt(value, path, number), line: number })
    }
    const [only] = items
    const isDocument = items.length === 1 && only?.json.items !== undefined && only.json.kind === undefined
    return isDocument ? fromDocument(only.json, path, { files, ...options }) : setOf(items, { path }, options)
  }
  if (facts.sizeBytes > MAX_DOCUMENT_BYTES) {
    throw new InputError({
      code: 'keyword-set-unknown',
      what: `A document of ${Math.round(facts.sizeBytes / 1024 / 1024)} MiB is longer than the ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB that are read.`,
      where: path,
      fix: 'Put the items into JSONL, one a line, and name that file under "items".',
    })
  }
  const text = new TextDecoder().decode(await files.read(path))
  if (text.trim() === '') return setOf([], { path }, options)
  const value = isYaml ? yamlValue(text, path) : readJsonText(text, { path })
  if (isJsonArray(value)) return setOf(numbered(value, path), { path }, options)
  return fromDocument(objectAt(value, path, 1), path, { files, ...options })
}

interface NumberedJson {
  readonly json: JsonObject
  readonly line: number
}

async function startsWithJsonLine(files: Files, path: string): Promise<boolean> {
  const decoder = new TextDecoder()
  let head = ''
  for await (const piece of files.stream(path)) {
    head += decoder.decode(piece.subarray(0, HEAD_BYTES), { stream: true })
    if (head.length >= HEAD_BYTES) break
  }
  // A first line that is longer than the head is one of JSONL: documents are written over several lines.
  const line =
    head
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split('\n')[0] ?? ''
  if (!line.startsWith('{')) return false
  return line.trimEnd().endsWith('}') || !head.trimStart().includes('\n')
}

function yamlValue(text: string, path: string): JsonValue {
  const reading = parseYaml(text, { maxDepth: 64, maxLength: MAX_DOCUMENT_BYTES })
  if (reading.kind === 'value') return reading.value
  const { code, reason, at } = reading.fault
  const line = text.slice(0, at).split('\n').length
  throw new InputError({
    code,
    what: reason,
    where: `${path}, line ${line}`,
    fix: 'Correct the text at that place.',
  })
}

async function fromDocument(
  json: JsonObject,
  path: string,
  { files, ...options }: KeywordSetOptions & { readonly files: Files },
): Promise<KeywordSet> {
  const document = readRuleDocument(json, path)
  const { items } = document
  if (typeof items !== 'string') return setOf(numbered(items, path), { path, document }, options)
  const place = isAbsolute(items) ? items : files.join(files.folderOf(path), items)
  const listed: NumberedJson[] = []
  if (/\.json$/i.test(items)) {
    const value = readJsonText(new TextDecoder().decode(await files.read(place)), { path: place })
    listed.push(...numbered(isJsonArray(value) ? value : [value], place))
  } else {
    for await (const { number, value } of readJsonLines(files.stream(place), place)) {
      listed.push({ json: objectAt(value, place, number), line: number })
    }
  }
  return setOf(listed, { path: place, document }, options)
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)
}

function numbered(values: readonly JsonValue[], path: string): readonly NumberedJson[] {
  return values.map((value, at) => ({ json: objectAt(value, path, at + 1), line: at + 1 }))
}

function objectAt(value: JsonValue, path: string, line: number): JsonObject {
  if (isJsonObject(value)) return value
  throw new InputError({
    code: 'item-invalid',
    what: 'An item is no object.',
    where: `${path}, line or item ${line}`,
    fix: 'Write one JSON object an item.',
  })
}

interface SetPlace {
  readonly path: string
  readonly document?: RuleDocument | undefined
}

function setOf(
  listed: readonly NumberedJson[],
  { path, document }: SetPlace,
  { rule, catalog }: KeywordSetOptions,
): KeywordSet {
  const [first] = listed
  if (first === undefined) {
    throw new InputError({
      code: 'keyword-set-empty',
      what: 'The test holds no item.',
      where: path,
      fix: 'Name a file with at least one item.',
    })
  }
  const kind = kindOf(first.json, { path, document, rule })
  const base = { name: document?.name ?? nameOf(path), path, rule: kind.id }
  const items = itemsOf(listed, { path, kind, document })
  const set: KeywordSet = {
    ...base,
    items: kind.id === 'call-items' ? [] : items,
    ...kind.harness,
    ...document?.given,
  }
  const whole = kind.id === 'call-items' ? withTasks(set, listed, { path, catalog }) : set
  // Conditions in items are read here, so that what is wrong with them is told now.
  keywordRuleOf(whole)
  return whole
}

function kindOf(
  first: JsonObject,
  { path, document, rule }: SetPlace & { readonly rule: string | undefined },
): KeywordRuleKind {
  const wanted = rule ?? document?.rule ?? (document?.given.credit === undefined ? undefined : 'own')
  const kind = keywordRules.find((one) => (wanted === undefined ? one.detect(first) : one.id === wanted))
  if (kind !== undefined) return kind
  throw new InputError({
    code: 'keyword-set-unknown',
    what:
      wanted === undefined
        ? 'The items are of no test that is known, and no rule says what is credited.'
        : `There is no rule "${wanted}".`,
    where: path,
    fix: `Known are:${keywordRules.map(({ id, describes }) => `\n         ${id}: ${describes}`).join('')}`,
  })
}

function itemsOf(
  listed: readonly NumberedJson[],
  { path, kind, document }: SetPlace & { readonly kind: KeywordRuleKind },
): readonly KeywordItem[] {
  const key = document?.idKey ?? 'id'
  const given = listed.map(({ json }) => idOf(json[key]))
  // Ids that are missing or doubled, as in some released files, give way to the numbers of the lines.
  const areIds = given.every((id) => id !== undefined) && new Set(given).size === given.length
  if (!areIds && document?.idKey !== undefined) {
    throw new InputError({
      code: 'item-twice',
      what: `"${key}" is missing in an item, or two items have the same.`,
      where: path,
      fix: 'Name a member that tells the items apart, or leave "id" out: lines then count.',
    })
  }
  const promptKeys = document?.promptKeys ?? kind.promptKeys
  return listed.map(({ json, line }, at) => ({
    id: areIds ? (given[at] ?? String(line)) : String(line),
    prompt: firstText(json, promptKeys),
    members: json,
  }))
}

function withTasks(
  set: KeywordSet,
  listed: readonly NumberedJson[],
  { path, catalog }: { readonly path: string; readonly catalog: Catalog | undefined },
): KeywordSet {
  const shelf = new OfferShelf()
  const seen = new Set<string>()
  const tasks = listed.map(({ json, line }) => {
    const item = itemFromJson(json, { path, line })
    if (item.kind !== 'call' || seen.has(item.id)) {
      throw new InputError({
        code: item.kind === 'call' ? 'item-twice' : 'item-invalid',
        what:
          item.kind === 'call'
            ? `Two items have the id ${JSON.stringify(item.id)}.`
            : 'Only call items are read here, and this one is of another kind.',
        where: `${path}, line ${line}`,
        fix: 'Give each call item an id of its own; keep other kinds in files of their own.',
      })
    }
    seen.add(item.id)
    return callTaskOf(item, { catalog, shelf })
  })
  const items = tasks.map(
    ({ id, messages }, at): KeywordItem => ({
      id,
      prompt: messages.findLast(({ role }) => role === 'user')?.text ?? '',
      members: listed[at]?.json ?? {},
    }),
  )
  return { ...set, tasks, items }
}

/** The last part of a path, without its ending. */
function nameOf(path: string): string {
  const file = path.split(/[/\\]/).findLast((part) => part !== '') ?? path
  return file.replace(/\.(?:jsonl?|ya?ml)$/i, '')
}
