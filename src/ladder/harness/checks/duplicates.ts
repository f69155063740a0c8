import { normalPrompt } from '../../../corpus/prompt-overlap.js'
import type { RungTable } from '../../rung.js'
import type { RungFinding } from '../../rung-finding.js'
import { findingOf } from '../finding-of.js'
import { defineHarnessCheck } from '../harness-check.js'

/** Prompts that a test repeats: n is the number of distinct ones. */
export const duplicates = defineHarnessCheck({
  id: 'duplicates',
  looksAt: 'prompts that a test repeats',
  codes: ['prompts-repeated'],
  applies: ({ sets }) => sets.length > 0,
  run({ sets }) {
    const rows: RungTable['rows'][number][] = []
    const findings: RungFinding[] = []
    for (const { set } of sets) {
      const texts = new Set<string>()
      const normal = new Set<string>()
      const repeats: string[] = []
      for (const { id, prompt } of set.items) {
        const key = normalPrompt(prompt)
        if (normal.has(key)) repeats.push(`${set.name}/${id}`)
        normal.add(key)
        texts.add(prompt)
      }
      rows.push([set.name, set.items.length, texts.size, normal.size])
      if (repeats.length === 0) continue
      findings.push(
        findingOf({
          code: 'prompts-repeated',
          severity: 'warn',
          what: `${repeats.length} of ${set.items.length} prompts of ${set.name} repeat another: its effective n is ${normal.size}.`,
          cases: repeats,
        }),
      )
    }
    return {
      findings,
      tables: [
        {
          id: 'duplicates',
          title: 'Distinct prompts',
          columns: ['test', 'items', 'distinct to the letter', 'distinct when normalised'],
          rows,
        },
      ],
    }
  },
})
