import { describe, expect, it } from 'vitest'
import type { Tool } from '../catalog/tool.js'
import type { Dialect } from '../toolcall/dialect.js'
import { dialects } from '../toolcall/dialects/index.js'
import { toolTable } from '../toolcall/tool-table.js'
import { speaks, spokenDialect } from './spoken-dialect.js'

const tool: Tool = {
  name: 'get_weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  source: { format: 'assay', at: 'test' },
}
const tools = toolTable([tool])
const dialect = (id: string): Dialect => dialects.find((one) => one.id === id) as Dialect // of the list
const openai = dialect('openai')

describe('spokenDialect', () => {
  it.each(dialects.filter(({ isApi }) => isApi !== true).map(({ id }) => id))(
    'finds a call as %s writes it, though openai was looked for',
    (id) => {
      const text = dialect(id).renderCalls([{ name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1' }], {
        tools: [tool],
      })
      const found = spokenDialect({ text }, { tools, except: openai })
      expect(found).toBeDefined()
      // Dialects that write the call alike are one to a reader.
      expect(found !== undefined && speaks(found, { text }, tools)).toBe(true)
    },
  )
  it.each([
    ['prose that names a tool', 'I would ask get_weather, but it is sunny.'],
    ['JSON that is an answer', '{"name": "Oslo", "arguments": {"city": "Oslo"}}'],
    ['a call of no declared tool', '<tool_call>\n{"name": "get_news", "arguments": {}}\n</tool_call>'],
    ['nothing', ''],
  ])('takes %s for no call', (_what, text) => {
    expect(spokenDialect({ text }, { tools, except: openai })).toBeUndefined()
  })
  it('finds messages of another API', () => {
    const message = dialect('anthropic').renderCalls([
      { name: 'get_weather', arguments: { city: 'Oslo' }, id: 'a1' },
    ])
    expect(spokenDialect({ message }, { tools, except: openai })?.id).toBe('anthropic')
    expect(speaks(openai, { message }, tools)).toBe(false)
  })
})
