import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import { dialectOption } from './dialect-option.js'

const acme = { id: 'acme', trigger: '<<', closer: '>>' }
const files = memoryFiles({
  'one.json': JSON.stringify(acme),
  'bare.json': '{"id": "plain"}',
  'none.json': '{"dialects": []}',
  'two.json': JSON.stringify({ dialects: [acme, { id: 'plain' }] }),
  'slip.json': '{"id": "acme", "triger": "<<"}',
  'list.json': '[1]',
  'assay.config.yaml':
    'catalog: [tools.json]\ndialects:\n  - id: acme\n    trigger: "<<"\n    closer: ">>"\n',
  'odd.yaml': 'dialects: acme\n',
  'loop.yaml': '&a\ndialects: [*a]\n',
  'catalog.json': '{"catalog": ["tools.json"]}',
})
const option = (spec: string, config?: string) => dialectOption(spec, config, { files })

describe('dialectOption', () => {
  it('takes the id of a dialect that Assay knows, a file, and the id of one of a config', async () => {
    expect((await option('hermes')).trigger).toEqual(['<tool_call>'])
    expect((await option('one.json')).trigger).toEqual(['<<'])
    expect((await option('bare.json')).trigger).toEqual([])
    expect((await option('acme', 'assay.config.yaml')).trigger).toEqual(['<<'])
    expect((await option('hermes', 'assay.config.yaml')).id).toBe('hermes')
    expect((await option('hermes', 'catalog.json')).id).toBe('hermes')
  })

  it.each([
    ['hermez', undefined, /Did you mean "hermes"/],
    ['acne', 'assay.config.yaml', /Did you mean "acme"/],
    ['none.json', undefined, /describes no dialect/],
    ['two.json', undefined, /several dialects[^]*--config/],
    ['slip.json', undefined, /no key "triger"[^]*slip\.json/],
    ['list.json', undefined, /is an object[^]*list\.json/],
    ['hermes', 'odd.yaml', /"dialects" must be a list/],
    ['loop.yaml', undefined, /no plain data|cannot be read/],
    ['gone.json', undefined, /gone\.json/],
  ])('refuses %s with the config %s', async (spec, config, message) => {
    await expect(option(spec, config)).rejects.toThrow(message)
  })
})
