import type { DriftDocument } from '../../checkpoint/drift-document.js'
import type { DriftView } from './ladder-page.js'

const TENSORS = 2000
const ROWS = 500

export function cutDrift(drift: DriftDocument): DriftView {
  const { tensors, rows, groups } = drift
  return {
    ...drift,
    tensors: tensors.slice(0, TENSORS),
    rows: rows.slice(0, ROWS),
    groups: groups.slice(0, ROWS),
    left: {
      tensors: Math.max(0, tensors.length - TENSORS),
      rows: Math.max(0, rows.length - ROWS),
      groups: Math.max(0, groups.length - ROWS),
    },
  }
}
