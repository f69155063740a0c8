import { printable } from '../../../text/printable.js'
import type { Tool } from '../../tool.js'
import { defineCatalogRule } from '../rule.js'

/** Texts that several tools or services have in common. */
export const sharedTexts = defineCatalogRule({
  codes: [
    {
      code: 'description-shared',
      severities: ['warn'],
      means:
        'Several tools have the same title, description and service description: only their names tell them apart.',
      fix: 'Say in each what it does that the others do not.',
    },
    {
      code: 'service-description-shared',
      severities: ['warn'],
      means: 'Different services have the same description.',
      fix: 'Describe each service, or find out whether they are copies.',
    },
  ],
  check({ tools }, report) {
    const byText = new Map<string, number[]>()
    const byService = new Map<string, number[]>()
    for (const [position, tool] of tools.entries()) {
      const description = described(tool, 'description')
      const service = described(tool, 'serviceDescription')
      if (description !== undefined || service !== undefined) {
        put(byText, JSON.stringify([service ?? null, tool.title ?? null, description ?? null]), position)
      }
      if (service !== undefined && tool.service !== undefined) put(byService, service, position)
    }
    for (const positions of byText.values()) {
      if (positions.length < 2) continue
      const first = tools[positions[0] ?? 0]
      const text = first?.description ?? first?.serviceDescription ?? ''
      report({
        code: 'description-shared',
        tools: positions,
        message: `${positions.length} tools say "${printable(text, { maxLength: 80 })}".`,
      })
    }
    for (const [text, positions] of byService) {
      const services = new Set(positions.map((position) => tools[position]?.service))
      if (services.size < 2) continue
      report({
        code: 'service-description-shared',
        tools: positions,
        message: `${services.size} services are described as "${printable(text, { maxLength: 80 })}".`,
      })
    }
  },
})

/** A text, or what stood in its place: tools described as "None" share that too. */
function described(tool: Tool, field: 'description' | 'serviceDescription'): string | undefined {
  return tool[field] ?? tool.placeholders?.[field]
}

function put(groups: Map<string, number[]>, key: string, position: number): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [position])
  else group.push(position)
}
