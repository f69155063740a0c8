import { VALID, type Verdict } from './verdict.js'

/**
 * Which members of one object or array have been looked at, for `unevaluatedProperties`, `unevaluatedItems` and closed
 * objects.
 */
export class Evaluated {
  allProperties = false
  /** Some subschema in place declares `properties`. */
  declaresProperties = false
  /** Items before this one. */
  itemCount = 0
  /** A subschema that cannot be judged may have looked at more. */
  isUncertain = false
  #properties: Set<string> | undefined
  #items: Set<number> | undefined

  addProperty(name: string): void {
    this.#properties ??= new Set()
    this.#properties.add(name)
  }

  addItem(index: number): void {
    this.#items ??= new Set()
    this.#items.add(index)
  }

  hasProperty(name: string): boolean {
    return this.allProperties || this.#properties?.has(name) === true
  }

  hasItem(index: number): boolean {
    return index < this.itemCount || this.#items?.has(index) === true
  }

  /** Takes over what a subschema in place has looked at; one that failed has looked at nothing. */
  merge(other: Evaluated, verdict: Verdict): void {
    if (verdict !== VALID) {
      this.isUncertain = true
      this.declaresProperties ||= other.declaresProperties
      return
    }
    this.allProperties ||= other.allProperties
    this.declaresProperties ||= other.declaresProperties
    this.isUncertain ||= other.isUncertain
    this.itemCount = Math.max(this.itemCount, other.itemCount)
    other.#properties?.forEach((name) => {
      this.addProperty(name)
    })
    other.#items?.forEach((index) => {
      this.addItem(index)
    })
  }
}
