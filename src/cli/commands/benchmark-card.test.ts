import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { hostFiles } from '../../adapters/files.js'
import { answerLine, headLine } from '../../annotation/annotation-file.js'
import { buildProgram } from '../program.js'

const items = Array.from({ length: 6 }, (_, at) => ({
  id: `q${at}`,
  kind: 'qa',
  tool: 'book',
  question: `Does this tool do thing ${at}?`,
  answer: at % 2 === 0 ? 'yes' : 'no',
}))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-card-'))
  await hostFiles.write(join(folder, 'items.jsonl'), [items.map((item) => JSON.stringify(item)).join('\n')])
  const tool = { name: 'book', description: 'Books a room for a night.' }
  await hostFiles.write(join(folder, 'catalog.jsonl'), [JSON.stringify(tool)])
  await hostFiles.write(join(folder, 'other.jsonl'), [JSON.stringify({ ...tool, name: 'hire' })])
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (...parts: readonly string[]): string => join(folder, ...parts)

async function assay(...argv: readonly string[]): Promise<string> {
  const record = recordCli(hostFiles)
  await buildProgram(record.context).parseAsync(['node', 'assay', 'benchmark', ...argv])
  return record.out()
}

async function card(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(at('made', 'benchmark.json'), 'utf8'))
}

async function annotated(annotator: string, said: readonly string[]): Promise<void> {
  const { fingerprint } = await card()
  const lines = said.map((answer, place) => answerLine({ unit: `q${place}`, answer }))
  const head = headLine({ annotator, fingerprint: String(fingerprint), seed: 0 })
  await hostFiles.write(at('made', 'annotations', `${annotator}.jsonl`), [[head, ...lines].join('\n')])
}

describe('assay benchmark card', () => {
  it('adds null models with intervals, the verdict of the audit, and what people said', async () => {
    await assay('import', at('items.jsonl'), '--catalog', at('catalog.jsonl'), '-o', at('made'))
    const before = await card()
    await annotated('ana', ['yes', 'no', 'yes', 'no', 'yes', 'no'])
    await annotated('ben', ['yes', 'no', 'yes', 'no', 'no', 'no'])
    const out = await assay('card', at('made'), '--catalog', at('catalog.jsonl'))
    const after = await card()
    expect(after).toMatchObject(before)
    expect(after).toMatchObject({
      floors: expect.arrayContaining([
        expect.objectContaining({ null: 'constant', kind: 'qa', metric: 'balanced-accuracy', chance: 0.5 }),
      ]),
      verdict: expect.stringMatching(/usable/),
      reasons: expect.any(Object),
      unchecked: expect.any(Array),
      // 5 of 6 alike; expected by chance (5² + 7²)/12².
      people: [
        {
          kind: 'qa',
          annotators: 2,
          units: 6,
          complete: 6,
          rawAgreement: expect.closeTo(5 / 6, 9),
          kappa: {
            value: expect.closeTo((5 / 6 - 74 / 144) / (1 - 74 / 144), 9),
            interval: expect.any(Array),
          },
          majorities: 5,
          asBenchmark: 5,
        },
      ],
    })
    expect(out).toMatch(
      /verdict +\S*usable[^]*people +qa: 2 annotators, kappa 0\.66 \[[^]*5 of 5 majorities as the benchmark/,
    )
    // Again it comes to the same; without answers nothing of them is left.
    const bytes = JSON.stringify(after)
    await assay('card', at('made'), '--catalog', at('catalog.jsonl'))
    expect(JSON.stringify(await card())).toBe(bytes)
    await rm(at('made', 'annotations'), { recursive: true })
    expect(await assay('card', at('made'), '--json')).not.toContain('people')
  })

  it.each([
    ['card-missing', ['items.jsonl'], []],
    ['card-catalog', ['made'], ['--catalog', 'other.jsonl']],
    ['annotations-missing', ['made'], ['--annotations', 'nowhere']],
  ] as const)('refuses with %s and leaves the card as it was', async (code, [source], [flag, value]) => {
    await assay('import', at('items.jsonl'), '--catalog', at('catalog.jsonl'), '-o', at('made'))
    const before = await card()
    const more = flag === undefined ? [] : [flag, at(value)]
    await expect(assay('card', at(source), ...more)).rejects.toMatchObject({ code })
    expect(await card()).toEqual(before)
  })

  it('refuses items that were changed since', async () => {
    await assay('import', at('items.jsonl'), '-o', at('made'))
    await hostFiles.write(at('made', 'items.jsonl'), [JSON.stringify(items[0])])
    await expect(assay('card', at('made'))).rejects.toMatchObject({ code: 'card-stale' })
  })
})
