import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostFiles } from './files.js'
import { outputPlace } from './output-place.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-output-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('outputPlace', () => {
  it('is the path itself where nothing or a file is', async () => {
    const path = join(folder, 'report.json')
    expect(await outputPlace(path)).toBe(path)
    writeFileSync(path, 'old')
    expect(await outputPlace(path)).toBe(path)
  })
  it('refuses a folder, a device, and a link that leads nowhere or round', async () => {
    await expect(outputPlace(folder)).rejects.toThrow(/it is a folder/)
    await expect(outputPlace('/dev/null')).rejects.toThrow(/a device or a pipe/)
    symlinkSync(join(folder, 'gone'), join(folder, 'dangling'))
    symlinkSync(join(folder, 'round'), join(folder, 'round'))
    await expect(outputPlace(join(folder, 'dangling'))).rejects.toThrow(/leads nowhere/)
    await expect(outputPlace(join(folder, 'round'))).rejects.toThrow(/leads nowhere/)
  })
})

describe('hostFiles.write', () => {
  it('writes through a link to a file and keeps the link', async () => {
    writeFileSync(join(folder, 'real.json'), 'old')
    symlinkSync(join(folder, 'real.json'), join(folder, 'link.json'))
    await hostFiles.write(join(folder, 'link.json'), ['new'])
    expect(readFileSync(join(folder, 'real.json'), 'utf8')).toBe('new')
    expect((await hostFiles.facts(join(folder, 'link.json')))?.isLink).toBe(true)
  })
  it('says that a part of the path is a file', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(hostFiles.write(join(folder, 'file', 'x'), ['new'])).rejects.toThrow(
      /a part of the path is a file/,
    )
  })
  it('keeps the old bytes and leaves nothing behind when a piece fails', async () => {
    const path = join(folder, 'report.json')
    writeFileSync(path, 'old')
    const pieces = function* () {
      yield 'half'
      throw new Error('boom')
    }
    await expect(hostFiles.write(path, pieces())).rejects.toThrow('boom')
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(await hostFiles.list(folder)).toEqual(['report.json'])
  })
})
