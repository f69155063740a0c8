/** Decodes `%20` and the like; a text that is not so encoded stands for itself. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
