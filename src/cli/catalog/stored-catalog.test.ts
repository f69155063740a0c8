import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/contract/run-fixtures.js'
import { hostFiles } from '../../adapters/files.js'
import { refuseStoredCatalog } from './stored-catalog.js'

let scratch: Awaited<ReturnType<typeof scratchFolder>>
beforeEach(async () => {
  scratch = await scratchFolder()
  await mkdir(at('run/tools'), { recursive: true })
  await mkdir(at('elsewhere/tools'), { recursive: true })
  await writeFile(at('tools.jsonl'), '')
  await symlink(at('elsewhere'), at('run/link'))
})
afterEach(() => scratch.remove())

const at = (name: string): string => join(scratch.path, name)
const refused = (...sources: readonly string[]) =>
  refuseStoredCatalog(sources, { folder: at('run'), files: hostFiles })

it('takes a file wherever it is, a folder within the run and one within the folder worked in', async () => {
  await refused(at('tools.jsonl'), at('run/tools'), at('run'), 'src/catalog', '.')
})

it.each([
  ['/', 'a folder elsewhere'],
  ['..', 'a folder elsewhere'],
  ['elsewhere', 'a folder elsewhere'],
  ['run/../elsewhere', 'a folder elsewhere'],
  ['run/link', 'a folder elsewhere'],
  ['run/link/tools', 'a folder elsewhere'],
  ['gone', 'no file here'],
  ['/dev/null', 'a pipe or a device'],
  ['mcp:npx -y evil', 'no file here'],
])('refuses %s', async (source, reason) => {
  const given = /^(?:\/|\.\.$|mcp:)/.test(source) ? source : at(source)
  await expect(refused(at('tools.jsonl'), given)).rejects.toMatchObject({
    code: 'catalog-not-opened',
    what: expect.stringContaining(reason),
    where: given,
  })
})
