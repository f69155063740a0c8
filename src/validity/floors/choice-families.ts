import type { McqItem, QaItem } from '../../benchmark/item.js'
import { bagOfWords } from '../../benchmark/nulls/bag-of-words.js'
import { favouriteOption, type LearntRule } from '../../benchmark/nulls/favourite-option.js'
import { optionPrior } from '../../benchmark/nulls/option-prior.js'
import { optionRuleRight, optionRules } from '../../benchmark/nulls/option-rules.js'
import { mcqWordRule, qaWordRule, type WordRule } from '../../benchmark/nulls/word-rule.js'
import { isClustered } from './blind-units.js'
import type { NullColumn, NullFamily } from './null-family.js'

export function mcqFamily(items: readonly McqItem[], seed: number): NullFamily {
  const texts = items.map(({ question, answer }) => `${question.trim()} ${answer}`)
  return {
    kind: 'mcq',
    metric: 'accuracy',
    ids: items.map(({ id }) => id),
    clusters: items.map(({ cluster }) => cluster),
    texts,
    chance: items.map(({ distractors }) => 1 / (distractors.length + 1)),
    nulls: [
      ...optionRules.map((rule) => ({
        id: rule.id,
        describes: rule.describes,
        right: items.map((item) => optionRuleRight(rule, item)),
        isBlind: true,
      })),
      learnt(
        'constant',
        'always gives the answer that is right most often in other clusters, wherever it is offered',
        favouriteOption(items),
      ),
      learnt(
        'option-prior',
        'chooses the option that is right most often where it is offered',
        optionPrior(items),
      ),
      searched(
        'the word of the options that gives the answer away best',
        mcqWordRule(items, { seed }),
        searchP(items, texts, (own) => mcqWordRule(own, { seed })),
      ),
    ],
    hasOpposites: true,
    whenHigh: 'bad',
  }
}

export function qaFamily(items: readonly QaItem[], seed: number): NullFamily {
  const yes = items.filter(({ answer }) => answer === 'yes').length
  const usual = 2 * yes >= items.length ? 'yes' : 'no'
  const texts = items.map(({ question, answer }) => `${question.trim()} ${answer}`)
  const isTwoSided = yes > 0 && yes < items.length
  return {
    kind: 'qa',
    metric: isTwoSided ? 'balanced-accuracy' : 'accuracy',
    ...(isTwoSided ? { classes: items.map(({ answer }) => answer) } : {}),
    ids: items.map(({ id }) => id),
    clusters: items.map(({ cluster }) => cluster),
    texts,
    chance: items.map(() => 0.5),
    nulls: [
      { id: 'random', describes: 'answers either way', right: items.map(() => 0.5), isBlind: true },
      {
        id: 'constant',
        describes: 'always gives the more frequent answer',
        right: items.map(({ answer }) => (answer === usual ? 1 : 0)),
        isBlind: true,
      },
      searched(
        'the word of the question that gives the answer away best',
        qaWordRule(items, { seed }),
        searchP(items, texts, (own) => qaWordRule(own, { seed })),
      ),
      learnt('bag-of-words', 'Naive Bayes over the words of the question', bagOfWords(items)),
    ],
    hasOpposites: true,
    whenHigh: 'bad',
  }
}

function learnt(id: string, describes: string, { outOfFold, inSample, rule }: LearntRule): NullColumn {
  return {
    id,
    describes,
    right: outOfFold,
    isBlind: true,
    isLearnt: true,
    inSample,
    ...(rule === undefined ? {} : { rule }),
  }
}

function searched(describes: string, word: WordRule, p: number | undefined): NullColumn {
  const { outOfFold, inSample, rule, words } = word
  return {
    id: 'word-rule',
    describes,
    right: outOfFold,
    isBlind: true,
    isLearnt: true,
    inSample,
    ...(rule === undefined ? {} : { rule }),
    search: { p, tried: words },
  }
}

/** The search tested by the units that all null models are tested by: clusters, or where they are too few, texts. */
function searchP<I extends McqItem | QaItem>(
  items: readonly I[],
  texts: readonly string[],
  search: (items: readonly I[]) => WordRule,
): number | undefined {
  if (isClustered(items.map(({ cluster }) => cluster))) return search(items).p
  return search(items.map((item, place) => ({ ...item, cluster: texts[place] ?? '' }))).p
}
