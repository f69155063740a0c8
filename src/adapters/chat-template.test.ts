import { describe, expect, it } from 'vitest'
import { hostTemplates } from './chat-template.js'

const templates = hostTemplates({ timeMs: 10_000 })
const user = { messages: [{ role: 'user', content: 'Hi' }] }
const LOOP =
  '{% for i in range(20000) %}{% for j in range(20000) %}{% for k in range(20000) %}{% endfor %}{% endfor %}{% endfor %}'
const pipesNow = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /ProcessWrap|PipeWrap/.test(kind)).length

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
    const quick = hostTemplates({ timeMs: 300 })
    expect(await quick.render(LOOP, user)).toEqual({
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

  it('finds no trace of an earlier template', async () => {
    const alone = hostTemplates({ timeMs: 10_000 })
    const leaving =
      '{% set ns = namespace(seen="yes") %}{% set left = "here" %}{% macro mark() %}m{% endmacro %}{{ ns.seen ~ left ~ mark() }}'
    expect(await alone.render(leaving, { ...user, secret: 'of the first' })).toEqual({
      kind: 'text',
      text: 'yesherem',
    })
    const looking =
      '{{ ns is defined }} {{ left is defined }} {{ mark is defined }} {{ secret is defined }} {{ messages | length }}'
    expect(await alone.render(looking, user)).toEqual({ kind: 'text', text: 'false false false false 1' })
  })

  it.each([
    ['never ends', LOOP, 'template-time'],
    [
      'eats memory',
      '{% set x = namespace(l=[1]) %}{% for i in range(60) %}{% set x.l = x.l + x.l %}{% endfor %}',
      'template-memory',
    ],
    [
      'ends its process',
      '{% set x = namespace(s="abcd市fgh") %}{% for i in range(25) %}{% set x.s = x.s ~ x.s %}{% endfor %}{{ x.s | upper | length }}',
      'template-memory',
    ],
    ['prints too much', `{% for i in range(2000) %}${'a'.repeat(1000)}{% endfor %}`, 'template-size'],
    ['breaks', '{% if %}', 'template-syntax'],
    ['recurses for ever', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', 'template-refused'],
  ])('renders the next one after one that %s', async (_what, template, code) => {
    const one = hostTemplates({ timeMs: 3_000 })
    expect(await one.render(template, user)).toMatchObject({ kind: 'fault', code })
    expect(await one.render('{{ messages[0].content }}', user)).toEqual({ kind: 'text', text: 'Hi' })
  })

  it('gives each of many callers their own text, whatever the others ask', async () => {
    const many = hostTemplates({ timeMs: 1_500 })
    const asked = Array.from({ length: 40 }, (_, at) =>
      at === 7
        ? many.render(LOOP, user)
        : many.render('{{ messages[0].content }}{{ at }}', { ...user, at: String(at) }),
    )
    const told = await Promise.all(asked)
    for (const [at, rendered] of told.entries()) {
      expect(rendered).toMatchObject(at === 7 ? { code: 'template-time' } : { kind: 'text', text: `Hi${at}` })
    }
  })

  it('renders on and on, through processes that make room for fresh ones', async () => {
    const long = hostTemplates({ timeMs: 10_000 })
    let right = 0
    for (let at = 0; at < 1_050; at++) {
      const rendered = await long.render('{{ at }}', { at: String(at) })
      if (rendered.kind === 'text' && rendered.text === String(at)) right++
    }
    expect(right).toBe(1_050)
  }, 60_000)

  it('keeps nothing of this process waiting once it has answered', async () => {
    const before = pipesNow()
    const one = hostTemplates()
    const rendering = one.render('{{ messages[0].content }}', user)
    expect(pipesNow()).toBeGreaterThan(before)
    await rendering
    expect(pipesNow()).toBeLessThanOrEqual(before)
  })
})
