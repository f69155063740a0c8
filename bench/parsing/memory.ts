import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Peak {
  readonly lines: number
  /** Of the processor, the start of the process included. */
  readonly seconds: number
  readonly peakMegabytes: number
}

/** Leaves what the process used in a file when it ends. */
const REPORT = `import { writeFileSync } from 'node:fs'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeFileSync(process.env.ASSAY_BENCH_REPORT, JSON.stringify({ maxRSS, cpu: userCPUTime + systemCPUTime }))
})`

const TOOLS = [
  { name: 'get_weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
]

/** Parses a file of that size in a process of its own. The file is removed again. */
export async function peakOf(megabytes: number): Promise<Peak> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const [input, tools, report] = ['outputs.jsonl', 'tools.json', 'report.json'].map((name) =>
      join(folder, name),
    )
    if (input === undefined || tools === undefined || report === undefined) throw new Error('three names')
    writeFileSync(tools, JSON.stringify(TOOLS))
    const lines = writeOutputs(input, megabytes * 1e6)
    await parse([input, tools, report])
    const { maxRSS, cpu } = JSON.parse(readFileSync(report, 'utf8')) as { maxRSS: number; cpu: number } // written by REPORT
    return { lines, seconds: cpu / 1e6, peakMegabytes: (maxRSS * 1024) / 1e6 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Outputs of 20 to 4,000 characters: calls, broken calls and prose. */
function writeOutputs(path: string, bytes: number): number {
  const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Cusco"}}\n</tool_call>'
  const texts = [
    call,
    `I look it up.\n${call}`,
    call.slice(0, -20),
    'It is cold in Cusco. '.repeat(40),
    `<think>${'Where is it? '.repeat(300)}</think>\n${call}`,
    `${call}\n`.repeat(6),
    call.replaceAll('"', "'"),
  ]
  const file = openSync(path, 'w')
  let written = 0
  let lines = 0
  while (written < bytes) {
    let batch = ''
    for (let count = 0; count < 1_000; count++)
      batch += `${JSON.stringify({ id: `o-${lines}`, text: texts[lines++ % texts.length] })}\n`
    written += writeSync(file, batch)
  }
  closeSync(file)
  return lines
}

function parse([input = '', tools = '', report = '']: readonly string[]): Promise<void> {
  const assay = fileURLToPath(new URL('../../bin/assay.js', import.meta.url))
  const args = ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, assay]
  const child = spawn(
    process.execPath,
    [...args, 'parse', '--quiet', '--dialect', 'hermes', '--tools', tools, input],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ASSAY_BENCH_REPORT: report },
    },
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`assay parse ended with ${code}`))))
  })
}
