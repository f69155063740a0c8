import { type DescriptionPart, descriptionParts, partsOf } from '../description-parts.js'
import type { LintCode } from '../finding.js'
import { defineToolRule } from '../rule.js'

const PARTS: Readonly<
  Record<DescriptionPart, { readonly code: string; readonly means: string; readonly fix: string }>
> = {
  purpose: {
    code: 'purpose-unsaid',
    means:
      'The description says hardly more than the name: not what the tool does, to what, and what comes back.',
    fix: 'Begin with one sentence that says so.',
  },
  'when-to-use': {
    code: 'use-unsaid',
    means: 'The description does not say when to use the tool.',
    fix: 'Name the requests that it is for.',
  },
  'when-not-to-use': {
    code: 'misuse-unsaid',
    means: 'The description does not say when another tool is the right one.',
    fix: 'Name the tools that it is confused with, and what tells them apart.',
  },
  inputs: {
    code: 'inputs-unsaid',
    means: 'Neither the description nor every argument says what goes in.',
    fix: 'Describe each argument: meaning, unit, format.',
  },
  limits: {
    code: 'limits-unsaid',
    means: 'The description names no limit: what the tool cannot do, needs, or allows at most.',
    fix: 'Name permissions, sizes and what is not covered.',
  },
  example: {
    code: 'example-unsaid',
    means: 'Neither the description nor the schema shows an example.',
    fix: 'Show one call, or an example of each argument that is not plain.',
  },
  errors: {
    code: 'errors-unsaid',
    means: 'The description does not say what happens when it goes wrong.',
    fix: 'Say what comes back when nothing is found, or when the call is refused.',
  },
}

/** Codes of parts that a description lacks. Told of on demand: few descriptions say all, and fuller ones have their price. */
export const partCodes: readonly string[] = descriptionParts.map((part) => PARTS[part].code)

/** Which parts of a good description are not there, as far as English phrases tell. */
export const missingParts = defineToolRule({
  codes: descriptionParts.map((part): LintCode => ({ ...PARTS[part], severities: ['info'] })),
  check(subject, report) {
    if ((subject.tool.description ?? '').trim() === '') return
    const found = partsOf(subject)
    for (const part of descriptionParts) {
      if (found.has(part)) continue
      report({ code: PARTS[part].code, where: 'description', message: PARTS[part].means })
    }
  },
})
