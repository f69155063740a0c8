import type { Bindings, DialogueSplit, DialogueTemplate, TemplateTurn } from '../dialogue-template.js'
import { fillPlan, fillText } from './placeholders.js'

/** A template with values in the place of its placeholders. */
export interface FilledDialogue {
  readonly id: string
  readonly template: DialogueTemplate
  readonly split: DialogueSplit
  /** Which of its fillings, from 1. */
  readonly filling: number
  readonly bindings: Bindings
  readonly turns: readonly TemplateTurn[]
}

export interface Filling {
  readonly split: DialogueSplit
  readonly filling: number
  readonly bindings: Bindings
}

export function fillDialogue(
  template: DialogueTemplate,
  { split, filling, bindings }: Filling,
): FilledDialogue {
  return {
    id: `${template.id}-${String(filling).padStart(2, '0')}`,
    template,
    split,
    filling,
    bindings,
    turns: template.turns.map((turn) => ({
      ...turn,
      text: fillText(turn.text, bindings),
      ...(turn.plan === undefined ? {} : { plan: fillPlan(turn.plan, bindings) }),
    })),
  }
}
