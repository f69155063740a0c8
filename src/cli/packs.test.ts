import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostFiles } from '../adapters/files.js'
import { hostHash } from '../adapters/hash.js'
import { hostJournals } from '../adapters/journal.js'
import { CacheState } from '../agent/cache-state.js'
import { executeCalls } from '../agent/execute-calls.js'
import { executePlan } from '../agent/execute-plan.js'
import type { PackWorld } from '../agent/pack.js'
import { canonicalJson } from '../text/json.js'
import { type OpenedPack, openPack, type PackHost, type PackRequest } from './packs.js'

const script = fileURLToPath(new URL('../../test/fixtures/mcp/tools-server.mjs', import.meta.url))
const spec = `mcp:"${process.execPath}" "${script}"`
const setting = { cache: CacheState.empty, now: () => 0, hash: hostHash }

let folder = ''
let opened: OpenedPack | undefined
let noted: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-packs-'))
  noted = []
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  rmSync(folder, { recursive: true, force: true })
})

const open = async (changes: Partial<PackRequest> = {}, host?: PackHost): Promise<OpenedPack> => {
  await opened?.close()
  const context = {
    files: hostFiles,
    notify: (line: string) => void noted.push(line),
    signal: new AbortController().signal,
  }
  const request: PackRequest = {
    spec,
    size: 'small',
    seed: 0,
    semantics: 'strict',
    isTyped: true,
    ...changes,
  }
  opened = await (host === undefined ? openPack(request, context) : openPack(request, context, host))
  return opened
}

const noServers: PackHost = {
  servers: { open: () => Promise.reject(new Error('no server may be started')) },
  journals: hostJournals,
  hash: hostHash,
}

const run = async (world: PackWorld, code: string) =>
  (await executePlan({ ...setting, world, code })).execution

describe('a live server as a pack', () => {
  it('runs plans whose calls wait for it, keeps results and names every tool so that Python can', async () => {
    const { world, pack } = await open()
    expect(pack).toMatchObject({ id: 'mcp', persona: 'an assistant who works with the tools of desk' })
    expect(world.tools.map(({ name }) => name).slice(0, 2)).toEqual(['echo', 'list_things'])
    expect(world.tools.map(({ name }) => name)).toContain('print_2')
    expect(
      world.tools
        .filter(({ name }) => name.startsWith('save_to_cache'))
        .map(({ name, role }) => [name, role]),
    ).toEqual([
      ['save_to_cache_2', 'call'],
      ['save_to_cache', 'save'],
    ])
    const code = `things = list_things(kind="b", from_=3)
save_to_cache(key="things", value=things)
ordered = sort_results(results=things, column="id", ascending=False)
print(ordered.search_results[0]["id"], echo(message=things.search_results[0]["kind"]).search_results[0]["text"])`
    const { error, printed, trace, cacheAfter } = await run(world, code)
    expect(error).toBeUndefined()
    expect(printed.trim()).toBe('4 Echo: b')
    expect(trace.map(({ tool, arguments: args }) => [tool, args.from_, args.message])).toEqual([
      ['list_things', 3, undefined],
      ['save_to_cache', undefined, undefined],
      ['sort_results', undefined, undefined],
      ['echo', undefined, 'b'],
    ])
    expect(cacheAfter).toMatchObject([{ key: 'things', tool: 'list_things', count: 2 }])
    expect(cacheAfter[0]?.summary).toBe(
      'list_things; kind: "b"; from: 3.\nFirst row: {"id":3,"kind":"b","tags":"[\\"x\\",\\"y\\"]"}\n2 rows found.',
    )
  })

  it('answers JSON calls under the names that its schema gives', async () => {
    const { world } = await open()
    const { execution, messages } = await executeCalls({
      ...setting,
      world,
      calls: [{ name: 'list_things', arguments: { from: 7 } }],
    })
    expect(execution.error).toBeUndefined()
    expect(messages[0]?.content).toContain('7')
  })

  it('refuses what is wrong before the server hears of it', async () => {
    const record = join(folder, 'results.jsonl')
    const { world } = await open({ server: { record } })
    for (const code of [
      'echo()',
      'echo(message=3)',
      'echo(message="a", loud=True)',
      'list_things(kind="c")',
      'echo(message=count())',
    ]) {
      expect((await run(world, code)).error?.fault, code).toBe('validation')
    }
    expect((await run(world, 'reboot()')).error?.fault).toBe('unknown-tool')
    await opened?.close()
    const lines = readFileSync(record, 'utf8').trim().split('\n')
    expect(lines.slice(1).map((line) => JSON.parse(line).tool)).toEqual(['count'])
  })

  it('does not run what is not marked as read-only, unless it may', async () => {
    const refused = await run((await open()).world, 'erase()')
    expect(refused.error).toMatchObject({
      fault: 'tool-failed',
      message: expect.stringContaining('not marked as read-only'),
    })
    expect(noted).toEqual([expect.stringMatching(/refused without --allow-writes: erase$/)])
    const allowed = await run(
      (await open({ server: { allowWrites: true } })).world,
      'x = erase()\nprint(x.search_results[0]["text"])',
    )
    expect(allowed.printed.trim()).toBe('erased')
  })

  it('outlives whatever a tool does, and says it in one line', async () => {
    const { world } = await open({ server: { timeoutMs: 2000 } })
    for (const [code, message] of [
      ['fail()', /^The tool answered with an error: "ok/],
      ['refuse()', /Unknown tool/],
      ['slow()', /No answer within 2 s/],
      ['die()', /ended during the call/],
      ['huge(length=6000000)', /longer than 4 Mi/],
    ] as const) {
      const { error } = await run(world, code)
      expect(error, code).toMatchObject({ fault: 'tool-failed', message: expect.stringMatching(message) })
      expect(error?.message).not.toMatch(/[\n\u001b]/)
    }
    const hostile = await run(
      world,
      'save_to_cache(key="a", value=inject())\nsave_to_cache(key="b", value=deep())',
    )
    expect(hostile.error).toBeUndefined()
    for (const { summary } of hostile.cacheAfter) {
      const lines = summary.split('\n')
      expect(lines.length).toBeLessThan(5)
      expect(lines.at(-1)).toBe('1 row found.')
      expect(summary).not.toContain('\u001b')
      expect(summary.length).toBeLessThan(1000)
    }
  }, 20_000)

  it('is recorded, and replayed without the server, to the same traces', async () => {
    const record = join(folder, 'results.jsonl')
    const plans = [
      'a = count()\nb = count()\nprint(a.search_results, b.search_results)',
      'fail()',
      'erase()',
      'x = digits()\nprint(x.search_results)',
    ]
    const { world } = await open({ server: { record } })
    const live = []
    for (const code of plans) live.push(await run(world, code))
    await opened?.close()
    opened = undefined
    const replayed = await open({ isTyped: false, server: { replay: record } }, noServers)
    expect(replayed.world.knowledge).toBe(world.knowledge)
    for (const [place, code] of plans.entries()) {
      const { durationMs: _, steps: __, ...again } = await run(replayed.world, code)
      const { durationMs: ___, steps: ____, ...before } = live[place] ?? { durationMs: 0, steps: 0 }
      expect(again).toEqual(before)
    }
    expect((await run(replayed.world, 'echo(message="new")')).error).toMatchObject({
      fault: 'tool-failed',
      message: 'not recorded',
    })
  })

  it('goes on with its record, but not with that of another server', async () => {
    const record = join(folder, 'results.jsonl')
    await run((await open({ server: { record } })).world, 'count()')
    await run((await open({ server: { record } })).world, 'count()')
    await opened?.close()
    opened = undefined
    const lines = readFileSync(record, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(3)
    await expect(open({ server: { record, allowWrites: true } })).rejects.toMatchObject({
      code: 'pack-changed',
    })
    writeFileSync(record, `${lines[0]?.replace('"echo"', '"ekko"')}\n`)
    await expect(open({ server: { record } })).rejects.toMatchObject({ code: 'pack-changed' })
  })

  it('is never started because a stored run names it', async () => {
    await expect(open({ isTyped: false }, noServers)).rejects.toMatchObject({
      code: 'pack-executes',
      fix: expect.stringContaining('--replay'),
    })
  })

  it('that cannot be opened, or a record that is none, is an error of the input', async () => {
    await expect(open({ spec: 'mcp:no-such-program-here' })).rejects.toMatchObject({ code: 'mcp-start' })
    const path = join(folder, 'x.jsonl')
    writeFileSync(path, '{"id":1}\n')
    await expect(open({ server: { replay: path } })).rejects.toMatchObject({ code: 'tool-results-invalid' })
    await expect(open({ server: { replay: join(folder, 'none') } })).rejects.toMatchObject({
      code: 'file-missing',
    })
    await expect(open({ server: { record: path } })).rejects.toMatchObject({ code: 'tool-results-invalid' })
  })
})

describe('packs by id', () => {
  it('opens a pack, saves it, and opens what was saved', async () => {
    const { world } = await open({ spec: 'security-desk' })
    for (const { name, bytes } of world.save()) writeFileSync(join(folder, name), bytes)
    const again = await open({ spec: 'security-desk', saved: folder, seed: 5 })
    expect(again.world.knowledge).toBe(world.knowledge)
    expect(again.pack.dialogues).toBeDefined()
  })

  it('names the packs that there are', async () => {
    await expect(open({ spec: 'holiday' })).rejects.toMatchObject({
      code: 'pack-unknown',
      fix: 'Name one of travel, security-desk, recorded, or a live server as mcp:<command line>.',
    })
  })
})

describe('recorded results as a pack', () => {
  const item = (id: string, output: string) => ({
    kind: 'dialogue' as const,
    id,
    json: {
      id,
      turns: [
        {
          role: 'user',
          text: 'x',
          recorded: [{ name: 'Look', arguments: { at: 'here' }, output, exception: null }],
        },
      ],
    },
  })

  it('answers each dialogue from its own', async () => {
    const items = [item('a', 'first'), item('b', 'second')]
    const { worldOf, world } = await open({ spec: 'recorded', items })
    expect(world.counts).toEqual({ tools: 1, results: 1 })
    const { dialogueOf } = await import('../benchmark/dialogue-item.js')
    const said = []
    for (const one of items) {
      said.push((await run(worldOf(dialogueOf(one)), 'print(Look(at="here").search_results)')).printed.trim())
    }
    expect(said).toEqual(["[{'value': 'first'}]", "[{'value': 'second'}]"])
    expect(canonicalJson([...world.save()].length)).toBe('0')
  })

  it('needs items that carry some', async () => {
    await expect(open({ spec: 'recorded' })).rejects.toMatchObject({ code: 'recorded-missing' })
  })
})
