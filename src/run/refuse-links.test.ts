import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../../test/contract/run-fixtures.js'
import { hostFiles } from '../adapters/files.js'
import { hostJournals } from '../adapters/journal.js'
import { hostLocks } from '../adapters/locks.js'
import { refuseLinks } from './refuse-links.js'

it('writes through no link of a run folder', async () => {
  const scratch = await scratchFolder()
  try {
    const [folder, victim] = [join(scratch.path, 'run'), join(scratch.path, 'victim')]
    await mkdir(folder)
    await writeFile(victim, 'no line feed at its end')
    for (const name of ['run.json', 'samples.jsonl', 'run.lock']) await symlink(victim, join(folder, name))

    await expect(refuseLinks(folder, ['scores.json', 'run.json'], hostFiles)).rejects.toMatchObject({
      code: 'run-link',
      where: join(folder, 'run.json'),
    })
    await expect(refuseLinks(folder, ['scores.json'], hostFiles)).resolves.toBeUndefined()
    await expect(hostJournals.open(join(folder, 'samples.jsonl'))).rejects.toThrow(/it is a symbolic link/)
    await expect(hostLocks.take(join(folder, 'run.lock'))).rejects.toMatchObject({ code: 'lock-unwritable' })
    expect(await readFile(victim, 'utf8')).toBe('no line feed at its end')
  } finally {
    await scratch.remove()
  }
})
