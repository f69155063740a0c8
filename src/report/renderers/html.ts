import { BugError } from '../../errors.js'
import type { ReportDocument } from '../document.js'

/** What the page's template holds in the place of the report, once, inside a script element of type application/json. */
const REPORT_MARK = '__ASSAY_REPORT__'

/**
 * The report as one HTML file: the built page with the document inside. Everything that HTML, a script or the direction of
 * writing gives a meaning to is escaped as JSON escapes it, so that no text can end the element that it stands in.
 *
 * @throws {BugError} `report-template` where the template has no place for the report, or several.
 */
export function renderHtml(report: ReportDocument, template: string): string {
  const parts = template.split(REPORT_MARK)
  const [before, after] = parts
  if (before === undefined || after === undefined || parts.length !== 2) {
    throw new BugError({
      code: 'report-template',
      what: `The page's template holds the mark of the report ${parts.length - 1} times.`,
      fix: 'Build Assay again: npm run build.',
    })
  }
  return `${before}${embeddedJson(report)}${after}`
}

/**
 * JSON that is safe inside a script element: `<`, `>` and `&` as escapes, and so are line separators, lone surrogates, and
 * whatever is invisible or turns the direction of writing.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
