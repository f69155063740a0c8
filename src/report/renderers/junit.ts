import { printableLines } from '../../text/printable.js'
import type { ReportDocument } from '../document.js'
import type { BenchmarkLine, VerdictLine, Weight } from '../pages/overview-page.js'

/**
 * Verdicts as JUnit's XML, so that a CI server lists them: a suite a source, a case a benchmark or a verdict. `bad` is a
 * failure, `unmeasured` is skipped; everything else passes. Single answers are no cases: a model that errs fails no build.
 */
export function renderJunit({ pages, createdAt }: ReportDocument): string {
  const sources = pages?.sources ?? []
  const suites = sources.map(({ id, name }) => {
    const cases = [
      ...(pages?.overview.benchmarks ?? []).filter(({ source }) => source === id).map(benchmarkCase),
      ...(pages?.overview.verdicts ?? []).filter(({ source }) => source === id).map(verdictCase),
    ]
    const failures = cases.filter(({ weight }) => weight === 'bad').length
    const skipped = cases.filter(({ weight }) => weight === 'unmeasured').length
    const head = `name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" timestamp="${xml(createdAt.slice(0, 19))}"`
    return `  <testsuite ${head}>\n${cases.map((one) => caseXml(name, one)).join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay">\n${suites.join('')}</testsuites>\n`
}

interface TestCase {
  readonly name: string
  readonly weight: Weight
  readonly verdict: string
  readonly text: string
}

function benchmarkCase({ benchmark, weight, verdict, sentence, reasons }: BenchmarkLine): TestCase {
  return { name: `benchmark ${benchmark}`, weight, verdict, text: [sentence, ...reasons].join('\n') }
}

function verdictCase({ page, subject, verdict, weight, sentence, evidence }: VerdictLine): TestCase {
  const [score] = evidence
  const measure = score === undefined ? '' : ` ${score.metric}`
  return {
    name: `${page}${measure}${subject === undefined ? '' : ` of ${subject}`}`,
    weight,
    verdict,
    text: sentence,
  }
}

function caseXml(suite: string, { name, weight, verdict, text }: TestCase): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`
  switch (weight) {
    case 'bad':
      return `${head}>\n      <failure message="${xml(verdict)}">${xml(text)}</failure>\n    </testcase>\n`
    case 'unmeasured':
      return `${head}>\n      <skipped message="${xml(text)}"/>\n    </testcase>\n`
    default:
      return `${head}>\n      <system-out>${xml(text)}</system-out>\n    </testcase>\n`
  }
}

/** Control characters, which XML cannot hold, are spelled out first; so are line breaks within attributes. */
function xml(text: string): string {
  return printableLines(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;')
}
