import { InputError } from '../../errors.js'
import { readJsonLines } from '../../text/jsonl.js'
import { Fields, showPlace } from '../fields.js'
import type { Item } from '../item.js'
import type { BenchmarkContext, BenchmarkInput } from '../reader.js'

/**
 * Reads one item from each line of a JSONL file that is not blank.
 *
 * @throws {InputError} `item-twice` when two lines have one id.
 */
export async function* readItemLines(
  { path }: Pick<BenchmarkInput, 'path'>,
  { files }: BenchmarkContext,
  itemOf: (fields: Fields) => Item,
): AsyncGenerator<Item> {
  const lines = new Map<string, number>()
  for await (const { number: line, value } of readJsonLines(files.stream(path), path)) {
    const item = itemOf(new Fields(value, { path, line }))
    const earlier = lines.get(item.id)
    if (earlier !== undefined) {
      throw new InputError({
        code: 'item-twice',
        what: `Two items have the id ${JSON.stringify(item.id)}.`,
        where: `${showPlace({ path, line: earlier })} and line ${line}`,
        fix: 'Give each item an id of its own, or drop one of the lines.',
      })
    }
    lines.set(item.id, line)
    yield item
  }
}
