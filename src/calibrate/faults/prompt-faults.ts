import { withPrompts, withRendered } from './bent-subject.js'
import { defineFault, type Fault } from './fault.js'
import type { Instrument } from './instrument.js'

const offersTools = ({ asked }: Instrument): boolean => asked.calls !== undefined

/** What can go wrong between a conversation and the tokens that the model gets. */
export const promptFaults: readonly Fault[] = [
  defineFault({
    id: 'preamble-dropped',
    breaks: 'the prompt leaves the tools out',
    injection: 'the renderer is given an empty list of tools',
    noticedBy: 'preflight/preamble-missing',
    inject: (instrument) =>
      offersTools(instrument)
        ? withPrompts(instrument, (prompts) => ({
            ...prompts,
            render: (request) => prompts.render({ ...request, tools: [] }),
          }))
        : undefined,
  }),
  defineFault({
    id: 'descriptions-dropped',
    breaks: 'the prompt tells tools without descriptions',
    injection: 'descriptions are taken off before the renderer gets the tools',
    noticedBy: 'preflight/preamble-partial',
    inject: (instrument) =>
      offersTools(instrument)
        ? withPrompts(instrument, (prompts) => ({
            ...prompts,
            render: (request) =>
              prompts.render({
                ...request,
                tools: request.tools.map(({ description: _, ...tool }) => tool),
              }),
          }))
        : undefined,
  }),
  defineFault({
    id: 'bos-doubled',
    breaks: 'the prompt begins with two beginning tokens',
    injection: 'one more is put before the rendered ids',
    noticedBy: 'preflight/bos-doubled',
    inject: (instrument) => withHead(instrument, (ids, bos) => [bos, ...ids]),
  }),
  defineFault({
    id: 'bos-missing',
    breaks: 'the prompt begins without its beginning token',
    injection: 'it is taken off the rendered ids',
    noticedBy: 'preflight/bos-missing',
    inject: (instrument) => withHead(instrument, (ids, bos) => (ids[0] === bos ? ids.slice(1) : ids)),
  }),
  defineFault({
    id: 'template-mismatch',
    breaks: 'the prompt is written by another template than that of the training',
    injection: 'a line break is added behind the opening of the answer in the rendered text',
    noticedBy: 'preflight/template-parity',
    inject: (instrument) =>
      withRendered(instrument, async ({ text, tokenIds }, { tokenize, specials }) => {
        const bent = `${text}\n`
        const ids = (await tokenize?.(bent)) ?? []
        const isBegun = specials?.bos !== undefined && tokenIds?.[0] === specials.bos
        return { text: bent, tokenIds: isBegun && ids[0] !== specials.bos ? [specials.bos, ...ids] : ids }
      }),
  }),
  defineFault({
    id: 'markers-spelled',
    breaks: 'markers reach the model spelled out, letter by letter',
    injection: 'every marker of the rendered text is tokenized in two halves',
    noticedBy: 'preflight/template-parity',
    inject: (instrument) =>
      withRendered(instrument, async ({ text, tokenIds }, { tokenize, specials }) => {
        if (tokenize === undefined) return { text, ...(tokenIds === undefined ? {} : { tokenIds }) }
        const isBegun = specials?.bos !== undefined && tokenIds?.[0] === specials.bos
        const ids: number[] = isBegun ? [specials.bos] : []
        for (const piece of text.split(/(?<=<)/)) ids.push(...(await tokenize(piece)))
        return { text, tokenIds: ids }
      }),
  }),
  defineFault({
    id: 'query-lost',
    breaks: 'the question does not reach the prompt',
    injection: 'the content of the last message is emptied before it is rendered',
    noticedBy: 'recall/rc@1',
    inject: (instrument) =>
      withPrompts(instrument, (prompts) => ({
        ...prompts,
        render: (request) =>
          prompts.render({
            ...request,
            messages: request.messages.map((message) =>
              message.role === 'user' ? { ...message, content: '' } : message,
            ),
          }),
      })),
  }),
]

function withHead(
  instrument: Instrument,
  bend: (ids: readonly number[], bos: number) => readonly number[],
): Instrument | undefined {
  const bos = instrument.source.prompts.specials?.bos
  if (bos === undefined) return undefined
  return withRendered(instrument, async ({ text, tokenIds = [] }) => ({
    text,
    tokenIds: bend(tokenIds, bos),
  }))
}
