import { readFileSync } from 'node:fs'
import {
  dialects,
  hostFiles,
  hostHttp,
  loadBenchmark,
  loadCatalog,
  type OutputText,
  parseOutput,
  toolTable,
} from 'assay'

const context = { files: hostFiles, http: hostHttp, notify: () => {} }
const { catalog } = await loadCatalog(['examples/calls/tools.jsonl'], context)
const { items } = await loadBenchmark('examples/calls/items.jsonl', context)
const dialect = dialects.find(({ id }) => id === 'hermes')
if (dialect === undefined) throw new Error('There is no such dialect.')

const tools = toolTable(catalog.tools)
const outputs = readFileSync('examples/calls/caller.jsonl', 'utf8').trim().split('\n')
const levels = outputs.map((line) => {
  const { text } = JSON.parse(line) as OutputText
  return parseOutput({ text }, { dialect, tools }).strict.level
})
const good = levels.filter((level) => level === 'S6')
process.stdout.write(`${items.length} items, ${good.length} outputs at S6\n`)
