import { grim } from '../../stats/grim.js'
import { defineAuditCheck } from '../audit-check.js'
import type { AuditFinding } from '../audit-finding.js'

/** Whether means that somebody published can be means of so many items at all. */
export const publishedMeans = defineAuditCheck({
  id: 'published-means',
  group: 'size',
  looksAt: 'published means that no number of right answers gives (GRIM)',
  codes: ['mean-impossible', 'mean-untestable'],
  applies: ({ published }) => published.length > 0,
  run({ published }) {
    const results = published.map((mean) => ({ mean, result: grim(mean) }))
    const findings = results.flatMap(({ mean, result }): readonly AuditFinding[] => {
      const { printed, n, stepsPerItem = 1 } = mean
      const claim = `${printed} over ${n} items${stepsPerItem === 1 ? '' : ` of ${stepsPerItem} steps`}`
      switch (result.kind) {
        case 'impossible': {
          const nearest = result.nearest.map((value) => Number(value.toPrecision(6))).join(' and ')
          const what = `The published mean ${claim} is impossible: the nearest possible ones are ${nearest}.`
          return [{ code: 'mean-impossible', severity: 'care', what, items: [], count: n }]
        }
        case 'cannot-fail':
          return [
            {
              code: 'mean-untestable',
              severity: 'info',
              what: `The published mean ${claim} cannot be tested: ${result.reason}.`,
              items: [],
              count: n,
            },
          ]
        case 'possible':
          return []
        default:
          return result satisfies never
      }
    })
    return {
      findings,
      counts: {
        checked: results.length,
        possible: results.filter(({ result }) => result.kind === 'possible').length,
      },
    }
  },
})
