import { type Dialogue, dialogueOf } from '../../benchmark/dialogue-item.js'
import type { DialogueItem } from '../../benchmark/item.js'
import type { StoredSample } from '../../run/sample-lines.js'
import type { DialogueOutcome } from '../pages/build-dialogues.js'
import type { ItemVerdict } from '../pages/items-page.js'
import { toCutText } from './cut-text.js'
import { PROMPT_LENGTH } from './item-caps.js'
import type { ItemJudge } from './item-judge.js'

const VERDICTS: Readonly<Record<DialogueOutcome['outcome'], ItemVerdict>> = {
  right: 'right',
  wrong: 'wrong',
  unmeasured: 'unmeasured',
  played: 'unmeasured',
  unscored: 'unmeasured',
}

/**
 * Rows of dialogues: right where every turn is. What was said turn by turn stands on the page of dialogues.
 *
 * @throws {InputError} `item-invalid`.
 */
export function dialogueJudge(
  item: DialogueItem,
  outcomeOf: (sample: Pick<StoredSample, 'item' | 'trial'>) => DialogueOutcome | undefined,
): ItemJudge {
  const dialogue = dialogueOf(item)
  return {
    kind: 'dialogue',
    ...clusterOf(dialogue),
    tools: [...new Set(dialogue.turns.flatMap(({ calls = [] }) => calls.map(({ name }) => name)))],
    asked: () => ({
      prompt: toCutText(
        textOf(dialogue, ({ role, text }) => `${role}: ${text}`),
        PROMPT_LENGTH,
      ),
      gold: toCutText(
        textOf(dialogue, ({ plan }, turn) => (plan === undefined ? undefined : `turn ${turn + 1}:\n${plan}`)),
        PROMPT_LENGTH,
      ),
    }),
    judge(sample) {
      const found = outcomeOf(sample)
      if (found === undefined) return { row: { verdict: 'unmeasured', outcome: 'no turn' }, evidence: {} }
      const { outcome, turns, correct } = found
      const isMeasured = outcome === 'right' || outcome === 'wrong'
      return {
        row: {
          verdict: VERDICTS[outcome],
          outcome,
          ...(!isMeasured || correct === undefined || turns === 0 ? {} : { value: correct / turns }),
        },
        evidence: {},
      }
    },
  }
}

function clusterOf({ cluster, category }: Dialogue): Pick<ItemJudge, 'cluster'> {
  const name = cluster ?? category
  return name === undefined ? {} : { cluster: name }
}

function textOf(
  { turns }: Dialogue,
  write: (turn: Dialogue['turns'][number], place: number) => string | undefined,
): string {
  return turns.flatMap((turn, place) => write(turn, place) ?? []).join('\n\n')
}
