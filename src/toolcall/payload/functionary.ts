import type { MessageHeader } from './messages.js'

/** `<|from|>assistant⏎<|recipient|>NAME⏎`; the prompt may have begun it. */
export function functionaryHeader(header: string): MessageHeader {
  const line = header.includes('<|recipient|>')
    ? header.slice(header.lastIndexOf('<|recipient|>') + 13)
    : header
  const recipient = line.replace('<|from|>assistant', '').trim()
  const isUser = recipient === 'all' || recipient === ''
  return {
    recipient: isUser ? undefined : recipient,
    isReasoning: false,
    isMisplaced: false,
    isNoCall: recipient === 'all',
  }
}

export function functionaryName(recipient: string): { readonly name: string } | string {
  if (!/\s/.test(recipient)) return { name: recipient }
  return `The recipient ${JSON.stringify(recipient.slice(0, 200))} is no name.`
}
