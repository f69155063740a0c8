import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importOwnLog } from '../../examples/library/import-own-log.js'
import { hostFiles } from '../../src/adapters/files.js'
import { buildProgram } from '../../src/cli/program.js'
import { recordCli } from './cli-run.js'

const page = readFileSync('docs/import-logs.md', 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'assay-import-page-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const sessions = [...page.matchAll(/<!-- session -->\n\n```console\n\$ assay (.*)\n([^]*?)```/g)]

describe('docs/import-logs.md', () => {
  it('shows sessions', () => {
    expect(sessions).toHaveLength([...page.matchAll(/<!-- session -->/g)].length)
    expect(sessions.length).toBeGreaterThan(1)
  })

  it.each(sessions.map(([, command = '', output = '']) => ({ command, output })))(
    'says what `assay $command` prints',
    async ({ command, output }) => {
      const cli = recordCli(hostFiles)
      const argv = command.split(' ').map((word) => (word.startsWith('runs/') ? join(scratch, word) : word))
      await buildProgram(cli.context).parseAsync(['node', 'assay', ...argv])
      expect(cli.out().replaceAll(`${scratch}/`, '')).toBe(output)
    },
  )

  it("has an example that reads a log of one's own", async () => {
    const log = join(scratch, 'own.jsonl')
    const said = [{ id: 'c', type: 'function', function: { name: 'go', arguments: '{}' } }]
    writeFileSync(
      log,
      [
        { ask: 'Lima?', tools: ['go'], model: 'm', said },
        { ask: 'Rome?', tools: ['go'], model: 'm' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    expect(await importOwnLog(log, join(scratch, 'own'))).toMatchObject({
      benchmark: { items: 1 },
      runs: [{ subject: 'm', samples: 1 }],
      notices: [{ code: 'no-answer', count: 1 }],
    })
  })
})
