/**
 * Decoding of tool tokens: the trie of 46,985 tools (time, memory, look-ups), what its mask costs beside a step of a model,
 * and 500 queries on the smallest GGUF that can be made and on the reference models.
 * Usage: npm run bench -- parametric [--only trie|mask|queries|reference] [--quick]
 * The trie takes real names where ASSAY_DATA (default ../shared/data) has toolgen/virtual_tokens.txt. The rest needs
 * npm ci --prefix test/assets/local-models, and the mask a model: node test/assets/chat-templates.mjs
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hostTemplates } from '../src/adapters/chat-template.js'
import { hostClock } from '../src/adapters/clock.js'
import { hostFiles } from '../src/adapters/files.js'
import { hostHttp } from '../src/adapters/http.js'
import { ggufTokenSource } from '../src/adapters/models/gguf-next-tokens.js'
import { splitJoinedName } from '../src/catalog/alias.js'
import { type Catalog, catalogOf } from '../src/catalog/catalog.js'
import type { Tool } from '../src/catalog/tool.js'
import { beamSearch } from '../src/parametric/beam-search.js'
import { decodeItems, type PromptRecipe } from '../src/parametric/decode-items.js'
import type { NextTokens, TokenSource } from '../src/parametric/next-tokens.js'
import { builtInTokens, givenTokens, type TokenMap } from '../src/parametric/token-map.js'
import { TokenTrie } from '../src/parametric/token-trie.js'
import { tokenizeMap } from '../src/parametric/tokenize-map.js'
import type { SubjectContext } from '../src/subject/kind.js'
import { countText } from '../src/text/number-text.js'
import { bigramGguf } from '../test/generators/bigram-gguf.js'

const isQuick = process.argv.includes('--quick')
const only = process.argv[process.argv.indexOf('--only') + 1]
const wants = (name: string): boolean => !process.argv.includes('--only') || only === name
console.log(`Parametric, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}\n`)
process.env.ASSAY_PEERS ??= 'test/assets/local-models'
const hasEngine = existsSync(join(process.env.ASSAY_PEERS, 'node_modules/node-llama-cpp'))
const realModel = '.cache/chat-templates/smollm2/model.gguf'

setFlagsFromString('--expose-gc')
const gc: () => void = runInNewContext('gc')
/** Twice: buffers of arrays go only with the second. */
const collect = (): void => {
  gc()
  gc()
}

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const spread = (values: readonly number[]): string => {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return `${at(0.5).toFixed(1)} (${at(0).toFixed(1)} to ${at(1).toFixed(1)}, n = ${values.length})`
}

/** ToolGen's names, or as many with as many services. */
function toolNames(): { readonly names: readonly string[]; readonly areReal: boolean } {
  const path = join(process.env.ASSAY_DATA ?? '../shared/data', 'toolgen/virtual_tokens.txt')
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    return { names: lines.map((line) => line.slice(2, -2)), areReal: true }
  }
  return {
    names: Array.from({ length: 46_985 }, (_, at) => `service ${(at * 7919) % 10_387}&&endpoint ${at}`),
    areReal: false,
  }
}

function sequencesOf(names: readonly string[], layout: 'flat' | 'hierarchical'): readonly Int32Array[] {
  const ids = new Map<string, number>()
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? 128_256 + ids.size
    ids.set(text, id)
    return id
  }
  return names.map((name) => {
    const joined = splitJoinedName(name)
    if (layout === 'flat' || joined === undefined) return Int32Array.of(idOf(name))
    return Int32Array.of(idOf(`<<${joined.service}>>`), idOf(`<<&&${joined.endpoint}>>`))
  })
}

function measureTrie(): void {
  const { names, areReal } = toolNames()
  console.log(`Trie of ${countText(names.length)} tools (${areReal ? "ToolGen's names" : 'made-up names'})`)
  for (const layout of ['flat', 'hierarchical'] as const) {
    const sequences = sequencesOf(names, layout)
    const times: number[] = []
    for (let round = 0; round < (isQuick ? 3 : 11); round++) {
      const start = process.cpuUsage()
      new TokenTrie(sequences)
      times.push(cpuMs(start))
    }
    collect()
    const before = process.memoryUsage()
    const trie = new TokenTrie(sequences)
    collect()
    const after = process.memoryUsage()
    const bytes = after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers)
    console.log(
      `  ${layout}: CPU ms ${spread(times)}; ${(bytes / 2 ** 20).toFixed(1)} MB; ${countText(trie.nodeCount)} nodes`,
    )
  }
  console.log('  look-up of what may follow and step, ns, by number of tools (hierarchical):')
  for (const count of [100, 1000, 10_000, names.length]) {
    const sequences = sequencesOf(names.slice(0, count), 'hierarchical')
    const trie = new TokenTrie(sequences)
    const rounds = isQuick ? 300_000 : 3_000_000
    let seen = 0
    const start = process.cpuUsage()
    for (let round = 0; round < rounds; round++) {
      const sequence = sequences[(round * 7919) % count] as Int32Array // within the list
      const node = trie.step(0, sequence[0] as number) ?? 0
      seen += trie.allowed(node).length
    }
    console.log(
      `    ${countText(count).padStart(6)}: ${((1e6 * cpuMs(start)) / rounds).toFixed(0)} ns (${seen > 0 ? 'ok' : ''})`,
    )
  }
}

const context: SubjectContext = {
  files: hostFiles,
  http: hostHttp,
  clock: hostClock,
  notify: () => undefined,
  templates: hostTemplates(),
  variable: () => undefined,
  mayExecute: true,
  options: {},
  open: () => Promise.reject(new Error('none')),
}

/** Time of the search itself beside the model's, over the same constrained searches. */
async function measureMask(): Promise<void> {
  if (!hasEngine || !existsSync(realModel)) {
    console.log('\nMask: skipped, no engine or no model (see the head of this file)')
    return
  }
  const source = await ggufTokenSource(realModel, context)
  const { names } = toolNames()
  const ids = await Promise.all(
    names
      .slice(0, isQuick ? 2000 : names.length)
      .map(async (name) => (await source.prompts.tokenize?.(name)) ?? []),
  )
  console.log(`\nMask beside a step of ${source.label}: ${countText(ids.length)} tools by name, width 10`)
  const trie = new TokenTrie(ids)
  const prompt = (await source.prompts.tokenize?.('Find a tool that translates a text: ')) ?? []
  const shares: number[] = []
  const steps: number[] = []
  const masks: number[] = []
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const next = await source.open(prompt)
    let inModel = 0
    let count = 0
    const timed: NextTokens = {
      next: async (prefixes) => {
        const start = performance.now()
        const found = await next.next(prefixes)
        inModel += performance.now() - start
        count += prefixes.length
        return found
      },
    }
    const start = performance.now()
    await beamSearch({
      next: timed,
      end: [...(source.prompts.specials?.eos ?? [])],
      trie,
      width: 10,
      maxNewTokens: 64,
      earlyStopping: true,
    })
    const inSearch = performance.now() - start - inModel
    shares.push((100 * inSearch) / inModel)
    steps.push(inModel / count)
    masks.push(inSearch / count)
  }
  console.log(
    `  a step, ms: ${spread(steps)}; mask and ranking, ms: ${masks.map((ms) => ms.toFixed(4)).join(', ')}; percent of a step: ${shares.map((share) => share.toFixed(2)).join(', ')}`,
  )
  await source.close()
}

/** A bigram of 64 tokens: 40 tools, flat or in two parts. */
async function measureQueries(): Promise<void> {
  if (!hasEngine) {
    console.log('\nQueries: skipped, no engine (see the head of this file)')
    return
  }
  const flat = Array.from({ length: 30 }, (_, at) => `<<t${at}>>`)
  const parts = Array.from({ length: 12 }, (_, at) => `<<p${at}>>`)
  const tokens = ['<s>', '<|end|>', ...flat, ...parts, ...'abcdefghijklmnop', 'Ġ', 'Ċ']
  const control = tokens.flatMap((token, id) => (token.startsWith('<') ? [id] : []))
  const logit = (last: number, next: number): number =>
    3 * Math.sin(1.7 * last + 2.9 * next + 0.4 * last * next)
  const folder = mkdtempSync(join(tmpdir(), 'assay-parametric-'))
  const path = join(folder, 'bigram.gguf')
  try {
    writeFileSync(path, bigramGguf({ tokens, control, bos: 0, eos: 1, addsBos: true, logit }))
    const source = await ggufTokenSource(path, context)
    console.log(
      `\n${isQuick ? 50 : 500} queries on a bigram GGUF of ${tokens.length} tokens, width 50 (times of the search and of calling the engine, not of a model's layers)`,
    )
    await measureWay(source, {
      name: 'flat, constrained',
      spellings: flat.map((text) => [text]),
      way: 'constrained',
      maxNewTokens: 4,
    })
    const pairs = parts.flatMap((first) => parts.slice(0, 10).map((second) => [first, second]))
    await measureWay(source, {
      name: 'hierarchical, constrained',
      spellings: pairs,
      way: 'constrained',
      maxNewTokens: 4,
    })
    await measureWay(source, {
      name: 'free, 16 new tokens',
      spellings: flat.map((text) => [text]),
      way: 'free',
      maxNewTokens: 16,
    })
    await source.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Way {
  readonly name: string
  readonly spellings: readonly (readonly string[])[]
  readonly way: 'constrained' | 'free'
  readonly maxNewTokens: number
}

async function measureWay(source: TokenSource, { name, spellings, way, maxNewTokens }: Way): Promise<void> {
  const tools = spellings.map((parts) => ({
    name: parts.join(' '),
    inputSchema: {},
    source: { format: 'bench', at: '' },
  }))
  const catalog = catalogOf(tools)
  const map = givenTokens(
    catalog,
    spellings.map((parts) => ({
      tool: parts.join(' '),
      spelling: { kind: 'parts' as const, parts },
      where: 'bench',
    })),
  )
  await decode(source, {
    name,
    way,
    maxNewTokens,
    map,
    catalog,
    queries: lettersOf(),
    prompt: { raw: '{query}' },
    earlyStopping: 'never',
  })
}

function lettersOf(): Decoding['queries'] {
  const letters = 'abcdefghijklmnop'
  return Array.from({ length: isQuick ? 50 : 500 }, (_, at) => ({
    id: String(at),
    query: Array.from(
      { length: 12 },
      (_unused, place) => letters[(at * 31 + place * 7) % letters.length],
    ).join(''),
  }))
}

interface Decoding {
  readonly name: string
  readonly way: 'constrained' | 'free'
  readonly maxNewTokens: number
  readonly map: TokenMap
  readonly catalog: Catalog
  readonly queries: readonly { readonly id: string; readonly query: string }[]
  readonly prompt: PromptRecipe
  readonly earlyStopping?: 'never'
}

async function decode(
  source: TokenSource,
  { name, map, catalog, way, ...settings }: Decoding,
): Promise<void> {
  const tokens = await tokenizeMap(map, catalog, source.prompts)
  const wall = performance.now()
  const start = process.cpuUsage()
  const { answers } = await decodeItems({
    source,
    tokens,
    end: [...new Set(source.prompts.specials?.eos)],
    ways: [way],
    width: 50,
    ...settings,
  })
  const load = loadavg()[0] ?? Number.NaN
  console.log(
    `  ${name}: ${((performance.now() - wall) / 1000).toFixed(1)} s, CPU ${(cpuMs(start) / 1000).toFixed(1)} s, ${answers.length} answers; load of the machine ${load.toFixed(1)}`,
  )
}

/** The reference models on their own requests, verbose and realistic ones, each rendered by the chat template. */
async function measureReference(): Promise<void> {
  if (!hasEngine) {
    console.log('\nReference models: skipped, no engine (see the head of this file)')
    return
  }
  const rows = (path: string): readonly string[] =>
    readFileSync(`reference/${path}`, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  const catalog = catalogOf(rows('catalog.jsonl').map((line): Tool => JSON.parse(line)))
  const lines = [...rows('items/verbose.jsonl'), ...rows('items/realistic.jsonl')]
  const count = isQuick ? 50 : 500
  const queries = Array.from({ length: count }, (_, at) => ({
    id: String(at),
    query: String(JSON.parse(lines[(at * 7) % lines.length] ?? '{}').query),
  }))
  console.log(`\n${count} queries on the reference models, width 50, 16 new tokens`)
  for (const { model, layout, way } of [
    { model: 'flat-s2', layout: 'flat', way: 'constrained' },
    { model: 'hier-s2', layout: 'hierarchical', way: 'constrained' },
    { model: 'flat-s2', layout: 'flat', way: 'free' },
    { model: 'hier-s2', layout: 'hierarchical', way: 'free' },
  ] as const) {
    const source = await ggufTokenSource(`reference/models/${model}/model.gguf`, context)
    await decode(source, {
      name: `${model}, ${way}`,
      way,
      maxNewTokens: 16,
      map: builtInTokens(catalog, layout),
      catalog,
      queries,
      prompt: {},
    })
    await source.close()
  }
}

if (wants('trie')) measureTrie()
if (wants('mask')) await measureMask()
if (wants('queries')) await measureQueries()
if (wants('reference')) await measureReference()
process.exit()
