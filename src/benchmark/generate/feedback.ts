import type { Tally } from './tally.js'

/** Reasons that are fed back at most; more of them only make a prompt longer. */
const FED_BACK = 5

/** What was refused before, in our own words: nothing that a model wrote goes back into a prompt. */
export function feedbackOf(refused: Tally): string {
  const lines = refused
    .ranked()
    .slice(0, FED_BACK)
    .map(([reason]) => `- ${FEEDBACK[reason] ?? `An earlier answer was refused (${reason}).`}`)
  return lines.length === 0 ? '' : `\nEarlier answers were refused. Avoid this:\n${lines.join('\n')}\n`
}

const FEEDBACK: Readonly<Record<string, string>> = {
  'generator-not-json': 'The answer was not one JSON object.',
  'generator-shape': 'The answer lacked members, or had others than were asked for.',
  'generator-cut': 'The answer was too long and was cut off.',
  'candidate-shape': 'A sample lacked members.',
  ungrounded: 'A tool was named that is not in the list; use ids such as T3.',
  'answer-repeated': 'The same tool was named twice in one request.',
  'need-count': 'A request had too few or too many needs.',
  'need-repeated': 'Two needs of one request said the same.',
  'anchor-missing': 'The tool that must be among the answers was missing.',
  'query-length': 'A request was too long or too short.',
  'query-language': 'A request was in another language.',
  'tool-id': 'A request spoke of a tool by its id.',
  'name-leak': 'The name of a tool or a service stood in the text.',
  'query-repeated': 'The same text was written again.',
  'judge-needs': 'A request asked for other things than its needs said, or its needs were not different.',
  'judge-unnatural': 'A request was vague or artificial.',
  'anchor-not-fully': 'The tool that must be among the answers does not do all that was asked.',
  'need-unserved': 'No tool does all that one of the needs asks.',
  'too-general': 'A request was so general that too many tools serve it.',
  'placeholder-missing': 'A question did not call the tool "this tool".',
  'too-few-distractors': 'Too few of the wrong answers were usable.',
  'evidence-ungrounded': 'Words that were to be copied from a text do not stand in it.',
}
