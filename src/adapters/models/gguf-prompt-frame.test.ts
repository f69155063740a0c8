import { describe, expect, it } from 'vitest'
import type { ChatRequest } from '../../subject/request.js'
import { framedPrompts } from './gguf-prompt-frame.js'

const chat = (content: string, system?: string): ChatRequest => ({
  kind: 'chat',
  messages: [
    ...(system === undefined ? [] : [{ role: 'system', content: system } as const]),
    { role: 'user', content },
  ],
  tools: [],
  settings: {},
})

function counted(template: (content: string, all: string) => string) {
  let renders = 0
  const promptOf = framedPrompts(async ({ messages }) => {
    renders++
    const texts = messages.map((message) => message.content ?? '')
    return template(texts.at(-1) ?? '', texts.join('/'))
  })
  return { promptOf, renders: () => renders }
}

describe('framedPrompts', () => {
  it('renders two probes, then no plain text any more', async () => {
    const { promptOf, renders } = counted((content) => `<user>${content.trim()}</user>`)
    for (const text of [
      'Will it rain?',
      'Send a mail to Ann.',
      'a',
      'Größe in m, bitte',
      'Tool: <<Sky&&read_it>>\n\nIs it so?',
    ]) {
      expect(await promptOf(chat(text))).toBe(`<user>${text}</user>`)
    }
    expect(renders()).toBe(2)
  })
  it('keeps system messages apart', async () => {
    const { promptOf, renders } = counted((_, all) => `[${all}]`)
    expect(await promptOf(chat('hello', 'be brief'))).toBe('[be brief/hello]')
    expect(await promptOf(chat('hello', 'be kind'))).toBe('[be kind/hello]')
    expect(renders()).toBe(4)
  })
  it.each([' spaced', 'ends ', 'a <think> b', 'ends\n', '', '{{ x }}', '$'])(
    'renders %j whole',
    async (text) => {
      const { promptOf, renders } = counted((content) => `<user>${content.trim()}</user>`)
      expect(await promptOf(chat(text))).toBe(`<user>${text.trim()}</user>`)
      expect(renders()).toBe(1)
    },
  )
  it('asks a template every time that writes a text twice, or leaves it out, or by its length', async () => {
    const templates = [
      (content: string) => `${content}|${content}`,
      () => 'nothing',
      (content: string) => `${content.charCodeAt(0)} ${content}`,
    ]
    for (const template of templates) {
      const { promptOf } = counted(template)
      expect(await promptOf(chat('hello'))).toBe(template('hello'))
    }
  })
})
