import { describe, expect, it } from 'vitest'
import { hostTemplates } from './chat-template.js'

const templates = hostTemplates({ timeMs: 10_000 })
const user = { messages: [{ role: 'user', content: 'Hi' }] }

describe('hostTemplates', () => {
  it('renders a template with its variables', async () => {
    const template =
      '{{ bos_token }}{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}'
    expect(await templates.render(template, { ...user, bos_token: '<s>' })).toEqual({
      kind: 'text',
      text: '<s><user>Hi',
    })
  })

  it.each([
    ['a broken template', '{% if %}', 'template-syntax'],
    ['one that refuses', '{{ raise_exception("roles must alternate") }}', 'template-refused'],
    ['one that asks for what is not there', '{{ messages[7].content.trim() }}', 'template-refused'],
    [
      'one that reaches for the host',
      '{{ messages.constructor.constructor("return process")() }}',
      'template-refused',
    ],
  ])('tells %s by its fault', async (_what, template, code) => {
    expect(await templates.render(template, user)).toMatchObject({ kind: 'fault', code })
  })

  it('ends a loop when its time is over', async () => {
    const loop =
      '{% for i in range(20000) %}{% for j in range(20000) %}{% for k in range(20000) %}{% endfor %}{% endfor %}{% endfor %}'
    const quick = hostTemplates({ timeMs: 300 })
    expect(await quick.render(loop, user)).toEqual({
      kind: 'fault',
      code: 'template-time',
      reason: 'It ran for more than 300 ms.',
    })
  })

  // Each of these, rendered in a thread of this process, would end the process: V8 has no other answer.
  it.each([
    [
      'a list that doubles',
      '{% set x = namespace(l=[1]) %}{% for i in range(60) %}{% set x.l = x.l + x.l %}{% endfor %}',
    ],
    [
      'one long text',
      '{% set x = namespace(s="abcd市fgh") %}{% for i in range(25) %}{% set x.s = x.s ~ x.s %}{% endfor %}{{ x.s | upper | length }}',
    ],
    [
      'many short ones',
      '{% set x = namespace(s="a,b,c,d,") %}{% for i in range(22) %}{% set x.s = x.s ~ x.s %}{% endfor %}{{ x.s.split(",") | length }}',
    ],
  ])('ends what eats memory: %s', async (_what, hungry) => {
    expect(await templates.render(hungry, user)).toMatchObject({ kind: 'fault', code: 'template-memory' })
  })

  it('measures the text before it is handed over', async () => {
    const small = hostTemplates({ timeMs: 10_000, outputLength: 100 })
    expect(await small.render('{% for i in range(99) %}ab{% endfor %}', user)).toEqual({
      kind: 'fault',
      code: 'template-size',
      reason: '198 characters',
    })
    const doubled =
      '{% set x = namespace(s="abcdefgh") %}{% for i in range(18) %}{% set x.s = x.s ~ x.s %}{% endfor %}{{ x.s }}'
    expect(await templates.render(doubled, user)).toMatchObject({
      code: 'template-size',
      reason: '2097152 characters',
    })
    const megabyte = await templates.render(
      doubled.replace('range(18)', 'range(17)').replace('{{ x.s }}', '{{ x.s[1:] }}'),
      user,
    )
    expect(megabyte.kind === 'text' && megabyte.text.length).toBe(1_048_575)
  })

  it('gives back texts of any letters, and what templates are not to see is not there', async () => {
    expect(await templates.render('{{ messages[0].content }} ñ 市 🎉 \u2028', user)).toEqual({
      kind: 'text',
      text: 'Hi ñ 市 🎉 \u2028',
    })
    expect(await templates.render('{{ process }}{{ require }}{{ globalThis }}', user)).toEqual({
      kind: 'text',
      text: '',
    })
  })
})
