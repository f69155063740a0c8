import { readCatalog } from 'assay'
import { toolMatchers } from 'assay/vitest'
import { expect, it } from 'vitest'

const tools = await readCatalog('examples/calls/tools.jsonl')
expect.extend({ ...toolMatchers({ tools }) })

// In your tests, what your model or agent answered.
const answer = {
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: 'call_1',
      type: 'function',
      function: { name: 'assign_ticket', arguments: '{"ticket": 4711, "to": "Rosa"}' },
    },
  ],
}

it('gives the ticket to Rosa, and closes nothing', () => {
  expect(answer).toCallTool('assign_ticket', { ticket: 4711, to: { $oneOf: ['Rosa', 'rosa'] } })
  expect(answer).not.toCallTool('close_ticket')
  expect(answer).toCallTools([{ name: 'assign_ticket' }])
})

it('answers a greeting in words', () => {
  expect({ role: 'assistant', content: 'Good morning! What can I do for you?' }).toAbstain()
})

it('reads the text of a local model in its dialect', () => {
  const text = '<tool_call>\n{"name": "find_ticket", "arguments": {"query": "printer"}}\n</tool_call>'
  expect(text).toMatchGold(
    { gold: { calls: [{ name: 'find_ticket', arguments: { query: 'printer' } }] } },
    { dialect: 'hermes', tools },
  )
})
