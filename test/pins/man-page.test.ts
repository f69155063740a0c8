import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { manPage } from '../../scripts/man-page.js'
import { buildProgram } from '../../src/cli/program.js'
import { recordCli } from '../contract/cli-run.js'

const page = readFileSync('man/assay.1', 'utf8')

describe('man/assay.1', () => {
  it('is what the command line says (npm run build:man)', () => {
    expect(page === manPage(packageJson.version)).toBe(true)
    expect(packageJson.man).toBe('man/assay.1')
  })

  it('tells of every command and of the exit codes', () => {
    const program = buildProgram(recordCli().context)
    for (const command of program.createHelp().visibleCommands(program)) {
      expect(page).toMatch(new RegExp(`^\\.SS assay ${command.name()}`, 'm'))
    }
    expect(page).toContain('.TP\n.B 130\nstopped by Ctrl\\-C')
    expect(page).toContain('.B ASSAY_PEERS')
  })

  it.skipIf(spawnSync('groff', ['--version']).status !== 0)('reads without a warning (needs groff)', () => {
    const { stderr, stdout } = spawnSync('groff', ['-man', '-Tutf8', '-ww', 'man/assay.1'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    // Bold is a letter struck twice.
    expect(stdout.replaceAll(/.\u0008/g, '')).toContain('EXIT STATUS')
  })
})
