/**
 * Measures what docs/evidence.md shows and writes it, with its data in docs/evidence.json.
 * Usage: npm run evidence [-- --only ID …] [--render]
 *   DATA (or ASSAY_DATA)  folder of the public data, ../shared/data by default
 *   MODEL                 GGUF file of SmolLM2-135M-Instruct
 * Needs a build. Each exhibit is written as soon as it is measured, and --only keeps what the others said last. An exhibit
 * that cannot be measured keeps its last measurement, too, unless there is none. --render writes the page alone.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvidenceRecord } from './evidence/exhibit.js'
import { exhibits } from './evidence/exhibits.js'
import { measure, type Places } from './evidence/measure.js'
import { renderEvidence } from './evidence/page.js'

const DATA_FILE = 'docs/evidence.json'
const PAGE = 'docs/evidence.md'

const order = new Map(exhibits.map(({ id }, at) => [id, at]))
const words = process.argv.slice(2)
const only = words.filter((_, at) => words[at - 1] === '--only')
const unknown = only.filter((id) => !exhibits.some((exhibit) => exhibit.id === id))
if (unknown.length > 0) {
  throw new Error(
    `There is no exhibit ${unknown.join(', ')}. Exhibits are ${exhibits.map(({ id }) => id).join(', ')}.`,
  )
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
let record: EvidenceRecord = existsSync(DATA_FILE)
  ? (JSON.parse(readFileSync(DATA_FILE, 'utf8')) as EvidenceRecord)
  : { schema: 'assay.evidence/1', machine: '', measurements: [] }

if (!words.includes('--render')) {
  const places: Places = {
    data: process.env.DATA ?? process.env.ASSAY_DATA ?? '../shared/data',
    model: process.env.MODEL,
    out: mkdtempSync(join(tmpdir(), 'assay-evidence-')),
  }
  const started = performance.now()
  for (const exhibit of exhibits) {
    if (only.length > 0 && !only.includes(exhibit.id)) continue
    console.error(`${exhibit.id} …`)
    const measured = await measure(exhibit, places, version)
    const last = record.measurements.find(({ id }) => id === exhibit.id)
    if (measured.kind === 'not-measured') console.error(`  not measured: ${measured.why}`)
    if (measured.kind === 'not-measured' && last?.kind === 'measured') continue
    const others = record.measurements.filter(({ id }) => id !== exhibit.id)
    record = {
      schema: 'assay.evidence/1',
      machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
      measurements: [...others, measured]
        .filter(({ id }) => order.has(id))
        .sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0)),
    }
    write()
  }
  rmSync(places.out, { recursive: true, force: true })
  console.error(`${Math.round((performance.now() - started) / 1000)} s`)
}
write()

function write(): void {
  writeFileSync(DATA_FILE, `${JSON.stringify(record, null, 1)}\n`)
  writeFileSync(PAGE, renderEvidence(exhibits, record))
}
