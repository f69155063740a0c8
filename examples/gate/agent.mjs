/** A desk agent without a model: sentences that it knows become tool calls. It stands for the agent that you would test. */

const reasons = [
  [/solved/, 'solved'],
  [/duplicate/, 'duplicate'],
  [/nobody answered/, 'no-answer'],
]

const skills = [
  [/^(\w+) should take over ticket (\d+)|^Give ticket (\d+) to (\w+)|^Ticket (\d+) belongs to (\w+)/, assign],
  [/ticket (\d+).*close/i, close],
  [
    /open tickets (?:mention|about|on) the (.+)\?|open tickets about the (.+)\./,
    (found) => find(found, 'open'),
  ],
  [
    /^Do we have tickets about the (.+)\?|^Look up what was reported about the (.+)\./,
    (found) => find(found),
  ],
]

export function answer(request) {
  const text = request.messages.at(-1).content
  for (const [pattern, toCall] of skills) {
    const found = pattern.exec(text)
    if (found !== null)
      return called(
        toCall(
          found.slice(1).filter((part) => part !== undefined),
          text,
        ),
      )
  }
  return { text: 'You are welcome.' }
}

function assign(found) {
  const [ticket, to] = /^\d+$/.test(found[0]) ? found : found.toReversed()
  return ['assign_ticket', { ticket: Number(ticket), to }]
}

function close([ticket], text) {
  const [, reason = 'solved'] = reasons.find(([pattern]) => pattern.test(text)) ?? []
  return ['close_ticket', { ticket: Number(ticket), reason }]
}

function find([query], status) {
  return ['find_ticket', status === undefined ? { query } : { query, status }]
}

/** As a message of the OpenAI API. */
function called([name, parameters]) {
  const call = { id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(parameters) } }
  return { message: { role: 'assistant', content: null, tool_calls: [call] } }
}
