/** QA items, one a line, as `items.jsonl`; a chat each. */
export function* questionLines(count: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const item = {
      id: `qa-${index}`,
      kind: 'qa',
      tool: `tool_${index % 500}`,
      question: `Does this tool take a parameter that names the city number ${index}?`,
      answer: index % 2 === 0 ? 'yes' : 'no',
      cluster: `service ${index % 40}`,
    }
    yield `${JSON.stringify(item)}\n`
  }
}
