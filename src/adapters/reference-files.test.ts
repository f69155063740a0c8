import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashText } from '../text/hash.js'
import { referenceFolder, referenceWeights } from './reference-files.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-reference-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function model(name: string, weights: object | null, bytes?: string): void {
  const place = join(folder, 'models', name)
  mkdirSync(place, { recursive: true })
  const card = {
    schema: 'assay.reference/1',
    name,
    set: 'parametric',
    summary: '…',
    expectations: [],
    weights,
  }
  writeFileSync(join(place, 'card.json'), JSON.stringify(card))
  if (bytes !== undefined) writeFileSync(join(place, 'model.gguf'), bytes)
}

beforeAll(() => {
  const weights = { file: 'model.gguf', sha256: hashText('good'), bytes: 4 }
  model('good', weights, 'good')
  model('other', weights, 'evil')
  model('gone', weights)
  model('untrained', null)
})

describe('reference files', () => {
  it('finds the weights that the card tells of', async () => {
    expect(referenceFolder(folder)).toBe(folder)
    expect(await referenceWeights('good', folder)).toBe(join(folder, 'models/good/model.gguf'))
  })

  it.each([
    ['other', 'reference-weights', /SHA-256 is another/],
    ['gone', 'reference-weights', /no weights here/],
    ['untrained', 'reference-weights', /no weights here/],
    ['none', 'reference-unknown', /Known are gone, good, other, untrained/],
    ['', 'subject-spec', /reference:flat-s1/],
    ['../good', 'subject-spec', /no name/],
  ])('refuses "%s" with %s', async (name, code, message) => {
    await expect(referenceWeights(name, folder)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('says where it looked', () => {
    expect(() => referenceFolder(join(folder, 'models'))).toThrow(/holds no models\/[^]*--reference/)
  })
})
