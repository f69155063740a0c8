import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostFiles } from '../../src/adapters/files.js'
import { hostHash } from '../../src/adapters/hash.js'
import { CacheState } from '../../src/agent/cache-state.js'
import { executePlan } from '../../src/agent/execute-plan.js'
import type { PackWorld } from '../../src/agent/pack.js'
import { type OpenedPack, openPack, type PackServerFlags } from '../../src/cli/packs.js'

const modules = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol', import.meta.url))

const open = (server: string, flags: PackServerFlags): Promise<OpenedPack> =>
  openPack(
    {
      spec: `mcp:"${process.execPath}" "${join(modules, server, 'dist/index.js')}"`,
      size: 'small',
      seed: 0,
      semantics: 'strict',
      isTyped: flags.replay === undefined,
      server: flags,
    },
    { files: hostFiles, notify: () => undefined, signal: new AbortController().signal },
  )

const run = async (world: PackWorld, code: string) =>
  (await executePlan({ world, code, cache: CacheState.empty, now: () => performance.now(), hash: hostHash }))
    .execution

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-packs-'))
  process.env.MEMORY_FILE_PATH = join(folder, 'memory.jsonl')
})
afterAll(() => {
  delete process.env.MEMORY_FILE_PATH
  rmSync(folder, { recursive: true, force: true })
})

describe('the reference server "everything" as a pack', () => {
  it('is called, recorded and replayed', async () => {
    const record = join(folder, 'everything.jsonl')
    const plan =
      'total = get_sum(a=2, b=3)\nsave_to_cache(key="total", value=total)\nprint(total.search_results[0]["text"])\nprint(echo(message="hi").search_results[0]["text"])'
    const opened = await open('server-everything', { record, allowWrites: true })
    expect(opened.world.tools.length).toBeGreaterThan(10)
    const live = await run(opened.world, plan)
    await opened.close()
    expect(live.error).toBeUndefined()
    expect(live.printed).toMatch(/\b5\b[^]*hi/)
    expect(readFileSync(record, 'utf8').trim().split('\n')).toHaveLength(3)
    const replayed = await open('server-everything', { replay: record })
    const again = await run(replayed.world, plan)
    await replayed.close()
    expect([again.trace, again.printed, again.cacheAfter]).toEqual([
      live.trace,
      live.printed,
      live.cacheAfter,
    ])
  })

  it('gives a row for each thing that a tool lists', async () => {
    const opened = await open('server-everything', { allowWrites: true })
    const picture = await run(
      opened.world,
      'x = get_tiny_image()\nprint([row["type"] for row in x.search_results])',
    )
    await opened.close()
    expect(picture.error).toBeUndefined()
    expect(picture.printed).toContain('image')
  })
})

describe('the reference server "memory" as a pack', () => {
  it('changes nothing unless it may', async () => {
    const plan =
      'create_entities(entities=[{"name": "Ada", "entityType": "person", "observations": ["writes notes"]}])\nfound = search_nodes(query="Ada")\nprint(found.search_results)'
    const variables = ['MEMORY_FILE_PATH']
    const guarded = await open('server-memory', { variables })
    const refused = await run(guarded.world, plan)
    await guarded.close()
    expect(refused.error).toMatchObject({ fault: 'tool-failed', tool: 'create_entities' })
    const free = await open('server-memory', { allowWrites: true, variables })
    const allowed = await run(free.world, plan)
    await free.close()
    expect(allowed.error).toBeUndefined()
    expect(allowed.printed).toContain('Ada')
  })
})
