import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../text/json.js'
import type { TemplateRenderer } from '../../toolcall/template-renderer.js'
import { framedTemplates } from './framed-templates.js'

function counting(write: (content: string) => string) {
  let count = 0
  const templates: TemplateRenderer = {
    async render(_template, { messages }) {
      count++
      const list = messages as readonly { readonly content: string }[] // as the test gives them
      return { kind: 'text', text: write(list.at(-1)?.content ?? '') }
    },
  }
  return { framed: framedTemplates(templates), count: () => count }
}
const asked = (content: string, more: JsonObject = {}): JsonObject => ({
  messages: [{ role: 'user', content }],
  ...more,
})
const texts = ['one', 'second', 'three\n$& <<x&&y>>', 'four']

describe('framedTemplates', () => {
  it('renders two texts and puts the others where those stood', async () => {
    const { framed, count } = counting((content) => `<s>[${content}]>`)
    for (const content of texts)
      expect(await framed.render('t', asked(content))).toEqual({ kind: 'text', text: `<s>[${content}]>` })
    expect(count()).toBe(2)
  })

  it('renders every text of a template that does more than placing it', async () => {
    for (const write of [
      (content: string) => `[${content.length}:${content}]`,
      (content: string) => `[${content}${content}]`,
      (content: string) => content.toUpperCase(),
    ]) {
      const { framed } = counting(write)
      for (const content of texts)
        expect(await framed.render('t', asked(content))).toEqual({ kind: 'text', text: write(content) })
    }
  })

  it('keeps templates and other variables apart, and passes over what ends in no text of a user', async () => {
    const { framed, count } = counting((content) => `[${content}]`)
    for (const content of ['a', 'bb', 'c']) await framed.render('t', asked(content))
    await framed.render('u', asked('d'))
    await framed.render('t', asked('d', { bos_token: '<s>' }))
    await framed.render('t', asked('d', { tools: [] }))
    await framed.render('t', asked(' d '))
    await framed.render('t', { messages: [{ role: 'assistant', content: 'd' }] })
    expect(count()).toBe(7)
  })
})
