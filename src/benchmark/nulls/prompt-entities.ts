/** What of a prompt could be copied into an argument. */
export interface PromptEntities {
  /** Quoted texts, identifiers, addresses, dates and names, the more certain kinds first, each kind in reading order. */
  readonly texts: readonly string[]
  /** Numbers in reading order, as they are spelt. */
  readonly numbers: readonly string[]
}

/** The longest prompt that is looked at. */
const MAX_PROMPT = 20_000

/** From what is surely one thing to what only looks like a name. No pattern can match itself in two ways. */
const kinds: readonly RegExp[] = [
  /"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»|`([^`\n]{1,200})`|(?<!\p{L})'([^'\n]{1,200})'(?!\p{L})/gu,
  /\bhttps?:\/\/[^\s<>"']{1,300}/g,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
  /\bCVE-\d{4}-\d{4,7}\b/gi,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /\b[0-9a-f]{32,64}\b/gi,
  /\b\d{4}-\d{1,2}-\d{1,2}\b/g,
  /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,12}\b/gi,
  /(?<![\w.])~?(?:\/[\w.-]{1,80}){1,12}/g,
  /(?<=[\p{L}\d,;:)] )\p{Lu}[\p{L}\d'’-]{1,40}(?: \p{Lu}[\p{L}\d'’-]{0,40}){0,4}/gu,
]

const NUMBER = /(?<![\w.,-])-?\d{1,15}(?:\.\d{1,15})?(?![\w])/g

/** Finds what could be an argument in a prompt. */
export function promptEntities(prompt: string): PromptEntities {
  const text = prompt.slice(0, MAX_PROMPT)
  const texts = new Set<string>()
  for (const kind of kinds) {
    for (const match of text.matchAll(kind)) {
      texts.add(match.slice(1).find((group) => group !== undefined) ?? match[0])
    }
  }
  return { texts: [...texts], numbers: Array.from(text.matchAll(NUMBER), ([spelling]) => spelling) }
}
