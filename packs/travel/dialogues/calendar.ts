import { isoOf } from '../../../src/agent/tables/day.js'
import { writeDate } from '../../../src/agent/tables/written-date.js'

/** As people write it: "May 18, 2025". */
export function writtenDay(day: number): string {
  return writeDate(isoOf(day), 'long')
}
