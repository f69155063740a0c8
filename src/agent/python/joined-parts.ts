import type { Constant, FormattedValue, JoinedStr, Place } from './tree.js'

/** Gathers the parts of an f-string, texts that touch as one. */
export class JoinedParts {
  private readonly values: (Constant | FormattedValue)[] = []
  private text = ''
  private textPlace: Place | undefined

  addText(text: string, place: Place): void {
    if (text === '') return
    this.textPlace ??= place
    this.text += text
  }

  addField(field: FormattedValue): void {
    this.endText()
    this.values.push(field)
  }

  finish({ line, column }: Place): JoinedStr {
    this.endText()
    return { kind: 'JoinedStr', values: this.values, line, column }
  }

  private endText(): void {
    if (this.textPlace === undefined) return
    const { line, column } = this.textPlace
    this.values.push({ kind: 'Constant', value: this.text, line, column })
    this.text = ''
    this.textPlace = undefined
  }
}
