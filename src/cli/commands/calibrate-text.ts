import type { CalibrationCheck } from '../../calibrate/calibration.js'
import { printable } from '../../text/printable.js'
import { renderTable } from '../../text/table.js'
import type { CalibrationDocument, TimedSection } from './calibrate-document.js'

const MARKS: Readonly<Record<CalibrationCheck['verdict'], string>> = {
  passed: 'ok',
  failed: 'WRONG',
  missing: 'MISSING',
}

/** Expected against measured, for people: whole tables of subjects and faults, of transcripts what is wrong. */
export function textOfCalibration({ sections, verdict }: CalibrationDocument): string {
  const parts = sections.map(textOfSection)
  const wrong = sections.flatMap(({ checks }) => checks.filter((check) => check.verdict !== 'passed'))
  const count = sections.reduce((sum, { checks }) => sum + checks.length, 0)
  const end =
    verdict === 'passed'
      ? `Calibration passed: ${count} checks.\n`
      : `Calibration FAILED: ${wrong.length} of ${count} checks did not pass: ${wrong
          .slice(0, 8)
          .map(({ id }) => printable(id))
          .join(', ')}${wrong.length > 8 ? ', …' : ''}.\n`
  return [...parts, end].join('\n')
}

function textOfSection({ section, checks, notes, durationMs }: TimedSection): string {
  const passed = checks.filter(({ verdict }) => verdict === 'passed').length
  const head = `${section}: ${passed} of ${checks.length} passed (${(durationMs / 1000).toFixed(1)} s)\n`
  const shown = section === 'transcripts' ? checks.filter(({ verdict }) => verdict !== 'passed') : checks
  const table =
    shown.length === 0
      ? ''
      : renderTable({
          columns: [
            { title: '' },
            { title: 'check', maxWidth: 56 },
            { title: 'expected', maxWidth: 48 },
            { title: 'measured', maxWidth: 60 },
          ],
          rows: shown.map(({ verdict, id, expected, measured }) => [MARKS[verdict], id, expected, measured]),
        })
  const told = shown
    .filter(({ verdict, note }) => verdict === 'failed' || (verdict === 'missing' && note !== undefined))
    .map(({ id, says, note = '' }) => `  ${printable(`${id}: ${says} ${note}`.trimEnd())}\n`)
  return [head, table, ...told, ...notes.map((note) => `${note}\n`)].join('')
}
