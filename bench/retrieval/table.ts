export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** `12.3 (11.9–14.0)`: the median of some runs with the least and the most. */
export function spread(values: readonly number[], digits: number): string {
  const show = (value: number): string => value.toFixed(digits)
  if (values.length === 1) return show(values[0] ?? Number.NaN)
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`
}

/** Lines up cells in columns; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}
