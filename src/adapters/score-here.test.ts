import { describe, expect, it } from 'vitest'
import { readBenchmark, readCatalog } from './read-here.js'
import { score } from './score-here.js'

const paths = { items: 'examples/calls/items.jsonl', catalog: 'examples/calls/tools.jsonl' }

describe('score', () => {
  it('finds the same by paths and by what was read from them', async () => {
    const byPath = await score({
      ...paths,
      outputs: 'examples/calls/caller.jsonl',
      dialect: 'hermes',
      resamples: 200,
    })
    const read = await score({
      items: await readBenchmark(paths.items),
      catalog: await readCatalog(paths.catalog),
      outputs: 'examples/calls/caller.jsonl',
      dialect: 'hermes',
      resamples: 200,
    })
    expect(read).toEqual(byPath)
    expect(byPath.scores.find(({ metric }) => metric === 'call-exact')).toMatchObject({
      value: 20 / 24,
      n: 24,
    })
    expect(byPath.items).toHaveLength(32)
    expect(byPath.items[0]).toMatchObject({ id: 'desk-01', exact: true, level: 'S7' })
  })

  it('takes outputs that are at hand, as texts, messages or calls', async () => {
    const { items } = await readBenchmark(paths.items)
    const given = { name: 'assign_ticket', arguments: { ticket: 4711, to: 'Rosa' } }
    const message = {
      tool_calls: [
        { type: 'function', function: { name: given.name, arguments: JSON.stringify(given.arguments) } },
      ],
    }
    for (const output of [{ message }, { calls: [given] }]) {
      const found = await score({
        ...paths,
        items: items.slice(0, 1),
        outputs: [{ id: 'desk-01', ...output }],
        dialect: 'openai',
        resamples: 200,
      })
      expect(found.items).toMatchObject([{ id: 'desk-01', exact: true }])
    }
  })

  it('refuses outputs that are missing, unless it is told to go on', async () => {
    const request = { ...paths, outputs: [{ id: 'desk-01', text: '' }], dialect: 'hermes', resamples: 200 }
    await expect(score(request)).rejects.toMatchObject({ code: 'outputs-missing', where: 'outputs' })
    const { gaps, items } = await score({ ...request, partial: true })
    expect(gaps.missing).toHaveLength(31)
    expect(items).toHaveLength(1)
  })

  it('names the output that says nothing, and the dialect that is none', async () => {
    await expect(score({ ...paths, outputs: [{ id: 'desk-01' }], dialect: 'hermes' })).rejects.toMatchObject({
      code: 'output-invalid',
      where: 'outputs[0]',
    })
    await expect(score({ ...paths, outputs: [], dialect: 'hermse' })).rejects.toThrow(
      'Did you mean "hermes"?',
    )
  })
})
