import { parse, readCatalog } from 'assay'

const tools = await readCatalog('examples/calls/tools.jsonl')

// What a model wrote, markers and all.
const written = parse(
  '<tool_call>\n{"name": "assign_ticket", "arguments": {"ticket": "4711", "to": "Rosa"}}\n</tool_call>',
  { dialect: 'hermes', tools },
)
// A response of an API, as its client hands it over.
const answered = parse(
  {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'assign_ticket', arguments: '{"ticket": 4711, "to": "Rosa"}' },
            },
          ],
        },
      },
    ],
  },
  { dialect: 'openai', tools },
)

for (const { outcome, strict } of [written, answered]) {
  const [fault] = strict.faults
  process.stdout.write(`${outcome}, ${strict.level}${fault === undefined ? '' : `: ${fault.what}`}\n`)
}
