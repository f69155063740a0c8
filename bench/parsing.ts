import { cpus } from 'node:os'
import { dialects } from '../src/toolcall/dialects/index.js'
import { LIMIT_SECONDS, linearity, SIZES, UNITS } from './parsing/linearity.js'
import { peakOf } from './parsing/memory.js'
import { caseOutputs, type Judged, type Measure, outputsPerSecond } from './parsing/rate.js'
import { median, spread, table } from './retrieval/table.js'

/*
 * How fast outputs are parsed (all readings) and judged, whether time grows as the text does, and whether a file of any
 * size is read in the same memory. Times are of the processor, so that other work on the machine has little say.
 *
 * --only rate|linear|memory, --runs N (default 7), --megabytes N of the file for memory (default 1024; needs
 * `npm run build`), --quick (3 runs, 64 MB, texts up to 4 MB).
 */
const flags = process.argv.slice(2)
const after = (flag: string): string | undefined =>
  flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined
const isQuick = flags.includes('--quick')
const only = after('--only')
console.log(`Parsing, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
if (only === undefined || only === 'rate') showRate(Number(after('--runs') ?? (isQuick ? 3 : 7)))
if (only === undefined || only === 'linear') showLinearity(isQuick ? SIZES.slice(0, 3) : SIZES)
if (only === undefined || only === 'memory') {
  await showMemory(Number(after('--megabytes') ?? (isQuick ? 64 : 1024)))
}

function showRate(runs: number): void {
  const outputs = caseOutputs()
  const row = (name: string, some: readonly Judged[], measure: Measure): readonly string[] => {
    const rates = outputsPerSecond(some, measure)
    const length = some.reduce((sum, { output }) => sum + output.text.length, 0) / some.length
    return [
      name,
      `${some.length}`,
      length.toFixed(0),
      spread(
        rates.map((rate) => rate / 1000),
        1,
      ),
      (1e6 / median(rates)).toFixed(1),
    ]
  }
  const rows = [row('all', outputs, { runs, runSeconds: 1, warmSeconds: 8 })]
  for (const { id } of dialects) {
    const own = outputs.filter(({ dialect }) => dialect.id === id)
    if (own.length > 0) rows.push(row(id, own, { runs: 3, runSeconds: 0.3, warmSeconds: 1 }))
  }
  console.log('\nParsed in all readings and held against gold, outputs a second and core')
  console.log(table([['dialect', 'texts', 'mean length', 'thousands a second', 'µs each'], ...rows]))
  console.log(
    `Median of ${runs} runs, of 3 for one dialect (least–most). Texts of test/fixtures/cases: those of toolcall-open.jsonl as they are, the calls\n` +
      'of callmatch-open.jsonl as hermes writes them. Tools are prepared once an item, as scoring does.',
  )
}

function showLinearity(sizes: readonly number[]): void {
  const found = linearity(sizes)
  const worst = found.map(({ dialect, unit, seconds }) => ({ dialect, unit, seconds: seconds.at(-1) ?? 0 }))
  worst.sort((left, right) => right.seconds - left.seconds)
  const largest = sizes.at(-1) ?? 0
  console.log(
    `\nOne thing repeated: ${UNITS.length} things, ${dialects.length} dialects; seconds for a text of so many MB`,
  )
  const slowest = worst.slice(0, 8).map(({ dialect, unit }) => {
    const { seconds = [] } = found.find((one) => one.dialect === dialect && one.unit === unit) ?? {}
    return [dialect, JSON.stringify(unit), ...seconds.map((value) => value.toFixed(2))]
  })
  console.log(table([['slowest', '', ...sizes.map((size) => `${size} MB`)], ...slowest]))
  const median10 = median(worst.map(({ seconds }) => seconds))
  const over = worst.filter(({ seconds }) => seconds >= LIMIT_SECONDS)
  console.log(
    `Median for ${largest} MB: ${median10.toFixed(3)} s. ${LIMIT_SECONDS} s or more: ${over.length} of ${worst.length}.`,
  )
}

async function showMemory(megabytes: number): Promise<void> {
  console.log('\nassay parse over a JSONL file, peak memory of the process')
  const rows: string[][] = []
  for (const size of [megabytes / 16, megabytes]) {
    const { lines, seconds, peakMegabytes } = await peakOf(size)
    rows.push([
      `${size} MB`,
      `${lines}`,
      seconds.toFixed(1),
      `${Math.round(lines / seconds)}`,
      peakMegabytes.toFixed(0),
    ])
  }
  console.log(table([['file', 'outputs', 'processor s', 'outputs a second', 'peak MB'], ...rows]))
}
