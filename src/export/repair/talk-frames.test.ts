import { describe, expect, it } from 'vitest'
import { PromptIndex } from '../../corpus/prompt-overlap.js'
import { mentionedCommands } from '../../ladder/batteries/entity-words.js'
import { neutralPrompts } from '../../ladder/batteries/neutral-prompts.js'
import { generalFrames, ownFrames } from '../../ladder/batteries/suppression-frames.js'
import { dialects } from '../../toolcall/dialects/index.js'
import { parseOutput } from '../../toolcall/parse-output.js'
import { toolTable } from '../../toolcall/tool-table.js'
import { talkedCommands } from './no-call-rows.js'
import { aboutIt, talkFramesFor } from './talk-frames.js'
import { talkPool } from './talk-pool.js'

const languages = ['en', 'es'] as const
const mentions = ['cve', 'indicator', 'shell', 'other'] as const
const framesOf = (language: 'en' | 'es') => mentions.flatMap((mention) => talkFramesFor(language, mention))
const VALUE = 'CVE-2020-12345'

describe.each(languages)('prose of our own, %s', (language) => {
  const frames = framesOf(language)
  const asked = [
    ...generalFrames[language],
    ...Object.values(ownFrames[language]).flat(),
    ...neutralPrompts[language].map((text) => ({ text })),
  ].map(({ text }, at) => ({ id: String(at), text: text.replace('{x}', VALUE) }))
  const index = new PromptIndex(asked)

  it('is worded unlike anything that the ladder asks', () => {
    const prompts = [
      ...frames.map(({ text }) => aboutIt(text, VALUE)),
      ...talkPool[language].map(([prompt]) => prompt),
    ]
    for (const prompt of prompts)
      expect(index.overlap(prompt), prompt).toMatchObject({ kind: 'none', jaccard: 0 })
    expect(talkedCommands.filter((command) => mentionedCommands.includes(command))).toEqual([])
  })

  it('mentions what it is about, says why, and answers in five words and more', () => {
    const answers = talkPool[language].map(([, answer]) => answer)
    for (const { text, why, answers: list } of frames) {
      expect(text).toContain('{x}')
      expect(why).not.toBe('')
      answers.push(...list)
      expect(new Set(list).size).toBe(list.length)
    }
    for (const answer of answers) expect(answer.split(/\s+/).length, answer).toBeGreaterThanOrEqual(5)
  })

  it('reads as a call in no dialect', () => {
    const tools = toolTable([])
    for (const { answers } of frames) {
      for (const answer of answers) {
        for (const dialect of dialects) {
          const { outcome } = parseOutput({ text: aboutIt(answer, VALUE) }, { dialect, tools })
          expect(outcome, `${dialect.id}: ${answer}`).toBe('abstained')
        }
      }
    }
  })
})

it('has as many frames in one language as in the other', () => {
  expect(framesOf('es').map(({ why }) => why)).toEqual(framesOf('en').map(({ why }) => why))
  expect(talkPool.es).toHaveLength(talkPool.en.length)
})
