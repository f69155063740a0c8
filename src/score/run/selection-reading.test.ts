import { describe, expect, it } from 'vitest'
import { catalogOf } from '../../catalog/catalog.js'
import { emptyInputSchema } from '../../catalog/tool.js'
import { readSelection } from './selection-reading.js'

const catalog = catalogOf(
  ['send_mail', 'read mail', '- odd', 'a: b', 'Mail&&send'].map((name) => ({
    name,
    inputSchema: emptyInputSchema(),
    source: { format: 'test', at: 'here' },
  })),
)
const read = (text: string) => readSelection(text, catalog)

describe('readSelection', () => {
  it('reads a name a line, exactly as the catalog spells it', () => {
    expect(read('read mail\n\n  send_mail  \nread mail\nsend-mail').strict).toEqual({
      names: ['read mail', 'send_mail'],
      strangers: 1,
    })
    // Names that look like marks are names first.
    expect(read('- odd\na: b\nMail&&send').strict.names).toEqual(['- odd', 'a: b', 'Mail&&send'])
  })

  it('reads a JSON list of names, fenced or not', () => {
    expect(read('["send_mail", {"name": "a: b"}, 5]').strict).toEqual({
      names: ['send_mail', 'a: b'],
      strangers: 1,
    })
    expect(read('```json\n["send_mail"]\n```').strict.names).toEqual(['send_mail'])
    expect(read('[broken').strict).toEqual({ names: [], strangers: 1 })
  })

  it('sees through what people write around names, leniently alone', () => {
    const { strict, lenient } = read(
      '1. `send_mail`\n* **read mail** - reads it\n2) Mail&&send: sends\nI would use a: b',
    )
    expect(strict.names).toEqual([])
    expect(lenient).toEqual({ names: ['send_mail', 'read mail', 'Mail&&send'], strangers: 1 })
  })

  it('names nothing for silence', () => {
    expect(read('')).toEqual({ strict: { names: [], strangers: 0 }, lenient: { names: [], strangers: 0 } })
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['```\n["send_mail"]\n```', ['send_mail'], ['send_mail']],
    [' \n```json\n["send_mail"]```\n', ['send_mail'], ['send_mail']],
    ['```python\n["send_mail"]\n```', [], []],
    [' ["send_mail", "send_mail"]', ['send_mail'], ['send_mail']],
    ['{"name": "send_mail"}', [], []],
    ['[{"name": 5}, {"tool": "send_mail"}]', [], []],
    ['send_mail\r\nread mail', ['send_mail', 'read mail'], ['send_mail', 'read mail']],
    ['- send_mail', [], ['send_mail']],
    ['• "send_mail"', [], ['send_mail']],
    ['(12) send_mail', [], ['send_mail']],
    ['12: send_mail', [], ['send_mail']],
    ['12345. send_mail', [], []],
    ['1 send_mail', [], []],
    ['-send_mail', [], []],
    ['_send_mail_', [], ['send_mail']],
    ['`send_mail', [], ['send_mail']],
    ["**'read mail'** — reads", [], ['read mail']],
    ['send_mail – sends', [], ['send_mail']],
    ['send_mail - sends: it', [], ['send_mail']],
    ['send_mail:sends', [], []],
    ['I take send_mail', [], []],
    ['```', [], []],
  ])('reads %j strictly as %j, leniently as %j', (text, strict, lenient) => {
    const found = read(text)
    expect(found.strict.names).toEqual(strict)
    expect(found.lenient.names).toEqual(lenient)
  })
})
