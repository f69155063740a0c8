import { cpus } from 'node:os'
import { hostFiles } from '../src/adapters/files.js'
import { type Catalog, catalogOf } from '../src/catalog/catalog.js'
import { findEquivalence } from '../src/catalog/lint/equivalence.js'
import { lintCatalog } from '../src/catalog/lint/lint.js'
import { readCatalogLines } from '../src/catalog/store.js'
import type { Tool } from '../src/catalog/tool.js'
import { randomStream } from '../src/numeric/random.js'

/** A catalog.jsonl may be named; without one, 125,000 tools are made up. */
const [given] = process.argv.slice(2)
const TOOLS = 125_000

console.log(`Catalog lint, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
const catalog = given === undefined ? madeUp(TOOLS) : await readCatalog(given)
console.log(`${given ?? 'made up'}: ${catalog.tools.length} tools`)
await measure('equivalence', async () => {
  const { classes, pairCount, isComplete } = await findEquivalence(catalog.tools)
  return `${classes.length} classes, ${pairCount} confusable pairs${isComplete ? '' : ' (lower bounds)'}`
})
await measure('all rules', async () => {
  const { totals } = await lintCatalog(catalog, { tokens: false, limit: 100 })
  return `errors ${totals.error}, warnings ${totals.warn}, notes ${totals.info}`
})
await measure('all rules, tokens', async () => {
  const { tokens } = await lintCatalog(catalog, { limit: 100 })
  return tokens.kind === 'measured' ? `${tokens.total} ${tokens.tokenizer} tokens` : tokens.reason
})

/** The peak is that of the process so far. */
async function measure(name: string, work: () => Promise<string>): Promise<void> {
  const started = performance.now()
  const cpuBefore = process.cpuUsage()
  const result = await work()
  const cpu = process.cpuUsage(cpuBefore)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const cpuSeconds = ((cpu.user + cpu.system) / 1e6).toFixed(1)
  const peak = (process.resourceUsage().maxRSS / 1024).toFixed(0)
  console.log(`  ${name.padEnd(18)} ${seconds} s (CPU ${cpuSeconds} s), peak ${peak} MB resident; ${result}`)
}

async function readCatalog(path: string): Promise<Catalog> {
  const tools: Tool[] = []
  for await (const { tool } of readCatalogLines(hostFiles.stream(path), path)) tools.push(tool)
  return catalogOf(tools)
}

/**
 * Services of 1 to 200 operations over a few thousand words of Zipf-like frequency; a tenth of the tools repeats
 * another's text in another service, a twentieth with two words changed, and one service says one thing 5,000 times.
 */
function madeUp(count: number): Catalog {
  const random = randomStream(0, 'bench/lint')
  const word = (): string => `w${Math.floor(4000 ** random.uniform()).toString(36)}`
  const sentence = (length: number): string => Array.from({ length }, word).join(' ')
  const tools: Tool[] = []
  let service = 0
  while (tools.length < count) {
    service++
    const size = service === 100 ? 5000 : 1 + random.below(200)
    const about = sentence(20)
    for (let operation = 0; operation < size && tools.length < count; operation++) {
      const draw = random.below(20)
      const other = draw < 3 ? tools[random.below(Math.max(1, tools.length))] : undefined
      const own = other?.description ?? sentence(8 + random.below(40))
      const description = service === 100 ? 'Does the one thing.' : draw === 0 ? `${own} ${sentence(2)}` : own
      const properties = Object.fromEntries(
        Array.from({ length: random.below(8) }, () => [word(), { type: 'string', description: sentence(6) }]),
      )
      tools.push({
        name: `service_${service}__op_${operation}`,
        title: other?.title ?? sentence(4),
        description,
        inputSchema: { type: 'object', properties },
        service: `Service ${service}`,
        serviceDescription: about,
        endpoint: other?.endpoint ?? `GET /${word()}/${word()}/${operation}`,
        source: { format: 'bench', at: `${service}, ${operation}` },
      })
    }
  }
  return catalogOf(tools)
}
