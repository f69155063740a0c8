import type { CorpusExample, ToolCorpus } from '../../corpus/tool-corpus.js'
import type { PlannedSample } from '../../run/plan-run.js'
import type { Subject } from '../../subject/subject.js'
import type { Dialect } from '../../toolcall/dialect.js'
import { caseChat } from '../case-requests.js'
import type { LadderCase } from '../ladder-case.js'

interface TrainingLossPlan {
  readonly subject: Pick<Subject, 'answers' | 'prompts'>
  readonly corpus: ToolCorpus
  /** In which the subject writes calls. */
  readonly dialect: Dialect
  readonly seed: number
}

/** Rows that are weighed. */
const ROWS = 8
/** Tokens of an answer that are weighed. */
const MOST_TOKENS = 128

/** Cases whose answers are weighed: the first verbatim ones, which stand in an order stratified by tool. */
export function trainingLossCases(cases: readonly LadderCase[]): readonly LadderCase[] {
  return cases
    .filter(({ battery, example }) => battery === 'verbatim' && example !== undefined)
    .slice(0, ROWS)
}

/**
 * One question for each row: how likely is the answer that training showed, behind the prompt that the subject sees? None for
 * subjects that cannot say.
 *
 * @throws {InputError} `template-*` when the subject's template refuses a conversation.
 */
export async function trainingLossSamples(
  cases: readonly LadderCase[],
  { subject, corpus, dialect, seed }: TrainingLossPlan,
): Promise<readonly PlannedSample[]> {
  if (!subject.answers.has('continuation')) return []
  const examples = new Map(corpus.examples.map((example) => [example.id, example]))
  const samples: PlannedSample[] = []
  for (const one of trainingLossCases(cases)) {
    const example = examples.get(one.example ?? '')
    if (example === undefined) continue
    const rendered = await subject.prompts?.render(caseChat(one, { seed }))
    samples.push({
      benchmark: one.battery,
      item: one.id,
      trial: 0,
      seed,
      request: {
        kind: 'continuation',
        prompt:
          rendered?.tokenIds ??
          rendered?.text ??
          dialect.render(one.messages, one.offersTools ? one.tools : []),
        continuation: answerIn(dialect, example, corpus),
        most: MOST_TOKENS,
      },
    })
  }
  return samples
}

/** The answer as the subject would write it: a corpus in the layout of an API holds calls as objects. */
function answerIn(dialect: Dialect, { answer, tools }: CorpusExample, corpus: ToolCorpus): string {
  const isOwn = dialect.id === corpus.dialect.id || answer.calls.length === 0
  return isOwn ? answer.text : dialect.renderCalls(answer.calls, { tools })
}
