import { buildTool } from '../../catalog/build-tool.js'
import type { Tool } from '../../catalog/tool.js'
import { randomStream } from '../../numeric/random.js'
import { emptyObject, type JsonObject } from '../../text/json.js'
import type { LadderCase } from '../ladder-case.js'
import { defineBattery } from './battery.js'
import type { CaseFrame } from './case-frame.js'
import type { BatteryLanguage } from './corpus-language.js'
import { declaredBeside } from './declared-beside.js'
import { goldCallWith, makeCase } from './make-case.js'
import { NoticeList } from './notice-list.js'
import { isReadableGold } from './readable-gold.js'
import { stratified } from './stratified.js'
import { type UntrainedTool, untrainedTools } from './untrained-tools.js'

/** Tools that are declared beside the corpus's own and were never trained: does the subject read the declaration? */
export const unseenTools = defineBattery({
  id: 'unseen-tools',
  describes: 'tools that are declared in the preamble and absent from training',
  build({ frames, dialect, seen, sizes, seed, language, budgets, corpus }) {
    const notices = new NoticeList('unseen-tools')
    const { main } = frames
    const cases: LadderCase[] = []
    const all = untrainedTools.flatMap((entry) => entry.prompts.map((prompt) => ({ entry, prompt })))
    const order = stratified(all, {
      groupOf: ({ entry }) => entry.name,
      random: randomStream(seed, 'unseen tools'),
    })
    for (const { entry, prompt } of order) {
      if (cases.length === sizes.unseenTools) break
      const tool = toolOf(entry, language)
      const text = prompt[language]
      if (seen.holdsWhole(entry.name) || seen.overlap(text).kind !== 'none') {
        notices.add(
          'untrained-tool-known',
          'Tools of this battery that the corpus names are left out.',
          entry.name,
        )
        continue
      }
      const frame = withTool(main, tool)
      if (frame === undefined) {
        notices.add(
          'declaration-not-appended',
          corpus.toolsIn === 'calls'
            ? 'The corpus declares no tools, so no new one can be declared in its way.'
            : 'The preamble declares its tools in a way that another tool could not be added to.',
        )
        break
      }
      const json = Object.assign(emptyObject(), prompt.values)
      if (!isReadableGold([{ name: tool.name, arguments: json }], { dialect, tools: frame.tools })) {
        notices.add(
          'gold-not-readable',
          'The dialect of the corpus cannot write the calls of some of these tools.',
          tool.name,
        )
        continue
      }
      cases.push(
        makeCase({
          battery: 'unseen-tools',
          name: `${entry.name}-${entry.prompts.indexOf(prompt) + 1}`,
          frame,
          prompt: text,
          gold: [goldCallWith(tool.name, json)],
          cluster: entry.name,
          group: entry.name,
          entities: Object.entries(prompt.values).map(([argument, value]) => ({
            tool: tool.name,
            argument,
            type: typeof value === 'number' ? 'integer' : 'free',
            value: String(value),
          })),
          note: 'the tool is declared here and was never trained',
          maxTokens: budgets.call,
        }),
      )
    }
    return {
      cases,
      manifest: { seed, language, tools: [...new Set(cases.map(({ cluster }) => cluster))] },
      notices: notices.list,
    }
  },
})

function toolOf({ name, describes, parameters }: UntrainedTool, language: BatteryLanguage): Tool {
  const properties = emptyObject()
  for (const [argument, type] of Object.entries(parameters)) {
    properties[argument] = Object.assign(emptyObject(), { type })
  }
  const inputSchema: JsonObject = Object.assign(emptyObject(), {
    type: 'object',
    properties,
    required: Object.keys(parameters),
    additionalProperties: false,
  })
  return buildTool({
    name,
    description: describes[language],
    inputSchema,
    source: { format: 'assay', at: 'unseen-tools battery' },
  })
}

/** The frame with one tool more, in the way in which it declares the others. */
function withTool(frame: CaseFrame, tool: Tool): CaseFrame | undefined {
  const tools = [...frame.tools, tool]
  if (frame.offersTools) return { ...frame, tools }
  for (const [at, message] of frame.system.entries()) {
    if (message.role !== 'system') continue
    const content = declaredBeside(message.content, { tools: frame.tools, added: tool })
    if (content === undefined) continue
    const system = frame.system.map((other, index) => (index === at ? { ...message, content } : other))
    return { ...frame, system, tools }
  }
  return undefined
}
