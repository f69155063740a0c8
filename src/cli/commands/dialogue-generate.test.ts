import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { recordCli } from '../../../test/contract/cli-run.js'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { dialogueCommand } from './dialogue.js'

async function generate(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const record = recordCli(memoryFiles(files))
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  dialogueCommand.register(program, record.context)
  await program.parseAsync(['node', 'assay', 'dialogue', 'generate', ...argv])
  return record
}

describe('assay dialogue generate', () => {
  it.each([
    ['an unknown pack', ['--pack', 'cruise', '-o', 'out'], /no pack "cruise"/],
    [
      'an unknown category',
      ['--pack', 'travel', '--small', '--category', 'cruise', '-o', 'out'],
      /no category "cruise"/,
    ],
    [
      'an unknown language',
      ['--pack', 'travel', '--small', '--language', 'fr', '-o', 'out'],
      /no language "fr"/,
    ],
    [
      'an unknown split',
      ['--pack', 'travel', '--split', 'dev', '-o', 'out'],
      /Allowed choices are train, validation, test/,
    ],
    ['no fillings', ['--pack', 'travel', '--fillings', '0', '-o', 'out'], /whole number from 1/],
    [
      'a live server, which it does not start',
      ['--pack', 'mcp:node server.js', '-o', 'out'],
      /live server .* bring no grammar/,
    ],
    ['recorded tools', ['--pack', 'recorded', '-o', 'out'], /bring no grammar/],
    [
      'a folder that holds a page of somebody else',
      ['--pack', 'travel', '--small', '--category', 'hotel', '-o', 'own'],
      /holds "README.md" already/,
    ],
    [
      'a file in the place of the folder',
      ['--pack', 'travel', '--small', '-o', 'taken'],
      /a file stands in its place/,
    ],
    [
      'a folder that holds items',
      ['--pack', 'travel', '--small', '--category', 'hotel', '-o', 'old'],
      /holds "items.jsonl" already/,
    ],
    [
      'a folder that holds files of a category',
      ['--pack', 'travel', '--small', '--category', 'hotel', '-o', 'hub'],
      /holds "hotel" already/,
    ],
  ])('refuses %s, and writes nothing', async (_, argv, message) => {
    const files = {
      taken: '',
      'old/items.jsonl': '{}',
      'hub/hotel/test/a.csv': 'ID',
      'own/README.md': '# Mine',
    }
    await expect(generate(files, ...argv)).rejects.toThrow(message)
  })
})
