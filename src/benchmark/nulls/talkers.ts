import { textCaller } from './null-caller.js'

/** Never says anything. */
export const silent = textCaller('silent', 'says nothing', () => '')

/** Repeats what the user said last. */
export const echo = textCaller('echo', 'repeats the last user message', ({ messages }) => {
  const last = messages.findLast(({ role }) => role === 'user')
  return last?.text ?? ''
})

/** Repeats everything it was told, the declaration of the tools included where the item carries it. */
export const echoAll = textCaller('echo-all', 'repeats all messages', ({ messages }) =>
  messages.map(({ text }) => text).join('\n'),
)

/** Names every tool. */
export const listAll = textCaller('list-all', 'lists every tool name', ({ tools }) =>
  tools.map(({ name }) => name).join(', '),
)

/** Names the right tool without calling it: right by knowledge it could not have, and still no call. */
export const nameInProse = textCaller('name-in-prose', 'names the right tool in a sentence', ({ gold }) => {
  const names = [...new Set(gold.calls.map(({ name }) => name))]
  return names.length === 0
    ? 'No tool is needed for this.'
    : `You can use the tool ${names.join(' and then ')}.`
})

/** One friendly sentence, whatever was asked. */
export const greeting = textCaller(
  'greeting',
  'one canned greeting',
  () => 'Hello! You are welcome, it is a pleasure to help you.',
)
