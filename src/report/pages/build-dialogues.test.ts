import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../test/contract/memory-files.js'
import type { TracedCall } from '../../agent/turn-record.js'
import { itemFromJson } from '../../benchmark/item-json.js'
import type { DialogueVerdict } from '../../score/dialogue/strict/turn-verdict.js'
import { buildDialogues } from './build-dialogues.js'
import { flowOf } from './dialogue-view.js'

const call = (producers: TracedCall['producers']): TracedCall => ({
  tool: 'search',
  line: 1,
  arguments: {},
  producers,
  outcome: { kind: 'none' },
})

const line = (item: string, turn: number): string =>
  JSON.stringify({
    item,
    trial: 0,
    record: {
      turn,
      mode: 'code',
      cacheBefore: [{ key: 'k', id: 'r0', tool: 'search', summary: 's', count: 1, rows: 'h' }],
      cacheAfter: [],
      steps: [
        {
          output: { text: `<CODE>x</CODE> </script>` },
          plan: 'x',
          execution: {
            trace: [call({}), call({ value: [0], other: ['r0'] })],
            printed: '',
            sought: [],
            cacheAfter: [],
            steps: 1,
            durationMs: 0,
          },
          durationMs: 1,
        },
      ],
    },
  })

const items = ['a', 'b'].map((id) =>
  itemFromJson(
    {
      id,
      kind: 'dialogue',
      turns: [
        { role: 'user', text: 'One.', plan: 'x' },
        { role: 'assistant', text: 'Done.' },
        { role: 'user', text: 'Two.', plan: 'y' },
      ],
    },
    { path: 'items.jsonl', line: 1 },
  ),
)

async function built(
  turns: string,
  judgeDialogue?: Parameters<typeof buildDialogues>[0]['material']['judgeDialogue'],
) {
  return buildDialogues({
    id: 's1',
    path: 'run',
    files: memoryFiles({ 'run/turns.jsonl': turns }),
    subject: 'x',
    documents: [],
    run: { converse: { mode: 'code' } },
    material: {
      benchmarks: new Map([['d', { name: 'd', items, fingerprint: 'f' }]]),
      faults: [],
      ...(judgeDialogue === undefined ? {} : { judgeDialogue }),
    },
    notices: [],
  })
}

describe('buildDialogues', () => {
  const whole = [line('a', 0), line('a', 2), line('b', 0)].map((one) => `${one}\n`).join('')

  it('shows every dialogue of a journal whose last line a crash cut, in the middle of a character too', async () => {
    const cut = new TextDecoder().decode(new TextEncoder().encode(`${whole}${line('b', 2)}`).slice(0, -40))
    const { results, torn, outcomes } = await built(cut)
    expect(torn).toEqual(['run/turns.jsonl, line 4'])
    expect(results[0]?.dialogues.map(({ item, outcome }) => [item, outcome])).toEqual([
      ['a', 'unscored'],
      ['b', 'unscored'],
    ])
    expect(outcomes.size).toBe(2)
    expect((await built(`${whole}${line('b', 2)}`)).torn).toEqual([])
  })

  it('says of each turn what it came to, and lists wrong dialogues first', async () => {
    const { results, outcomes } = await built(whole, async ({ item, lines }) => ({
      gold: [
        { turn: 0, mode: 'code', cacheBefore: [], cacheAfter: [], steps: [] },
        { turn: 2, mode: 'code', cacheBefore: [], cacheAfter: [], steps: [] },
      ],
      // Only the members that are looked into.
      verdict: {
        id: item,
        unmeasured: 0,
        turns: lines.map(({ record }) => verdictOf(record.turn, item === 'a')),
      } as unknown as DialogueVerdict,
    }))
    expect(results[0]?.dialogues.map(({ item, outcome, correct }) => [item, outcome, correct])).toEqual([
      ['b', 'wrong', 0],
      ['a', 'right', 2],
    ])
    const turns = results[0]?.dialogues[0]?.turns ?? []
    expect(turns.map(({ verdict }) => verdict?.verdict)).toEqual(['wrong', undefined, undefined])
    expect(turns[0]?.verdict?.reasons).toEqual([
      'Gold’s act is call, the subject’s noop.',
      'Of 1 calls 0 are right; it gave 0.',
    ])
    expect([...outcomes.values()]).toEqual([
      { outcome: 'right', turns: 2, correct: 2 },
      { outcome: 'wrong', turns: 1, correct: 0 },
    ])
  })

  it('gives the data flow as edges', async () => {
    const { results } = await built(whole)
    expect(results[0]?.dialogues[0]?.turns[0]?.actual?.steps[0]?.flow).toEqual([
      { from: { kind: 'call', call: 0 }, to: 1, parameter: 'value' },
      { from: { kind: 'cached', id: 'r0', key: 'k' }, to: 1, parameter: 'other' },
    ])
    expect(flowOf([call({ value: [0, 5] })], [])).toEqual([])
  })
})

function verdictOf(turn: number, isCorrect: boolean): unknown {
  const fits = { right: 1, asked: 1, given: 1 }
  return {
    turn,
    isCorrect,
    hasRightOutcome: isCorrect,
    act: { gold: 'call', subject: isCorrect ? 'call' : 'noop' },
    tools: isCorrect ? fits : { right: 0, asked: 1, given: 0 },
    arguments: { ...fits, rightFolded: 1 },
    flow: fits,
    slots: fits,
    cache: { isSameAddedProvenance: true, isSameAddedRows: true },
    execution: { fault: undefined },
  }
}
