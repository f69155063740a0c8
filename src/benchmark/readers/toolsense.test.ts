import { brokenFile, describeBenchmarkReader } from '../../../test/contract/benchmark-reader.js'
import {
  foreignTo,
  lines,
  mcq,
  qa,
  rrb,
  rrbEasy,
  rrbMedium,
} from '../../../test/contract/benchmark-samples.js'
import { toolsenseMcq } from './toolsense-mcq.js'
import { toolsenseQa } from './toolsense-qa.js'
import { toolsenseRrb } from './toolsense-rrb.js'

describeBenchmarkReader({
  reader: toolsenseRrb,
  samples: [rrb],
  broken: [
    brokenFile(rrb, {
      name: 'broken JSON',
      text: `${lines(rrbEasy)}{"sample_id": "x",\n`,
      mentions: /rrb\.jsonl, line 2, column/,
      code: 'json-broken',
    }),
    brokenFile(rrb, {
      name: 'a tier that does not fit',
      text: lines({ ...rrbEasy, complexity: 'hard' }),
      mentions: /line 1[^]*complexity/,
    }),
    brokenFile(rrb, { name: 'no gold', text: lines({ ...rrbEasy, tool: [] }), mentions: /"tool" must be/ }),
    brokenFile(rrb, {
      name: 'no tool at all',
      text: lines({ ...rrbEasy, tool: undefined }),
      mentions: /no "tool"/,
    }),
    brokenFile(rrb, {
      name: 'a tool without a name',
      text: lines({ ...rrbEasy, tool: { tool_title: 'x' } }),
      mentions: /no "tool_name"/,
    }),
    brokenFile(rrb, {
      name: 'a blank query',
      text: lines({ ...rrbEasy, query: ' ' }),
      mentions: /"query" must be a text/,
    }),
    brokenFile(rrb, {
      name: 'two items of one id',
      text: lines(rrbEasy, rrbMedium, rrbEasy),
      mentions: /line 1 and line 3/,
      code: 'item-twice',
    }),
    brokenFile(rrb, {
      name: 'a line that is no object',
      text: `${lines(rrbEasy)}[1]\n`,
      mentions: /line 2[^]*fix/,
    }),
  ],
  foreign: foreignTo(toolsenseRrb.id),
})

describeBenchmarkReader({
  reader: toolsenseMcq,
  samples: [mcq],
  broken: [
    brokenFile(mcq, {
      name: 'the answer among the distractors',
      text: lines({ id: 'q', question: 'w?', correct_answer: 'a', wrong_answers: ['a'], tool: 't' }),
      mentions: /line 1/,
    }),
    brokenFile(mcq, {
      name: 'no distractors',
      text: lines({ id: 'q', question: 'w?', correct_answer: 'a', wrong_answers: [], tool: 't' }),
      mentions: /wrong_answers/,
    }),
  ],
  foreign: foreignTo(toolsenseMcq.id),
})

describeBenchmarkReader({
  reader: toolsenseQa,
  samples: [qa],
  broken: [
    brokenFile(qa, {
      name: 'another answer',
      text: lines({ id: 'q', question: 'w?', answer: 'Maybe', tool: 't' }),
      mentions: /"Yes" or "No"/,
    }),
  ],
  foreign: foreignTo(toolsenseQa.id),
})
