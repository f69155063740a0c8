import { describe, expect, it } from 'vitest'
import { listingFindings } from './model-listing.js'

describe('listingFindings', () => {
  it.each([
    ['as it is listed', ['other', 'mine'], 'mine'],
    ['with the tag of Ollama', ['mine:latest'], 'mine'],
    ['with the folder of a gateway', ['models/mine'], 'mine'],
    ['where nothing is listed that could be looked at', undefined, 'mine'],
  ])('says nothing of a model %s', (_what, models, model) => {
    expect(listingFindings(models === undefined ? {} : { models }, model)).toEqual([])
  })
  it('names the model and what is listed, a notice', () => {
    const models = Array.from({ length: 7 }, (_, at) => `m${at}`)
    const [finding] = listingFindings({ models }, 'mine\u001b[2J')
    expect(finding).toMatchObject({ code: 'model-unlisted', severity: 'notice' })
    expect(finding?.what).toMatch(/the model "mine.*"; it lists "m0", "m1", "m2", "m3", "m4", …\./)
    expect(finding?.what).not.toContain('\u001b')
    expect(listingFindings({ models: [] }, 'mine')[0]?.what).toMatch(/it lists none/)
  })
})
