import { describe, expect, it } from 'vitest'
import { madeCase, madeReading } from '../../../test/generators/ladder-readings.js'
import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import { hermes } from '../../toolcall/dialects/hermes.js'
import { type AnswerClass, answerFeatures } from './answer-features.js'
import { pathAgreement } from './path-agreement.js'
import { qualitativeCases } from './qualitative-cases.js'
import { qualitativePrompts, readQualitativePrompts } from './qualitative-prompts.js'
import { spokenLanguage } from './spoken-language.js'

const { tools } = madeCase({ id: 'x' })

function example(id: string, prompt: string, called?: string): CorpusExample {
  const calls = called === undefined ? [] : [{ name: called, arguments: {} }]
  return {
    id,
    line: 1,
    messages: [
      { role: 'system', content: 'You may use tools.' },
      { role: 'user', content: prompt },
    ],
    prompt,
    tools: [...tools, { ...(tools[0] as (typeof tools)[0]), name: 'run_shell' }],
    answer: { text: '', calls, outcome: calls.length === 0 ? 'abstained' : 'called' },
  }
}

function corpusOf(examples: readonly CorpusExample[]): ToolCorpus {
  return {
    path: 'c.jsonl',
    fingerprint: '',
    shape: 'messages',
    dialect: hermes,
    rows: examples.length,
    examples,
    toolsIn: 'record',
    notices: [],
  }
}

describe('qualitativeCases', () => {
  const corpus = corpusOf([
    example('1', 'Hello.'),
    example('2', 'Look 7 up.', 'look_up'),
    example('3', 'Look 8 up.', 'look_up'),
    example('4', 'Free space?', 'run_shell'),
  ])

  it('asks six prompts five times at 0.7, tools declared in two of them', () => {
    const cases = qualitativeCases({ corpus, language: 'en' })
    expect(cases.map(({ id }) => id)).toEqual(
      ['capital', 'fruits', 'sum', 'definition', 'call', 'aimed'].map((name) => `qualitative/${name}`),
    )
    expect(cases.every(({ asking }) => asking.trials === 5 && asking.settings?.temperature === 0.7)).toBe(
      true,
    )
    expect(
      cases.every(({ gold, asking }) => gold === undefined && asking.generates && !asking.probesOpening),
    ).toBe(true)
    expect(cases.map(({ offersTools }) => offersTools)).toEqual([false, false, false, false, true, true])
    expect(cases[4]?.messages).toEqual([
      { role: 'system', content: 'You may use tools.' },
      { role: 'user', content: 'Look 7 up.' },
    ])
    expect(cases[5]?.messages.at(-1)?.content).toContain('the tool run_shell once')
  })

  it('speaks Spanish, takes prompts of the user, and leaves out what the corpus cannot fill', () => {
    expect(qualitativeCases({ corpus, language: 'es', trials: 2 })[0]?.messages[0]?.content).toContain(
      'capital del Perú',
    )
    const prompts = readQualitativePrompts('- text: Hi {tool}\n  id: hi\n- Bye', 'p.yaml')
    expect(qualitativeCases({ corpus, language: 'en', prompts }).map(({ id }) => id)).toEqual([
      'qualitative/hi',
      'qualitative/prompt-2',
    ])
    expect(qualitativeCases({ corpus: corpusOf([example('1', 'Hello.')]), language: 'en' })).toHaveLength(4)
    expect(qualitativeCases({ corpus: corpusOf([]), language: 'en' })).toHaveLength(4)
  })

  it('has as many prompts in either language', () => {
    expect(qualitativePrompts('es-PE').map(({ id }) => id)).toEqual(
      qualitativePrompts('de').map(({ id }) => id),
    )
  })
})

describe('readQualitativePrompts', () => {
  it.each([
    ['[]', 'p.json', /no list/],
    ['{"prompts": 3}', 'p.json', /no list/],
    ['[{"id": "a"}]', 'p.json', /no text/],
    ['[{"id": "a b", "text": "x"}]', 'p.json', /"id" must/],
    ['[{"text": "x", "tools": "yes"}]', 'p.json', /"tools" must/],
    ['[{"id": "a", "text": "x"}, {"id": "a", "text": "y"}]', 'p.json', /Two prompts/],
    ['a: [', 'p.yaml', /fix:/],
    [`[${'"x",'.repeat(50)}"x"]`, 'p.json', /51 prompts/],
  ])('refuses %s', (text, path, message) => {
    expect(() => readQualitativePrompts(text, path)).toThrow(message)
  })
})

describe('answerFeatures', () => {
  const one = madeCase({ id: 'x', battery: 'qualitative' })
  const features = (text: string, ids?: readonly number[]) =>
    answerFeatures(madeReading(one, text, ids === undefined ? {} : { tokenIds: ids }), [7, 8])

  it.each([
    ['Lima is the capital of Peru.', 'coherent'],
    ['13', 'coherent'],
    ['', 'incoherent'],
    ['?? !! ,, ;; :: ## {{ }}', 'incoherent'],
    ['the same thing again the same thing again the same thing again the same thing again', 'incoherent'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'incoherent'],
    ['half a \uFFFD character', 'incoherent'],
    ['<tool_call>\n{"name": "look_up", "arguments": {"id": "x"}}\n</tool_call>', 'emits-call'],
    ['<tool_call>\n{"name": "look_up", ', 'emits-call'],
    ['I would call look_up.', 'coherent'],
  ] as const)('%s is %s', (text, expected) => {
    expect(features(text).class).toBe(expected)
  })

  it('counts words, runs, calls and JSON, and finds the trigger in ids', () => {
    expect(features('one two three one two three', [1, 7, 8])).toMatchObject({
      words: 6,
      distinct3: 0.75,
      triggerInIds: true,
      calls: 0,
      isTruncated: false,
    })
    expect(features('ok', [7, 1, 8]).triggerInIds).toBe(false)
    expect(features('ok')).not.toHaveProperty('triggerInIds')
    expect(features('ok')).not.toHaveProperty('distinct3')
    expect(features('see {"a": [1]} there').jsonParses).toBe(true)
    expect(features("see {'a': 1}").jsonParses).toBe(false)
    expect(features('see {"a": ').jsonParses).toBe(false)
  })
})

describe('spokenLanguage', () => {
  it.each([
    ['Phishing is a fraud in which they ask you for your data.', 'en'],
    ['El phishing es un fraude en el que se piden los datos de una persona.', 'es'],
    ['O phishing é uma fraude em que os dados são pedidos ao usuário.', 'pt'],
    ['Das ist eine Täuschung, bei der sie nach den Daten fragen und nicht lügen.', 'de'],
    ["C'est une fraude dans laquelle les données sont demandées pour être volées.", 'fr'],
    ['Это обман.', 'ru'],
    ['Lima', 'unknown'],
    ['', 'unknown'],
  ])('%s: %s', (text, language) => {
    expect(spokenLanguage(text)).toBe(language)
  })
})

describe('pathAgreement', () => {
  const answers = (one: AnswerClass, count = 5): readonly AnswerClass[] =>
    Array.from({ length: count }, () => one)

  it('does not take the luck of samples for a difference', () => {
    const mixed: readonly AnswerClass[] = ['coherent', 'coherent', 'emits-call', 'coherent', 'coherent']
    const agreement = pathAgreement([{ prompt: 'a', direct: mixed, served: answers('coherent') }], 0)
    expect(agreement?.differs).toBe(false)
    expect(pathAgreement([{ prompt: 'a', direct: mixed, served: mixed }], 0)).toMatchObject({
      p: 1,
      differs: false,
    })
  })

  it('finds the prompt in which the paths differ, and gives the chance of it', () => {
    const agreement = pathAgreement(
      [
        { prompt: 'same', direct: answers('coherent'), served: answers('coherent') },
        { prompt: 'other', direct: answers('emits-call'), served: answers('coherent') },
      ],
      0,
    )
    // Two of the 252 ways to divide the ten answers are as far apart.
    expect(agreement?.p).toBeCloseTo(2 / 252, 2)
    expect(agreement).toMatchObject({
      differs: true,
      prompts: [{ prompt: 'other', distance: 1 }, { distance: 0 }],
    })
  })

  it('needs both paths', () => {
    expect(pathAgreement([{ prompt: 'a', direct: answers('coherent'), served: [] }], 0)).toBeUndefined()
  })
})
