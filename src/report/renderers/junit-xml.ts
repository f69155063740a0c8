import { printableLines } from '../../text/printable.js'

/** Something that a CI server lists by name. */
export interface TestCase {
  readonly name: string
  /** `error`: it could not be decided; `skipped`: it was not measured, and nobody has to act. */
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped'
  /** A word or two. */
  readonly message: string
  readonly text: string
}

export interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
}

/**
 * Suites as JUnit's XML.
 *
 * @param createdAt ISO 8601, UTC.
 */
export function junitXml(suites: readonly TestSuite[], createdAt: string): string {
  const inner = suites.map(({ name, cases }) => {
    const count = (outcome: TestCase['outcome']): number =>
      cases.filter((one) => one.outcome === outcome).length
    const head = `name="${xml(name)}" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" timestamp="${xml(createdAt.slice(0, 19))}"`
    return `  <testsuite ${head}>\n${cases.map((one) => caseXml(name, one)).join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay">\n${inner.join('')}</testsuites>\n`
}

function caseXml(suite: string, { name, outcome, message, text }: TestCase): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`
  switch (outcome) {
    case 'failure':
    case 'error':
      return `${head}>\n      <${outcome} message="${xml(message)}">${xml(text)}</${outcome}>\n    </testcase>\n`
    case 'skipped':
      return `${head}>\n      <skipped message="${xml(text)}"/>\n    </testcase>\n`
    case 'passed':
      return `${head}>\n      <system-out>${xml(text)}</system-out>\n    </testcase>\n`
    default:
      return outcome satisfies never
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
