import type { CorpusTemplate } from '../../corpus/templates.js'
import { randomStream } from '../../numeric/random.js'
import type { LadderCase } from '../ladder-case.js'
import { defineBattery } from './battery.js'
import { newEntitiesFor } from './battery-entities.js'
import { makeCase } from './make-case.js'
import { NoticeList } from './notice-list.js'
import { stratified } from './stratified.js'

/** Prompts that would need a call, with nothing that declares tools. Only the first token is looked at. */
export const noPreamble = defineBattery({
  id: 'no-preamble',
  describes: 'prompts that would need a call, without the declaration of tools (first token only)',
  build(context) {
    const { templates, sizes, seed, seen } = context
    const notices = new NoticeList('no-preamble')
    const entities = newEntitiesFor(context, 'no-preamble')
    const random = randomStream(seed, 'no-preamble')
    const bare = { system: [], tools: [], offersTools: false }
    const cases: LadderCase[] = []
    const add = (prompt: string, cluster: string, group: string): void => {
      cases.push(
        makeCase({
          battery: 'no-preamble',
          name: String(cases.length + 1),
          frame: bare,
          prompt,
          cluster,
          group,
        }),
      )
    }
    const ordered = stratified(templates, { groupOf: ({ tool }) => tool, random })
    for (const template of ordered) {
      if (cases.length === sizes.noPreamble) break
      const prompt = filled(template, (slot) => entities.make({ tool: template.tool, ...slot }))
      if (prompt !== undefined) add(prompt, template.id, template.tool)
    }
    // Calls that copy nothing have no template; their own prompts stand in.
    const rows = stratified(
      seen.distinct.flatMap(({ example }) => (example.answer.calls.length > 0 ? [example] : [])),
      { groupOf: ({ answer }) => answer.calls[0]?.name ?? '', random },
    )
    for (const { prompt, id, answer } of rows) {
      if (cases.length === sizes.noPreamble) break
      if (prompt !== '') add(prompt, `row ${id}`, answer.calls[0]?.name ?? '')
    }
    if (cases.length === 0) notices.add('no-calls', 'The corpus has no prompt that needs a call.')
    return { cases, manifest: { seed, cases: cases.length }, notices: notices.list }
  },
})

function filled(
  { pieces, slots }: CorpusTemplate,
  make: (slot: CorpusTemplate['slots'][number]) => string | undefined,
): string | undefined {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    const slot = slots[index]
    const value = slot === undefined ? '' : make(slot)
    if (value === undefined) return undefined
    text += piece + value
  }
  return text
}
