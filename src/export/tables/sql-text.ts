/** A text as SQL spells it. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as SQL spells it, whatever it holds. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
