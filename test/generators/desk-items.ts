/** Items about the tools of a support desk, for small models: short tools, short questions, nothing that needs knowledge. */

interface DeskTool {
  readonly name: string
  readonly description: string
  /** Argument to type; those marked with `!` must be given. */
  readonly parameters: Readonly<Record<string, 'string' | 'integer' | 'string!' | 'integer!'>>
}

const tools: readonly DeskTool[] = [
  {
    name: 'find_ticket',
    description: 'Finds tickets by words.',
    parameters: { query: 'string!', limit: 'integer' },
  },
  {
    name: 'assign_ticket',
    description: 'Gives a ticket to a colleague.',
    parameters: { ticket: 'integer!', to: 'string!' },
  },
  {
    name: 'close_ticket',
    description: 'Closes a ticket for a reason.',
    parameters: { ticket: 'integer!', reason: 'string' },
  },
  {
    name: 'book_room',
    description: 'Books a meeting room for a day.',
    parameters: { room: 'string!', day: 'string!' },
  },
  {
    name: 'send_note',
    description: 'Sends a short note to a person.',
    parameters: { to: 'string!', text: 'string!' },
  },
  {
    name: 'order_part',
    description: 'Orders spare parts by number.',
    parameters: { part: 'string!', count: 'integer' },
  },
  {
    name: 'restart_host',
    description: 'Starts a computer again.',
    parameters: { host: 'string!', delay: 'integer' },
  },
  {
    name: 'reset_password',
    description: 'Gives a user a new password.',
    parameters: { user: 'string!', length: 'integer' },
  },
  {
    name: 'translate_text',
    description: 'Puts a text into another language.',
    parameters: { text: 'string!', language: 'string!' },
  },
  {
    name: 'add_reminder',
    description: 'Reminds the user of something later.',
    parameters: { what: 'string!', minutes: 'integer!' },
  },
]

const people = ['Rosa', 'Ayumi', 'Tomás', 'Mei', 'Olu', 'Freya', 'Sanjay', 'Ines', 'Bo', 'Lena'] as const
const topics = ['printers', 'invoices', 'the lift', 'VPN', 'badges', 'Wi-Fi', 'scanners', 'phones'] as const

/** The tools in MCP's shape. */
export function deskTools(): readonly object[] {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([key, type]) => [key, { type: type.replace('!', '') }]),
      ),
      required: Object.keys(parameters).filter((key) => parameters[key]?.endsWith('!')),
    },
  }))
}

/** 40 items that expect one call; three tools are offered. */
export function deskCallItems(): readonly object[] {
  const items: object[] = []
  const add = (text: string, name: string, args: object): void => {
    items.push(callItem(`call-${items.length + 1}`, text, { calls: [{ name, arguments: args }] }))
  }
  for (const [index, person] of people.entries()) {
    const ticket = 4_100 + 37 * index
    add(`Give ticket ${ticket} to ${person}.`, 'assign_ticket', { ticket, to: person })
    add(`${person} should take care of ticket ${ticket + 1}.`, 'assign_ticket', {
      ticket: ticket + 1,
      to: person,
    })
    add(`Please close ticket ${ticket + 2}.`, 'close_ticket', { ticket: ticket + 2 })
  }
  for (const topic of topics) add(`Find tickets about ${topic}.`, 'find_ticket', { query: topic })
  for (const topic of topics.slice(0, 2))
    add(`Find at most 3 tickets about ${topic}.`, 'find_ticket', { query: topic, limit: 3 })
  return items
}

/** 20 items that expect no call, the same tools offered. */
export function deskTalkItems(): readonly object[] {
  const texts = [
    'Thank you, that was quick!',
    'Good morning!',
    'How are you today?',
    'What does it mean to close a ticket?',
    'Who invented the telephone?',
    'What is the capital of France?',
    'Tell me a joke.',
    'That will be all.',
    'Is a printer a computer?',
    'What is eight plus five?',
    'Name three fruits.',
    'Which is larger, the sun or the moon?',
    'Why is the sky blue?',
    'I like your style.',
    'Can two people own one ticket?',
    'What is a duplicate?',
    'Say hello in Spanish.',
    'How long is a minute?',
    'Good night.',
    'Do you like music?',
  ]
  return texts.map((text, index) => callItem(`talk-${index + 1}`, text, { none: true }))
}

function callItem(id: string, text: string, gold: object): object {
  const offered = ['find_ticket', 'assign_ticket', 'close_ticket']
  return { id, kind: 'call', messages: [{ role: 'user', content: text }], tools: offered, gold }
}

/** 40 items: four questions about each tool, answered by its description and schema alone. */
export function deskMcqItems(): readonly object[] {
  return tools.flatMap(({ name, description, parameters }, index) => {
    const others = [1, 2, 3].map((step) => tools[(index + step) % tools.length] as DeskTool) // modulo stays inside
    const own = Object.keys(parameters)
    const [first = ''] = own
    const strange = others
      .flatMap((other) => Object.keys(other.parameters))
      .filter((key) => !own.includes(key))
    const unlike = [...new Set([...strange, 'colour', 'weight', 'height'])].slice(0, 3)
    const numbers = own.filter((key) => parameters[key]?.startsWith('integer')).length
    const item = (
      part: string,
      question: string,
      answer: string,
      distractors: readonly string[],
    ): object => ({
      id: `${name}-${part}`,
      kind: 'mcq',
      tool: name,
      question,
      answer,
      distractors,
    })
    return [
      item(
        'purpose',
        'What does it do?',
        description,
        others.map((other) => other.description),
      ),
      item('argument', 'Which of these is an argument of it?', first, unlike),
      item(
        'name',
        `Which tool does this: ${description}`,
        name,
        others.map((other) => other.name),
      ),
      item(
        'numbers',
        'How many of its arguments are whole numbers?',
        String(numbers),
        ['0', '1', '2', '3'].filter((count) => count !== String(numbers)),
      ),
    ]
  })
}
