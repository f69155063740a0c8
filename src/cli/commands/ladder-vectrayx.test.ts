import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import type { LadderDocument } from '../../ladder/ladder-document.js'
import type { JsonObject } from '../../text/json.js'
import { vectrayx } from '../../toolcall/dialects/vectrayx.js'
import { buildProgram } from '../program.js'

const data = process.env.ASSAY_DATA ?? '../shared/data'
const corpus = join(data, 'vectrayx/corpus/tool_sft_mini_v1.jsonl')

interface StoredCase {
  readonly id: string
  readonly gold: { readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject }[] }
  readonly ladder: { readonly battery: string; readonly generates: boolean }
}

/** Far above a few seconds, for a machine under load. */
const LONGEST_MS = 120_000

describe.skipIf(!existsSync(corpus))(
  `assay ladder on real data (${corpus} must be there)`,
  { timeout: LONGEST_MS },
  () => {
    let folder = ''
    let cases: readonly StoredCase[] = []

    async function ladder(...argv: readonly string[]): Promise<string> {
      const cli = recordCli(undefined, { files: hostFiles, clock: hostClock })
      const quick = argv.includes('--from') ? [] : ['--corpus', corpus, '--size', 'standard']
      await buildProgram(cli.context).parseAsync(['node', 'assay', 'ladder', ...quick, ...argv])
      expect(cli.exitCode()).toBe(0)
      return cli.out()
    }

    /** The ladder over what `sayOf` says to each case. */
    async function climbed(name: string, sayOf: (one: StoredCase) => string): Promise<LadderDocument> {
      const outputs = join(folder, `${name}.jsonl`)
      const lines = cases.flatMap((one) =>
        one.ladder.generates ? [`${JSON.stringify({ id: one.id, text: sayOf(one) })}\n`] : [],
      )
      await writeFile(outputs, lines.join(''))
      return JSON.parse(
        await ladder('--subject', `replay:${outputs}`, '--json', '-o', join(folder, name)),
      ) as LadderDocument
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-vectrayx-'))
      await ladder('--plan-only', '-o', join(folder, 'plan'))
      const items = join(folder, 'plan', 'items')
      cases = readdirSync(items).flatMap(
        (name) =>
          readFileSync(join(items, name), 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as StoredCase), // what the command wrote
      )
    }, LONGEST_MS)
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const called = ({ gold }: StoredCase) => gold.calls ?? []
    const keywords = (one: StoredCase): string =>
      called(one).length === 0
        ? 'Claro, te lo explico con mucho gusto en unas pocas palabras.'
        : `Usa la herramienta ${called(one)
            .map(({ name }) => name)
            .join(' y ')} para eso.`
    /** Corpus answers hold no matchers, but where a value looks like one. */
    const plain = (given: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          (value as { readonly $literal?: JsonObject[string] }).$literal ?? value, // undefined of others
        ]),
      )
    const gold = (one: StoredCase): string =>
      called(one)
        .map(({ name, arguments: given }) => vectrayx.renderCalls([{ name, arguments: plain(given) }]))
        .join('')
    const scoreIn = (document: LadderDocument, rung: number, metric: string, group?: string) =>
      document.rungs
        .find(({ id }) => id === rung)
        ?.evidence.find((score) => score.metric === metric && score.group === group)

    it('gives the figures of a subject that holds the corpus by heart and talks of tools elsewhere', async () => {
      const document = await climbed('heart', (one) =>
        one.ladder.battery === 'verbatim' && called(one).length > 0 ? gold(one) : keywords(one),
      )
      expect(document.corpus).toMatchObject({ rows: 2801, dialect: 'vectrayx', shape: 'role-text' })
      const verbatim = cases.filter((one) => one.ladder.battery === 'verbatim')
      const calls = verbatim.filter((one) => called(one).length > 0).length
      expect(scoreIn(document, 3, 'well-formed', 'verbatim')).toMatchObject({ value: 1, n: calls })
      expect(scoreIn(document, 3, 'exact', 'verbatim')).toMatchObject({ value: 1, n: calls })
      expect(scoreIn(document, 3, 'memory')).toMatchObject({ value: 1 })
      expect(scoreIn(document, 3, 'suppression-rows')).toMatchObject({ value: 1, n: verbatim.length - calls })
      expect(scoreIn(document, 3, 'unseen-pass')).toMatchObject({ value: 0 })
      expect(scoreIn(document, 3, 'novel-pass')).toMatchObject({ value: 0 })
      expect(scoreIn(document, 3, 'false-call', 'suppression')).toMatchObject({ value: 0 })
      expect(document).toMatchObject({ verdict: 'memorised', decidedBy: 3 })
    })

    it('calls prose that names the tool a false positive: keywords credit it, no call is there', async () => {
      const document = await climbed('prose', keywords)
      expect(document).toMatchObject({ verdict: 'false-positive', decidedBy: 1 })
      const anywhere = scoreIn(document, 1, 'lenient-anywhere')
      expect(anywhere).toMatchObject({ value: 1 })
      expect(scoreIn(document, 1, 'strict-selection')).toMatchObject({ value: 0, n: anywhere?.n })
      expect(scoreIn(document, 1, 'lenient-only')).toMatchObject({ value: 1 })
      expect(scoreIn(document, 3, 'well-formed', 'verbatim')).toMatchObject({ value: 0 })
      const again = JSON.parse(await ladder('--from', join(folder, 'prose'), '--json')) as LadderDocument
      expect({ ...again, createdAt: '' }).toEqual({ ...document, createdAt: '' })
    })
  },
)
