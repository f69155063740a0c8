import { describe, expect, it } from 'vitest'
import { compatFigures } from './compat-figures.js'
import { type CompatDialogue, compatMeasures, type ScoredTurn } from './compat-measures.js'
import type { CompatAgreement } from './compat-turn.js'
import { nullPlans } from './null-plans.js'

const agreement = (
  truePositives: number,
  falsePositives: number,
  falseNegatives: number,
): CompatAgreement => {
  const counts = {
    truePositives,
    falsePositives,
    falseNegatives,
    actual: truePositives + falseNegatives,
    predicted: truePositives + falsePositives,
  }
  return { ...counts, ...compatFigures(counts) }
}
const turnA: ScoredTurn = {
  kind: 'scored',
  counts: { tools: agreement(3, 1, 2), parameters: agreement(5, 4, 1) },
  isExecuted: true,
  seeking: { bleu: 0.5, doBothSeek: true },
  hasEqualCache: true,
}
/** The agent said nothing where gold asks. */
const turnB: ScoredTurn = {
  kind: 'scored',
  counts: undefined,
  isExecuted: false,
  seeking: { bleu: 0, doBothSeek: false },
  hasEqualCache: true,
}
const turnC: ScoredTurn = { ...turnB, isExecuted: true, seeking: undefined, hasEqualCache: false }

const dialogue: CompatDialogue = {
  id: 'd',
  category: undefined,
  cluster: undefined,
  turns: [turnA, turnB, turnC],
}

describe('compatMeasures', () => {
  it('sum over turns first, and leave silence out of tools and parameters', () => {
    const parts = compatMeasures.map(({ metric, terms }) => {
      const { top, bottom } = terms[0]?.of(dialogue) ?? { top: Number.NaN, bottom: Number.NaN }
      return [metric, `${top}/${bottom}`]
    })
    expect(Object.fromEntries(parts)).toEqual({
      'compat-tool-f1': '6/9',
      'compat-tool-precision': '3/4',
      'compat-tool-recall': '3/5',
      'compat-tool-accuracy': '3/6',
      'compat-parameter-f1': '10/15',
      'compat-parameter-precision': '5/9',
      'compat-parameter-recall': '5/6',
      'compat-parameter-accuracy': '5/10',
      'compat-execution': '2/3',
      'compat-seek-bleu': '0.5/2',
      'compat-seek-bleu-both': '0.5/1',
      'compat-cache-em': '2/3',
      'compat-tool-f1-executable': '6/9',
      'compat-tool-precision-executable': '3/4',
      'compat-tool-recall-executable': '3/5',
      'compat-tool-accuracy-executable': '3/6',
      'compat-parameter-f1-executable': '10/15',
      'compat-parameter-precision-executable': '5/9',
      'compat-parameter-recall-executable': '5/6',
      'compat-parameter-accuracy-executable': '5/10',
      'compat-seek-bleu-executable': '0.5/1',
      'compat-cache-em-executable': '1/2',
    })
  })

  /** What a report prints beside each number. */
  it('say what they are a share of, and why they may be missing', () => {
    const nothing = 'no turn on which both sides have calls'
    const told = compatMeasures
      .filter(({ metric }) => !metric.startsWith('compat-parameter'))
      .map(({ metric, unit, isShare, whenNothing }) => [metric, unit, isShare, whenNothing])
    expect(told).toEqual([
      ['compat-tool-f1', 'F1 of tools', false, nothing],
      ['compat-tool-precision', 'share of tools given', true, nothing],
      ['compat-tool-recall', 'share of tools in gold', true, nothing],
      ['compat-tool-accuracy', 'share of tools given or in gold', true, nothing],
      ['compat-execution', 'share of turns', true, 'no turns'],
      ['compat-seek-bleu', 'SacreBLEU of questions, turns on which gold asks', false, 'gold asks nothing'],
      [
        'compat-seek-bleu-both',
        'SacreBLEU of questions, turns on which both ask',
        false,
        'no turn on which both ask',
      ],
      ['compat-cache-em', 'share of turns', true, 'no turns'],
      ['compat-tool-f1-executable', 'F1 of tools, executable turns', false, nothing],
      ['compat-tool-precision-executable', 'share of tools given, executable turns', true, nothing],
      ['compat-tool-recall-executable', 'share of tools in gold, executable turns', true, nothing],
      ['compat-tool-accuracy-executable', 'share of tools given or in gold, executable turns', true, nothing],
      [
        'compat-seek-bleu-executable',
        'SacreBLEU of questions, turns on which gold asks, executable turns',
        false,
        'gold asks nothing',
      ],
      ['compat-cache-em-executable', 'share of turns, executable turns', true, 'no turns'],
    ])
    expect(compatMeasures.find(({ metric }) => metric === 'compat-parameter-recall')?.unit).toBe(
      'share of parameters in gold',
    )
    for (const { division, better, hasFloor } of compatMeasures) {
      expect([division, better, hasFloor]).toEqual(['contrast', 'higher', true])
    }
  })
})

describe('compatFigures', () => {
  it('rounds to four places as Python does: exact ties to the even digit', () => {
    const figures = (truePositives: number, falsePositives: number, falseNegatives: number) =>
      compatFigures({ truePositives, falsePositives, falseNegatives, actual: 0, predicted: 0 })
    expect(figures(3, 1, 2)).toEqual({ precision: 0.75, recall: 0.6, f1: 0.6667, accuracy: 0.5 })
    expect(figures(0, 0, 0)).toEqual({ precision: 0, recall: 0, f1: 0, accuracy: 0 })
    expect(figures(0, 2, 3)).toEqual({ precision: 0, recall: 0, f1: 0, accuracy: 0 })
    // 1/32 = 0.03125, 3/32 = 0.09375, 5/32 = 0.15625, 31/32 = 0.96875
    expect([1, 3, 5, 31].map((right) => figures(right, 32 - right, 0).precision)).toEqual([
      0.0312, 0.0938, 0.1562, 0.9688,
    ])
    expect(figures(2, 30, 0).precision).toBe(0.0625)
    expect(figures(2, 1, 0).precision).toBe(0.6667)
  })
})

describe('nullPlans', () => {
  const tool = (name: string, role: string) => ({ name, role })
  const world = { tools: [tool('search_hotels', 'search'), tool('sort', 'sort')] } as never // all that is read
  const gold = [
    'h = sort(results=search_hotels(city="Varna"))',
    'print("No")',
    'a = search_hotels( city = "Ulm" )\nb = search_hotels(city="Varna")',
    'search_hotels(',
  ]
  const plansOf = (id: string) => nullPlans.find((one) => one.id === id)?.plans(gold, world)

  it('know which of them a subject must beat, and which is gold', () => {
    expect(nullPlans.map(({ id, kind, isGold }) => [id, kind, isGold])).toEqual([
      ['silent', 'floor', false],
      ['no-op', 'floor', false],
      ['always-seek', 'floor', false],
      ['re-search', 'floor', false],
      ['gold', 'control', true],
      ['gold-twice', 'control', false],
    ])
  })

  it('answer every turn', () => {
    expect(plansOf('silent')).toEqual(['', '', '', ''])
    expect(plansOf('no-op')).toEqual(Array(4).fill('print("No planning needed")'))
    expect(new Set(plansOf('always-seek'))).toEqual(
      new Set(['seek_information("Could you tell me more about what you are looking for?")']),
    )
    expect(plansOf('gold')).toEqual(gold)
    expect(plansOf('gold-twice')?.[1]).toBe('print("No")\nprint("No")')
  })

  it('search again for all that gold has searched for so far, each once', () => {
    const varna = "search_hotels(city='Varna')"
    expect(plansOf('re-search')).toEqual([
      varna,
      varna,
      `${varna}\nsearch_hotels(city='Ulm')`,
      `${varna}\nsearch_hotels(city='Ulm')`,
    ])
  })
})
