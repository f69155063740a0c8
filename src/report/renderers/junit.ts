import type { ReportDocument } from '../document.js'
import type { BenchmarkLine, VerdictLine, Weight } from '../pages/overview-page.js'
import { junitXml, type TestCase } from './junit-xml.js'

/**
 * Verdicts as JUnit's XML, so that a CI server lists them: a suite a source, a case a benchmark or a verdict. `bad` is a
 * failure, `unmeasured` is skipped; everything else passes. Single answers are no cases: a model that errs fails no build.
 */
export function renderJunit({ pages, createdAt }: ReportDocument): string {
  const sources = pages?.sources ?? []
  return junitXml(
    sources.map(({ id, name }) => ({
      name,
      cases: [
        ...(pages?.overview.benchmarks ?? []).filter(({ source }) => source === id).map(benchmarkCase),
        ...(pages?.overview.verdicts ?? []).filter(({ source }) => source === id).map(verdictCase),
      ],
    })),
    createdAt,
  )
}

const OUTCOMES: Readonly<Record<Weight, TestCase['outcome']>> = {
  good: 'passed',
  info: 'passed',
  warn: 'passed',
  bad: 'failure',
  unmeasured: 'skipped',
}

function benchmarkCase({ benchmark, weight, verdict, sentence, reasons }: BenchmarkLine): TestCase {
  return {
    name: `benchmark ${benchmark}`,
    outcome: OUTCOMES[weight],
    message: verdict,
    text: [sentence, ...reasons].join('\n'),
  }
}

function verdictCase({ page, subject, verdict, weight, sentence, evidence }: VerdictLine): TestCase {
  const [score] = evidence
  const measure = score === undefined ? '' : ` ${score.metric}`
  return {
    name: `${page}${measure}${subject === undefined ? '' : ` of ${subject}`}`,
    outcome: OUTCOMES[weight],
    message: verdict,
    text: sentence,
  }
}
