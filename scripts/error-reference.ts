import { readFileSync, writeFileSync } from 'node:fs'
import { type ErrorKind, type ErrorSite, errorSites, exitCodeOf } from './error-codes.js'

/**
 * Writes docs/errors.md out of the sources: `npm run build:errors`. With `--check` it writes nothing, and fails where the
 * page is not what the sources say.
 */
const FILE = 'docs/errors.md'
/** Texts that one code shows; some are thrown from thirty places. */
const SHOWN = 4

const INTRODUCTION = `# Error codes

Every error that Assay throws on purpose has a code for programs, one sentence that says what is wrong, mostly where, and what to do. \`assay help CODE\` shows the
entry of one code. This page is made from the sources (\`npm run build:errors\`); \`…\` stands for what is only known when the error is thrown.

| class | means | exit code |
|---|---|---|
| \`InputError\` | the input or the call is wrong: change it | 2 |
| \`SubjectError\`, \`SubjectFailure\`, \`McpFailure\` | an endpoint or a program that was asked failed; \`retryable\` says whether the same may work later | 3 |
| \`StoreError\` | something cannot be written, locked or reached | 3 |
| \`BugError\` | a fault of Assay: please report it | 70 |

What a subject gets wrong is never an error: it is the measurement.

## The codes
`

const byCode = new Map<string, ErrorSite[]>()
for (const site of errorSites(['src', 'packs'])) {
  // A code that is only known when it is thrown belongs to another page: the faults of JSON and of schemas.
  if (!/^[a-z]/.test(site.code)) continue
  const known = byCode.get(site.code)
  if (known === undefined) byCode.set(site.code, [site])
  else known.push(site)
}
const entries = [...byCode]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([code, sites]) => entryOf(code, sites))
const page = `${INTRODUCTION}\n${entries.join('\n')}`
if (process.argv.includes('--check')) {
  if (readFileSync(FILE, 'utf8') === page) process.exit(0)
  console.error(`${FILE} is not what the sources say. Run: npm run build:errors`)
  process.exitCode = 1
} else writeFileSync(FILE, page)

function entryOf(code: string, sites: readonly ErrorSite[]): string {
  const kinds = [...new Set(sites.map(({ kind }) => kind))]
  const areas = [...new Set(sites.map(({ area }) => area))].sort()
  const texts = [...new Set(sites.map(({ what, fix }) => textOf(what, fix)))]
  const left = texts.length - SHOWN
  const shown = [...texts.slice(0, SHOWN), ...(left > 0 ? [`and ${left} other texts`] : [])]
  return [
    `### \`${code}\``,
    '',
    `${kinds.map((kind) => `\`${kind}\``).join(', ')}, exit code ${exitCodes(kinds)}, from ${areas.join(', ')}.`,
    '',
    '```text',
    shown.join('\n\n'),
    '```',
    '',
  ].join('\n')
}

function exitCodes(kinds: readonly ErrorKind[]): string {
  return [...new Set(kinds.map(exitCodeOf))].join(' or ')
}

function textOf(what: string, fix: string | undefined): string {
  const lines = [what, ...(fix === undefined ? [] : [`fix: ${fix}`])]
  return lines.map((line) => line.replace(/\s*\n\s*/g, ' ')).join('\n')
}
