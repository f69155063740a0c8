import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toolToJson } from '../../src/catalog/tool.js'
import { scratchFolder } from '../contract/run-fixtures.js'
import { townCatalog, townTools } from '../generators/town-catalog.js'

/** The built command line as a process that is killed in the middle. */
let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  scratch = await scratchFolder()
  const lines = townCatalog().tools.map((tool) => `${JSON.stringify(toolToJson(tool))}\n`)
  await writeFile(join(scratch.path, 'catalog.jsonl'), lines.join(''))
  await writeFile(join(scratch.path, 'town.mjs'), MODEL)
})
afterEach(() => scratch.remove())

/** A model that writes requests and judges them, a little slowly. Its first answer about a hard item is no answer. */
const MODEL = `
const tasks = new Map(${JSON.stringify(townTools.map(({ name, task }) => [name, task]))})
const asked = new Map()
export default async (request, { sample }) => {
  await new Promise((go) => setTimeout(go, 12))
  const prompt = request.messages.at(-1).content
  const tools = prompt.split('\\n').filter((line) => line.startsWith('{"tool":"')).map((line) => JSON.parse(line)).filter(({ name }) => name)
  const say = (value) => ({ text: JSON.stringify(value), usage: { promptTokens: 100, completionTokens: 10 } })
  const tier = sample.item.split('/')[0]
  if (sample.benchmark === 'generator') {
    if (tier === 'hard' && sample.variant === 'generate-1') return { text: 'Let me think about it.' }
    const shown = tools.slice(0, { easy: 1, medium: 2, hard: 4 }[tier])
    const needs = shown.map(({ tool, name }) => ({ need: tasks.get(name), tools: [tool] }))
    return say({ samples: [{ query: 'I want to ' + needs.map(({ need }) => need).join(', and to ') + '.', needs }] })
  }
  const lines = prompt.split('\\nNeeds')[1].split('\\n--- end of data')[0].split('\\n')
  const needs = lines.filter((line) => line.startsWith('"')).map((line) => JSON.parse(line))
  return say({
    needsMatch: true,
    natural: true,
    tools: tools.map(({ tool, name }) => {
      const need = needs.indexOf(tasks.get(name)) + 1
      return need > 0 ? { tool, grade: 'fully', need } : { tool, grade: 'no' }
    }),
  })
}
`

interface Process {
  readonly child: ChildProcess
  readonly over: Promise<{ readonly code: number | null; readonly err: string }>
}

function generate(output: string, ...more: readonly string[]): Process {
  const model = `function:${join(scratch.path, 'town.mjs')}`
  const child = spawn(
    process.execPath,
    [
      'bin/assay.js',
      ...['benchmark', 'generate', 'rrb', '--catalog', join(scratch.path, 'catalog.jsonl')],
      ...['--generator', model, '--judge', model, '-n', '24', '--no-cache'],
      ...['-o', join(scratch.path, output), ...more],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let err = ''
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString()
  })
  return { child, over: new Promise((resolve) => child.on('exit', (code) => resolve({ code, err }))) }
}

const made = (output: string): string =>
  ['items.jsonl', 'benchmark.json']
    .map((name) => readFileSync(join(scratch.path, output, name), 'utf8'))
    .join('')

describe('a generation that is killed', () => {
  it('leaves nothing that looks whole, and goes on to the same bytes', async () => {
    expect(await generate('unbroken').over).toMatchObject({ code: 0 })
    const unbroken = made('unbroken')
    for (const [round, killedAfter] of [12, 45].entries()) {
      const output = `killed-${round}`
      const journal = join(scratch.path, output, 'generation', 'samples.jsonl')
      let kills = 0
      for (let turn = 0; turn < 40; turn++) {
        const { child, over } = generate(
          output,
          ...(kills > 0 ? ['--resume'] : []),
          '--concurrency',
          String(2 + turn),
        )
        const before = answers(journal)
        const isOver = { value: false }
        void over.then(() => {
          isOver.value = true
        })
        while (!isOver.value && answers(journal) < before + killedAfter) await setTimeout(5)
        if (!isOver.value) {
          child.kill('SIGKILL')
          kills++
        }
        const { code, err } = await over
        if (code === 0) break
        expect({ code, err }).toMatchObject({ code: null })
        expect(existsSync(join(scratch.path, output, 'benchmark.json'))).toBe(false)
      }
      expect(kills).toBeGreaterThan(0)
      expect(made(output)).toBe(unbroken)
    }
  })

  it('ends at Ctrl-C with what was under way, and exit 130', async () => {
    const { child, over } = generate('stopped')
    const journal = join(scratch.path, 'stopped', 'generation', 'samples.jsonl')
    while (answers(journal) < 10) await setTimeout(5)
    child.kill('SIGINT')
    expect((await over).code).toBe(130)
    const asked = answers(journal)
    await setTimeout(300)
    expect(answers(journal)).toBe(asked)
    expect(await generate('stopped', '--resume').over).toMatchObject({ code: 0 })
    expect(await generate('unbroken').over).toMatchObject({ code: 0 })
    expect(made('stopped')).toBe(made('unbroken'))
  })
})

function answers(journal: string): number {
  return existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0
}
