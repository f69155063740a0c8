import { describe, expect, it } from 'vitest'
import { defineConfig, readConfig } from './config.js'

describe('readConfig', () => {
  it('takes what defineConfig gives', () => {
    const config = defineConfig({ catalog: ['tools.json'], subjects: ['bm25'], k: [1, 5], seed: 7 })
    expect(readConfig(config, 'assay.config.ts')).toEqual(config)
    const own = defineConfig({
      catalog: ['tools.json'],
      dialects: [{ id: 'acme', trigger: '<<', closer: '>>' }],
    })
    expect(readConfig(own, 'assay.config.ts')).toEqual(own)
  })
  it('offers the nearest key for a slip', () => {
    expect(() => readConfig({ catalog: ['a'], benchmark: ['b'] }, 'x.yaml')).toThrow(
      /"benchmark"[^]*x\.yaml[^]*"benchmarks"/,
    )
  })
  it('lists the keys when none is near', () => {
    expect(() => readConfig({ catalog: ['a'], weather: 1 }, 'x.yaml')).toThrow(/Keys are catalog, benchmarks/)
  })
  it.each([
    ['catalog', 'tools.json', 'a list of texts'],
    ['subjects', [''], 'a list of specs, or of objects with "spec"'],
    ['subjects', [{ label: 'a' }], 'a list of specs, or of objects with "spec"'],
    ['subjects', [{ spec: 'bm25', label: 7 }], 'a list whose "label" and "dialect" are texts'],
    ['subjects', [{ spec: 'bm25', dialect: {} }], 'a list whose "label" and "dialect" are texts'],
    ['batteries', { smoke: 'items.jsonl' }, 'an object of lists of items'],
    ['k', [0], 'whole numbers from 1'],
    ['k', [], 'whole numbers from 1'],
    ['seed', -1, 'whole number from 0'],
    ['seed', 1.5, 'whole number from 0'],
    ['resamples', 10, 'whole number from 100'],
    ['dialects', [['hermes']], 'a list of dialects'],
    ['dialects', 'hermes', 'a list of dialects'],
    ['onDuplicate', 'last', '"error", "first" or "qualify"'],
  ])('refuses %s: %j', (key, value, expected) => {
    expect(() => readConfig({ catalog: ['a'], [key]: value }, 'x.json')).toThrow(expected)
  })
  it.each([null, [], 'catalog', 3, undefined])('refuses %j as a whole', (value) => {
    expect(() => readConfig(value, 'x.json')).toThrow(/A config is an object/)
  })
  it('needs a catalog', () => {
    expect(() => readConfig({ subjects: ['bm25'] }, 'x.json')).toThrow(/names no catalog/)
    expect(() => readConfig({ catalog: [] }, 'x.json')).toThrow(/names no catalog/)
  })
  it('takes __proto__ for a key like any other', () => {
    expect(() => readConfig(JSON.parse('{"catalog":["a"],"__proto__":{"seed":1}}'), 'x.json')).toThrow(
      /no key "__proto__"/,
    )
  })
})
