import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliRecord, recordCli } from '../../../test/contract/cli-run.js'
import { hostClock } from '../../adapters/clock.js'
import { hostFiles } from '../../adapters/files.js'
import type { Files } from '../../ports.js'
import type { ReportDocument } from '../../report/document.js'
import type { CliContext } from '../command.js'
import { buildProgram } from '../program.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-audit-'))
  const tool = {
    name: 'book',
    description: 'Books a table in a restaurant.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  }
  const items = ['Lima', 'Oslo', 'Bonn', 'Kyiv'].map((city) => ({
    id: city,
    kind: 'call',
    messages: [{ role: 'user', content: `A table in ${city}.` }],
    tools: ['book'],
    gold: { calls: [{ name: 'book', arguments: { city } }], order: 'any' },
  }))
  const script = {
    label: 'waiter',
    dialect: 'hermes',
    rules: [
      { when: { contains: ['Lima'] }, answer: { calls: [{ name: 'book', arguments: { city: 'Lima' } }] } },
    ],
    otherwise: 'No table there.',
  }
  const config = {
    catalog: ['tools.jsonl'],
    benchmarks: ['calls.jsonl'],
    subjects: [
      { spec: `scripted:${join(folder, 'waiter.json')}`, label: 'waiter', ask: { dialogues: false } },
      'gold',
    ],
    sections: ['lint', 'calls', 'dialogues'],
    ask: {
      calls: { cache: false },
      dialogues: { pack: 'security-desk', small: true, only: 'host-en-008-01,host-en-007-01' },
    },
    resamples: 200,
  }
  const written = {
    'tools.jsonl': [tool],
    'calls.jsonl': items,
    'waiter.json': [script],
    'assay.config.json': [config],
  }
  await mkdir(folder, { recursive: true })
  for (const [name, lines] of Object.entries(written)) {
    await writeFile(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function audit(
  argv: readonly string[],
  overrides: Partial<CliContext> = {},
): Promise<CliRecord<Files> & { readonly error: unknown }> {
  const record = recordCli(hostFiles, { clock: hostClock, ...overrides })
  let error: unknown
  try {
    await buildProgram(record.context).parseAsync(['node', 'assay', 'audit', folder, ...argv])
  } catch (thrown) {
    error = thrown
  }
  return { ...record, error }
}

async function reportIn(place: string): Promise<ReportDocument> {
  // Written by the audit.
  return JSON.parse(await readFile(join(place, 'report.json'), 'utf8')) as ReportDocument
}

/** Verdicts and scores, without the time they took. */
function foundIn({ pages, sections, notMeasured }: ReportDocument): unknown {
  return { overview: pages?.overview, sections, notMeasured }
}

describe('an audit that asks subjects', { timeout: 60_000 }, () => {
  it('makes one report of what was looked at and what was asked', async () => {
    const out = join(folder, 'out')
    const { exitCode, error, out: printed } = await audit(['-o', out])
    expect(error).toBeUndefined()
    expect(exitCode()).toBe(0)
    expect(printed()).toContain('waiter calls exactly what is right for 25.0 %')
    expect(printed()).toContain('gold takes 100.0 %')
    const report = await reportIn(out)
    expect(report.sections.map(({ id }) => id)).toEqual(['lint'])
    expect(report.pages?.overview.scores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: 'waiter', score: expect.objectContaining({ value: 0.25, n: 4 }) }),
        expect.objectContaining({ subject: 'gold', score: expect.objectContaining({ value: 1 }) }),
      ]),
    )
  })

  it('goes on where it was interrupted, asks nobody twice, and reports the same', async () => {
    const [whole, cut] = [join(folder, 'whole'), join(folder, 'cut')]
    await audit(['-o', whole])
    const stop = new AbortController()
    const said: string[] = []
    const notify = (line: string): void => {
      said.push(line)
      if (line.startsWith('2 of 2')) stop.abort(new Error('interrupted'))
    }
    const first = await audit(['-o', cut], { signal: stop.signal, notify })
    expect(first.error).toEqual(new Error('interrupted'))
    expect(said.at(-1)).toContain(`assay audit --resume ${cut}`)
    const samples = await readFile(join(cut, 'calls-waiter', 'samples.jsonl'), 'utf8')
    const again = await audit(['--resume', cut])
    expect(again.error).toBeUndefined()
    expect(again.err()).toContain('1 of 2: Calls · waiter: done before')
    expect(await readFile(join(cut, 'calls-waiter', 'samples.jsonl'), 'utf8')).toBe(samples)
    expect(foundIn(await reportIn(cut))).toEqual(foundIn(await reportIn(whole)))
  })

  it('tells what was refused, and asks the others all the same', async () => {
    await rm(join(folder, 'waiter.json'))
    const out = join(folder, 'out')
    const { exitCode, out: printed } = await audit(['-o', out])
    expect(exitCode()).toBe(2)
    expect(printed()).toContain('Calls · waiter: not measured')
    expect(printed()).toContain('gold takes 100.0 %')
    expect((await reportIn(out)).notMeasured).toEqual(
      expect.arrayContaining([expect.objectContaining({ what: 'Calls · waiter' })]),
    )
  })

  it('refuses to go on with something else, or over an audit', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    expect((await audit(['-o', out])).error).toMatchObject({ code: 'run-exists' })
    expect((await audit(['--resume', out, '--seed', '5'])).error).toMatchObject({ code: 'audit-changed' })
    expect((await audit(['--resume', out, '-o', out])).error).toMatchObject({ code: 'flags-clash' })
    expect((await audit(['--resume', join(folder, 'none')])).error).toMatchObject({ code: 'audit-missing' })
    expect(existsSync(join(folder, 'none'))).toBe(false)
    await writeFile(join(out, 'audit.json'), '{"schema":"assay.audit-state/1","ended":[1]}')
    expect((await audit(['--resume', out])).error).toMatchObject({ code: 'audit-state-invalid' })
  })

  it('keeps the tools that were asked about when it refuses to go on with others', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    const kept = await readFile(join(out, 'catalog.jsonl'), 'utf8')
    const tools = await readFile(join(folder, 'tools.jsonl'), 'utf8')
    await writeFile(join(folder, 'tools.jsonl'), tools.replace('Books', 'Cancels'))
    expect((await audit(['--resume', out])).error).toMatchObject({ code: 'audit-changed' })
    expect(await readFile(join(out, 'catalog.jsonl'), 'utf8')).toBe(kept)
  })

  it('begins anew what died before it had said what it asks, and touches nothing of others', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    const before = foundIn(await reportIn(out))
    const own = join(out, 'dialogues-gold')
    const dieEarly = async (): Promise<void> => {
      for (const name of await readdir(own)) {
        if (name !== 'items.jsonl') await rm(join(own, name), { recursive: true })
      }
      const holder = { pid: 999_999, host: hostname(), since: '2026-01-01' }
      await writeFile(join(own, 'run.lock'), JSON.stringify(holder))
      await writeFile(join(own, 'run.json.999999.0.tmp'), '{')
    }
    await dieEarly()
    const again = await audit(['--resume', out])
    expect([again.error, again.exitCode()]).toEqual([undefined, 0])
    expect(foundIn(await reportIn(out))).toEqual(before)

    await dieEarly()
    await writeFile(join(own, 'turns.jsonl'), '')
    expect((await audit(['--resume', out])).exitCode()).toBe(2)
    expect(existsSync(join(own, 'items.jsonl'))).toBe(true)
  })

  it.each(['catalog.jsonl', 'report.json', 'report.md', join('core', 'report.json'), 'calls-waiter'])(
    'writes nothing through a link in the place of %s',
    async (part) => {
      const out = join(folder, 'out')
      await audit(['-o', out])
      const theirs = join(folder, 'theirs')
      await rename(join(out, part), theirs)
      await symlink(theirs, join(out, part))
      expect((await audit(['--resume', out])).error).toMatchObject({
        code: 'run-link',
        where: join(out, part),
      })
    },
  )

  it('refuses another dialect or other members of requests, which no command line shows', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    const config = join(folder, 'assay.config.json')
    const written = JSON.parse(await readFile(config, 'utf8'))
    for (const change of [{ dialect: 'mistral-v3' }, { extra: { hunter2: 'hunter2' } }]) {
      const subjects = [{ ...written.subjects[0], ...change }, 'gold']
      await writeFile(config, JSON.stringify({ ...written, subjects }))
      const { error } = await audit(['--resume', out])
      expect(error).toMatchObject({
        code: 'audit-changed',
        what: expect.stringMatching(/what the config says of its subjects\.$/),
      })
    }
    const other = await audit(['-o', join(folder, 'other'), '--section', 'calls'])
    expect(other.error).toBeUndefined()
    expect(await readFile(join(folder, 'other', 'audit.json'), 'utf8')).not.toContain('hunter2')
  })

  it('keeps its report from an audit that asks nobody, and says so of a file in place of its folder', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    const kept = await readFile(join(out, 'report.json'), 'utf8')
    const nobody = ['--subject', 'bm25', '--section', 'lint']
    expect((await audit(['--resume', out, ...nobody])).error).toMatchObject({ code: 'audit-changed' })
    expect((await audit(['-o', out, ...nobody])).error).toMatchObject({ code: 'run-exists' })
    expect(await readFile(join(out, 'report.json'), 'utf8')).toBe(kept)
    const file = join(folder, 'tools.jsonl')
    for (const given of [[], nobody]) {
      expect((await audit(['-o', file, ...given])).error).toMatchObject({ code: 'output-is-file' })
    }
  })

  it('keeps the items that it made when it refuses to go on with others', async () => {
    const out = join(folder, 'out')
    const given = [
      '--catalog',
      'reference/catalog.jsonl',
      '--benchmark',
      'facts:mcq,size=4',
      '--section',
      'probes',
    ]
    const subject = ['--subject', `scripted:${join(folder, 'waiter.json')}`]
    const begun = await audit([...given, ...subject, '-o', out])
    expect(begun.error).toBeUndefined()
    const items = join(out, 'benchmarks', 'facts-mcq-size-4', 'items.jsonl')
    const kept = await readFile(items, 'utf8')
    const other = await audit([...given, ...subject, '--seed', '5', '--resume', out])
    expect(other.error).toMatchObject({ code: 'audit-changed' })
    expect(await readFile(items, 'utf8')).toBe(kept)
  })

  it('begins none where another process has begun one meanwhile', async () => {
    const out = join(folder, 'out')
    const begun = { schema: 'assay.audit-state/1', ended: [] }
    const notify = (line: string): void => {
      if (!line.startsWith('Catalog lint')) return
      mkdirSync(out, { recursive: true })
      writeFileSync(join(out, 'audit.json'), JSON.stringify(begun))
    }
    expect((await audit(['-o', out], { notify })).error).toMatchObject({ code: 'run-exists' })
    expect(JSON.parse(await readFile(join(out, 'audit.json'), 'utf8'))).toEqual(begun)
  })

  it('says how to go on with all of it where the disk fills up before the report', async () => {
    const out = join(folder, 'out')
    const write: Files['write'] = async (path, pieces) => {
      if (path.endsWith(join('core', 'report.json'))) throw new Error('the disk is full')
      return hostFiles.write(path, pieces)
    }
    const first = await audit(['-o', out], { files: { ...hostFiles, write } })
    expect(first.error).toEqual(new Error('the disk is full'))
    expect(first.err()).toContain(`keeps what was asked. Go on with all of it: assay audit --resume ${out}`)
    const again = await audit(['--resume', out])
    expect([again.error, again.exitCode()]).toEqual([undefined, 0])
  })

  it('asks again whose folder is gone', async () => {
    const out = join(folder, 'out')
    await audit(['-o', out])
    const before = foundIn(await reportIn(out))
    await rm(join(out, 'calls-waiter'), { recursive: true })
    const again = await audit(['--resume', out])
    expect(again.error).toBeUndefined()
    expect(foundIn(await reportIn(out))).toEqual(before)
  })
})
