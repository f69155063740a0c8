import { InputError } from '../../errors.js'
import { readCsv } from '../../text/csv.js'
import { utf8Text } from '../../text/document-text.js'
import { printable } from '../../text/printable.js'
import type { DialogueItem } from '../item.js'
import { type BenchmarkContext, type BenchmarkInput, defineBenchmarkReader } from '../reader.js'
import { columnsOf, DialogueRows, isTablePage } from './t1/dialogue-rows.js'
import { RowNotices } from './t1/row-notices.js'

/** Folders of the hub's layout, a category each. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'attraction',
  'flight',
  'hotel',
  'restaurant',
  'flighthotel',
  'hotelrestaurant',
  'hotelattraction',
  'flighthotelattraction',
  'flighthotelrestaurant',
])
const SPLITS = ['train', 'validation', 'test'] as const
const FILE = /^output_file_(?<category>.+)_(?<split>train|validation|test)_(?<fill>\d+)\.csv$/

/**
 * Dialogues of T1 as the hub holds them: `<category>/<split>/output_file_<category>_<split>_<k>.csv` with the columns `ID`,
 * `Filled_Template` and `Filled_Plan`; others are tolerated. Takes the whole set, one category, one split of it, or one
 * file. Each file is taken to hold one filling of every template of its split, so the `ID` names the template.
 */
export const t1 = defineBenchmarkReader({
  id: 't1',
  describes: "T1's dialogues: CSV with ID, Filled_Template and Filled_Plan, one file or the hub's folders",
  heeds: ['split'],
  detect({ isFolder, names, head }) {
    if (!isFolder) return isTablePage(head)
    return names.some((name) => CATEGORIES.has(name) || FILE.test(name)) || holdsSplits(names)
  },
  async *read(input, context) {
    const notices = new RowNotices()
    const seen = new Set<string>()
    let files = 0
    for await (const path of pagesOf(input, context)) {
      files++
      for (const item of await dialoguesIn(path, context, notices)) {
        if (seen.has(item.id)) throw twice(item.id, path)
        seen.add(item.id)
        yield item
      }
    }
    if (files === 0) throw nothing(input.path, context.split)
    for (const found of notices.list(input.path)) context.notice?.(found)
  },
})

function holdsSplits(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => SPLITS.some((split) => split === name))
}

/** Paths of the CSV files, category by category, split by split, in the order of their numbers. */
async function* pagesOf(
  { path, isFolder, names }: BenchmarkInput,
  context: BenchmarkContext,
): AsyncGenerator<string> {
  if (!isFolder) {
    yield path
    return
  }
  const { files, split } = context
  const inOrder = names.flatMap((name) => {
    const match = FILE.exec(name)
    const isWanted = match !== null && (split === undefined || match.groups?.split === split)
    return isWanted ? [{ name, key: pageKey(match) }] : []
  })
  inOrder.sort((left, right) => (left.key < right.key ? -1 : 1))
  for (const { name } of inOrder) yield files.join(path, name)
  for (const name of names) {
    if (!CATEGORIES.has(name) && !SPLITS.some((one) => one === name)) continue
    const inner = files.join(path, name)
    if ((await files.facts(inner))?.kind !== 'folder') continue
    yield* pagesOf({ path: inner, isFolder: true, names: await files.list(inner), head: '' }, context)
  }
}

/** Sorts by category, split and number. */
function pageKey({ groups }: RegExpExecArray): string {
  return `${groups?.category} ${groups?.split} ${(groups?.fill ?? '').padStart(9, '0')}`
}

/** Far above a real file, which has 40 kB. */
const MAX_BYTES = 64 * 1024 * 1024

async function dialoguesIn(
  path: string,
  { files }: BenchmarkContext,
  notices: RowNotices,
): Promise<readonly DialogueItem[]> {
  const facts = await files.facts(path)
  if ((facts?.sizeBytes ?? 0) > MAX_BYTES) {
    throw broken(path, `The file has more than ${MAX_BYTES / 1024 / 1024} MiB.`, 'Split it up.')
  }
  const reading = readCsv(utf8Text(await files.read(path), path))
  if (reading.kind === 'fault') {
    throw broken(`${path}, line ${reading.line}`, reading.what, 'Close the quotation marks, doubled inside.')
  }
  const [head, ...rows] = reading.rows
  const columns = columnsOf(head?.cells ?? [])
  if (columns === undefined) {
    const found = (head?.cells ?? []).map((cell) => printable(cell, { maxLength: 30 })).join(', ')
    throw broken(
      path,
      `The first line does not name ID, Filled_Template and Filled_Plan, but: ${found || 'nothing'}.`,
      'Give the file a header line with these three columns.',
    )
  }
  const name = path.split(/[/\\]/).at(-1) ?? path
  const { category, split, fill } = FILE.exec(name)?.groups ?? {}
  const page = {
    path,
    stem: name.replace(/\.csv$/, ''),
    ...(category === undefined || split === undefined || fill === undefined
      ? {}
      : { named: { category, split, fill: Number(fill) } }),
  }
  const dialogues = new DialogueRows(page, columns, notices)
  for (const row of rows) dialogues.add(row)
  return dialogues.items()
}

function broken(where: string, what: string, fix: string): InputError {
  return new InputError({ code: 'table-broken', what, where, fix })
}

function twice(id: string, where: string): InputError {
  return new InputError({
    code: 'item-twice',
    what: `Two dialogues have the id ${JSON.stringify(id)}.`,
    where,
    fix: 'Rows of one dialogue stand one below the other, and no other dialogue of the file has their ID.',
  })
}

function nothing(path: string, split: string | undefined): InputError {
  return new InputError({
    code: 'split-needed',
    what:
      split === undefined
        ? 'No file of dialogues stands in these folders.'
        : `The folders hold no split "${split}".`,
    where: path,
    fix: `Files are <category>/<split>/output_file_<category>_<split>_<k>.csv; splits are ${SPLITS.join(', ')}.`,
  })
}
