import { describe, expect, it } from 'vitest'
import { codesOf, findingOf, findingsIn, toolWith } from '../../../../test/contract/lint-tools.js'

const named = (...names: string[]) =>
  names.map((name) => toolWith({ name, description: `Does ${name}, whatever it is.` }))

async function alike(...names: string[]): Promise<readonly string[]> {
  const only = ['case', 'separator', 'version', 'look'].map((how) => `names-differ-by-${how}`)
  const findings = await findingsIn(named(...names), { only })
  return findings.map(({ code, tools }) => `${code.slice('names-differ-by-'.length)}: ${tools.join(', ')}`)
}

describe('name-refused', () => {
  it('names who refuses it and why', async () => {
    const finding = await findingOf(toolWith({ name: 'users.list' }), 'name-refused')
    expect(finding).toMatchObject({
      severity: 'warn',
      where: 'name',
      message: 'Refused by openai, anthropic (it holds ".").',
    })
    const long = await findingOf(toolWith({ name: 'x'.repeat(65) }), 'name-refused')
    expect(long.message).toBe('Refused by openai, gemini (it has 65 characters, more than 64).')
    const digit = await findingOf(toolWith({ name: '2fa' }), 'name-refused')
    expect(digit.message).toBe('Refused by gemini (it does not begin with a letter or an underscore).')
  })

  it('is an error where all refuse it', async () => {
    expect(await findingOf(toolWith({ name: 'GET /users' }), 'name-refused')).toMatchObject({
      severity: 'error',
      message: 'Refused by all: openai, anthropic, gemini, mcp (it holds a space).',
    })
    expect((await findingOf(toolWith({ name: 'café' }), 'name-refused')).message).toMatch(/U\+00E9/)
  })

  it('asks only the providers named', async () => {
    expect(await codesOf(toolWith({ name: 'users.list' }), { providers: ['mcp'] })).toEqual([])
    expect(await codesOf(toolWith({ name: 'users.list' }), { providers: ['openai'] })).toEqual([
      'error name-refused',
    ])
  })

  it('takes names at the limits', async () => {
    for (const name of ['a', '_', 'A-b_9', 'x'.repeat(64)])
      expect(await codesOf(toolWith({ name })), name).toEqual([])
  })
})

describe('name-collision', () => {
  it('finds names that a client makes one', async () => {
    const findings = await findingsIn(named('a b', 'a/b', 'a_c'), { only: ['name-collision'] })
    expect(findings).toEqual([
      {
        code: 'name-collision',
        severity: 'error',
        tools: ['a b', 'a/b'],
        message: '2 names become "a_b" for openai, anthropic, gemini, mcp.',
      },
    ])
  })

  it('warns where only some cut the name', async () => {
    const stem = 'x'.repeat(64)
    const [finding, ...rest] = await findingsIn(named(`${stem}1`, `${stem}2`), { only: ['name-collision'] })
    expect(rest).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warn',
      message: expect.stringMatching(/for openai, gemini\.$/),
    })
  })
})

describe('names that are alike', () => {
  it('differ by case, separators, versions or looks', async () => {
    expect(await alike('getUser', 'getuser')).toEqual(['case: getUser, getuser'])
    expect(await alike('get_user', 'getUser', 'get-user')).toEqual(['separator: get_user, getUser, get-user'])
    expect(await alike('users_v2', 'users', 'users_copy')).toEqual(['version: users_v2, users, users_copy'])
    expect(await alike('v1/users.list', 'v2beta1/users.list')).toEqual([
      'version: v1/users.list, v2beta1/users.list',
    ])
    expect(await alike('pay', 'pаy')).toEqual(['look: pay, pаy'])
    expect(await alike('pay', 'ｐａｙ')).toEqual(['look: pay, ｐａｙ'])
  })

  it('leave distinct names alone', async () => {
    expect(await alike('get_user', 'get_users', 'v2ray', 'ray', 'копия', 'copy')).toEqual([])
    // "&&" parts a service from its API.
    expect(await alike('ab&&c', 'a&&bc')).toEqual([])
    expect(await alike('!!!', '???', '🙂', '🙃')).toEqual([])
  })
})

describe('single names', () => {
  it('mark versions and copies', async () => {
    for (const name of ['search_v2', 'search-v12', 'search_copy']) {
      expect(await codesOf(toolWith({ name })), name).toEqual(['info name-version-suffix'])
    }
    expect(await codesOf(toolWith({ name: 'search', service: 'Weather_v6' }))).toEqual([
      'info name-version-suffix',
    ])
    for (const name of ['move', 'recv2', 'v2', 'photocopy'])
      expect(await codesOf(toolWith({ name })), name).toEqual([])
  })

  it('mark words of mixed scripts, and no others', async () => {
    expect(await codesOf(toolWith({ title: 'x', name: 'trаnsfer' }))).toContain('warn name-mixed-script')
    expect(await codesOf(toolWith({ name: 'оплата счёта' }))).not.toContain('warn name-mixed-script')
    expect(await codesOf(toolWith({ name: 'µs' }))).not.toContain('warn name-mixed-script')
    expect(await codesOf(toolWith({ name: '天気API' }))).not.toContain('warn name-mixed-script')
  })

  it('mark the stop action of ToolGen, and no tool that finishes something', async () => {
    const bare = { source: { format: 'toolgen', at: 'line 1' }, inputSchema: toolWith().inputSchema }
    expect(await codesOf({ name: 'Finish', ...bare })).toContain('warn stop-action')
    expect(await codesOf({ name: '<<Finish>>', ...bare })).toContain('warn stop-action')
    expect(await codesOf(toolWith({ name: 'Finish' }))).not.toContain('warn stop-action')
    expect(await codesOf({ name: 'Finish', service: 'Surfaces', ...bare })).not.toContain('warn stop-action')
  })
})
