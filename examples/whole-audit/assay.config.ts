import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'assay'

/*
 * Every section on real input. docs/audit.md says where each part comes from.
 *
 *   ASSAY_DATA   folder with bfcl/ and vectrayx/, as their repositories publish them
 *   ASSAY_MODEL  a GGUF file
 */
const data = placeFrom('ASSAY_DATA')
const model = placeFrom('ASSAY_MODEL')

const clone = fileURLToPath(new URL('../../', import.meta.url))
const assets = createRequire(join(clone, 'test/assets/package.json'))
const github = join(assets.resolve('@octokit/openapi/package.json'), '..', 'generated/api.github.com.json')
const server = (name: string): string =>
  `mcp:node ${createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)}`

const bfcl = join(data, 'bfcl/BFCL_v4_multiple.json')
const vectrayx = join(data, 'vectrayx')
const reference = join(clone, 'reference')
const nothing = { probes: false, parametric: false, calls: false, dialogues: false, ladder: false } as const

export default defineConfig({
  // The last are the tools whose tokens a reference subject was trained on.
  catalog: [server('everything'), server('memory'), github, join(reference, 'catalog.jsonl')],
  onDuplicate: 'qualify',
  benchmarks: ['facts:mcq,size=40', 'facts:qa,size=40', bfcl, join(reference, 'items/realistic.jsonl')],
  subjects: [
    'bm25',
    {
      spec: `gguf:${model}`,
      label: 'small-model',
      dialect: 'hermes',
      ask: {
        calls: { only: firstIds(bfcl, 30) },
        ladder: {
          corpus: join(vectrayx, 'corpus/tool_sft_mini_v1.jsonl'),
          eval: [join(vectrayx, 'eval_data/b4_tooluse.jsonl')],
          size: 'glance',
        },
        dialogues: { pack: 'security-desk', small: true, only: 'host-en-008-01', shots: 1 },
      },
    },
    // Models whose faults are known: one calls, one only talks of calling, one names each tool by a token of its own.
    ...['caller', 'talker'].map((name) => ({
      spec: `reference:${name}`,
      label: name,
      ask: { ...nothing, ladder: { corpus: join(reference, 'ladder/corpus.jsonl'), size: 'quick' } },
    })),
    {
      spec: 'reference:flat-s2-realistic',
      label: 'token-model',
      ask: { ...nothing, parametric: { tokens: 'tool-tokens.txt', 'max-new-tokens': 16 } },
    },
    'gold',
    'silent',
  ],
  ask: { dialogues: { pack: 'security-desk', small: true } },
  k: [1, 5, 10],
  seed: 0,
})

function placeFrom(variable: string): string {
  const place = process.env[variable]
  if (place !== undefined && existsSync(place)) return place
  throw new Error(`Set ${variable}: docs/audit.md says to what.`)
}

/** Small models are slow: so many items are enough to see that the section works. */
function firstIds(path: string, count: number): string {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count)
    .map((line) => String((JSON.parse(line) as { readonly id: unknown }).id))
    .join(',')
}
