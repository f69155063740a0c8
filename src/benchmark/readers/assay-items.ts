import { InputError } from '../../errors.js'
import { itemFromJson } from '../item-json.js'
import { defineBenchmarkReader } from '../reader.js'
import { readItemLines } from './json-lines.js'
import { firstKeys } from './sniff.js'

/** Assay's own folder: `benchmark.json` and `items.jsonl`. */
export const assayFolder = defineBenchmarkReader({
  id: 'assay',
  describes: "Assay's own folder: items.jsonl, with or without benchmark.json",
  detect: ({ isFolder, names }) =>
    isFolder && (names.includes('items.jsonl') || names.includes('benchmark.json')),
  read(input, context) {
    const path = context.files.join(input.path, 'items.jsonl')
    if (!input.names.includes('items.jsonl')) {
      throw new InputError({
        code: 'file-missing',
        what: 'The folder has a benchmark.json, but no items.jsonl.',
        where: input.path,
        fix: 'Put items.jsonl back beside it.',
      })
    }
    return readItemLines({ path }, context, (fields) => itemFromJson(fields.json, fields.place))
  },
})

/** A bare `items.jsonl`, under any name. */
export const assayItems = defineBenchmarkReader({
  id: 'assay-items',
  describes: "Assay's items: JSONL with id and kind (retrieval, mcq, qa, call, dialogue)",
  detect: (input) => firstKeys(input).has('kind'),
  read: (input, context) =>
    readItemLines(input, context, (fields) => itemFromJson(fields.json, fields.place)),
})
