import type { McqItem, QaItem } from '../../benchmark/item.js'
import { optionLabels, QA_LABELS, shuffledOptions } from '../../run/choice-labels.js'
import type { StoredSample } from '../../run/sample-lines.js'
import { type ChoiceQuestion, choiceAnswer } from '../../score/choice/choice-answer.js'
import { choiceOutcome } from '../../score/choice/choice-outcome.js'
import { readLetter } from '../../score/choice/letter-reading.js'
import { readYesNo } from '../../score/choice/yes-no-reading.js'
import { readMcqVariant } from '../../score/mcq/rotation-sets.js'
import { toCutText } from './cut-text.js'
import { PROMPT_LENGTH } from './item-caps.js'
import type { ItemJudge, JudgedSample } from './item-judge.js'

const YES_NO = { yes: 'yes', no: 'no' } as const

export function qaJudge(item: QaItem): ItemJudge {
  return {
    kind: 'qa',
    ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
    tools: [item.tool],
    asked: () => ({
      prompt: toCutText(`${item.tool}\n\n${item.question}`, PROMPT_LENGTH),
      gold: toCutText(item.answer, PROMPT_LENGTH),
    }),
    judge: (sample) =>
      judged(sample, {
        question: { labels: QA_LABELS, anyCase: true, readText: readYesNo },
        gold: item.answer,
        labels: YES_NO,
      }),
  }
}

export function mcqJudge(item: McqItem): ItemJudge {
  return {
    kind: 'mcq',
    ...(item.cluster === undefined ? {} : { cluster: item.cluster }),
    tools: [item.tool],
    asked: () => ({
      prompt: toCutText(`${item.tool}\n\n${item.question}`, PROMPT_LENGTH),
      gold: toCutText(item.answer, PROMPT_LENGTH),
      options: shuffledOptions(item).map((option) => toCutText(option, PROMPT_LENGTH).text),
    }),
    judge(sample) {
      const rotation = readMcqVariant(sample.variant)?.rotation
      if (rotation === undefined || rotation > item.distractors.length) {
        return { row: { verdict: 'unmeasured', outcome: 'another variant' }, evidence: {} }
      }
      const labels = optionLabels(item, rotation)
      const letters = Object.keys(labels)
      return judged(sample, {
        question: {
          labels: letters,
          anyCase: false,
          readText: (text, wasCut) => readLetter(text, { labels, wasCut }),
        },
        gold: letters.find((letter) => labels[letter] === item.answer) ?? '',
        labels,
      })
    },
  }
}

interface Question {
  readonly question: ChoiceQuestion
  readonly gold: string
  readonly labels: Readonly<Record<string, string>>
}

function judged(sample: StoredSample, { question, gold, labels }: Question): JudgedSample {
  const answer = choiceAnswer(sample, question)
  const { right, label, kind, rule, method } = choiceOutcome(answer, gold)
  return {
    row: {
      verdict: right === 1 ? 'right' : right === 0 ? 'wrong' : 'partial',
      value: right,
      outcome: label ?? (kind === 'chosen' ? 'tie' : kind),
    },
    evidence: {
      choice: {
        method,
        gold,
        ...(label === undefined ? {} : { chosen: label }),
        rule,
        labels,
        ...(sample.choices === undefined ? {} : { logprobs: sample.choices }),
      },
    },
  }
}
