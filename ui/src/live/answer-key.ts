/** What a key means at the desk. */
export type DeskKey =
  | { readonly kind: 'choice' /** From 1; 0 for none of several. */; readonly number: number }
  | { readonly kind: 'undo' | 'skip' | 'note' }

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

const KEYS = { u: 'undo', s: 'skip', n: 'note' } as const

/** Reads a key; undefined for any other, for shortcuts of the browser, and for numbers that are no choice. */
export function deskKey(
  { key, ctrlKey, altKey, metaKey }: Pressed,
  { choices, isMultiple }: { readonly choices: number; readonly isMultiple: boolean },
): DeskKey | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  if (/^[0-9]$/.test(key)) {
    const number = Number(key)
    const isChoice = number >= (isMultiple ? 0 : 1) && number <= choices
    return isChoice ? { kind: 'choice', number } : undefined
  }
  const name = key.toLowerCase()
  return name === 'u' || name === 's' || name === 'n' ? { kind: KEYS[name] } : undefined
}
