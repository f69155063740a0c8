import { canonicalJson, numberOf } from './json.js'
import { JsonScanner } from './json-scanner.js'

/**
 * The canonical text of a JSON text that `parseJson` reads without a fault: what `canonicalJson` gives for its value,
 * four times as fast, because no value is made.
 */
export function canonicalText(text: string): string {
  return new CanonicalReader(text).value()
}

class CanonicalReader extends JsonScanner {
  value(): string {
    switch (this.peek()) {
      case 0x22:
        return this.#string().written
      case 0x7b:
        return this.#object()
      case 0x5b:
        return this.#array()
      case 0x74:
        this.literal('true')
        return 'true'
      case 0x66:
        this.literal('false')
        return 'false'
      case 0x6e:
        this.literal('null')
        return 'null'
      default:
        return this.#number()
    }
  }

  #number(): string {
    const text = this.number()
    return canonicalJson(numberOf(text))
  }

  /** Without escapes a string is written as it stands: what must be escaped cannot stand there otherwise. */
  #string(): { readonly value: string; readonly written: string } {
    const start = this.at
    const value = this.string()
    const isPlain = this.at - start === value.length + 2
    return { value, written: isPlain ? this.text.slice(start, this.at) : canonicalJson(value) }
  }

  #array(): string {
    this.at++
    if (this.closes(0x5d)) return '[]'
    let text = ''
    do text += (text === '' ? '[' : ',') + this.value()
    while (this.continues(0x5d))
    return `${text}]`
  }

  #object(): string {
    this.at++
    if (this.closes(0x7d)) return '{}'
    const members: { readonly key: string; readonly written: string }[] = []
    let isSorted = true
    do {
      this.peek()
      const { value: key, written } = this.#string()
      this.expect(0x3a)
      const last = members.at(-1)
      if (last !== undefined && last.key > key) isSorted = false
      members.push({ key, written: `${written}:${this.value()}` })
    } while (this.continues(0x7d))
    if (!isSorted) members.sort((left, right) => (left.key < right.key ? -1 : 1))
    let text = ''
    for (const { written } of members) text += (text === '' ? '{' : ',') + written
    return `${text}}`
  }
}
