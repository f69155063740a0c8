import { BugError } from '../../errors.js'
import type { ReportDocument } from '../document.js'

/** Stands in the template for the report, inside a block of data, which no browser runs. */
const PLACE = '__ASSAY_REPORT__'

/**
 * One self-contained page: the template that `npm run build` makes, with the report in it. Whatever the report holds stays
 * data: what could end the block, turn the source around or count as a line end is written as `\u` escapes.
 *
 * @throws {BugError} when the template has no place for a report, or several.
 */
export function renderHtml(template: string, report: ReportDocument): string {
  const [before, after, ...more] = template.split(PLACE)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new BugError({
      code: 'report-template',
      what: 'The template of the report page must hold one place for a report.',
    })
  }
  return `${before}${harmless(JSON.stringify(report))}${after}`
}

/** Tags and entities, line and paragraph separators, bidirectional controls, and what a reader of the source cannot see. */
const UNSAFE =
  /[<>&\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

function harmless(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
