import { describe, expect, it } from 'vitest'
import { describedCatalog } from '../../test/generators/noisy-selector.js'
import { readMapping } from './tool-mapping.js'

const catalog = (...names: readonly string[]) =>
  describedCatalog(names.map((name) => ({ name, description: `does ${name}` })))
const before = catalog('get_user', 'update', 'ping', 'merge_a', 'merge_b')
const after = catalog('fetch_user', 'update_title', 'update_body', 'merge', 'ping')
const read = (text: string) => readMapping({ text, path: 'moved.json', before, after })

describe('readMapping', () => {
  it('reads names that were changed, split, merged and taken away', () => {
    const { tools, notices } = read(
      '{"get_user":["fetch_user"],"update":["update_title","update_body"],"merge_a":["merge"],"merge_b":["merge"]}',
    )
    expect([...tools]).toEqual([
      ['get_user', ['fetch_user']],
      ['update', ['update_title', 'update_body']],
      ['merge_a', ['merge']],
      ['merge_b', ['merge']],
    ])
    expect(notices).toEqual([])
    expect(read('{"get_user":[]}').tools.get('get_user')).toEqual([])
  })

  it('says when gold is taken from a tool that is still there', () => {
    expect(read('{"ping":["merge"]}').notices[0]).toMatch(/"ping" is in the catalog after as well/)
    expect(read('{"ping":["ping","merge"]}').notices).toEqual([])
  })

  it.each([
    ['[1]', /one object/],
    ['{"get_user":"fetch_user"}', /"get_user"[^]*fix:/],
    ['{"get_user":[3]}', /no text/],
    ['{"get_usr":["fetch_user"]}', /catalog before has no tool "get_usr"\. Did you mean "get_user"/],
    ['{"get_user":["fetch_usr"]}', /catalog after has no tool "fetch_usr"\. Did you mean "fetch_user"/],
    ['{"get_user":["merge","merge"]}', /names "merge" twice/],
    ['{"get_user":["merge"],"get_user":["ping"]}', /not valid JSON/],
    ['{"get_user"', /line 1/],
    [`{"${'x'.repeat(50_000)}":["merge"]}`, /catalog before has no tool/],
  ])('refuses %j', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it('takes a tool named by its alias for the tool itself', () => {
    const [tool] = before.tools
    const aliased = {
      ...before,
      tools: before.tools,
      position: (name: string) => (name === 'user' ? 0 : before.position(name)),
    }
    const mapping = readMapping({ text: '{"user":["merge"]}', path: 'm', before: aliased, after })
    expect([...mapping.tools.keys()]).toEqual([tool?.name])
    expect(() =>
      readMapping({ text: '{"user":["merge"],"get_user":[]}', path: 'm', before: aliased, after }),
    ).toThrow(/listed twice/)
  })
})
