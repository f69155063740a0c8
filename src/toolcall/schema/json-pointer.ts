import { escapedKey, keyOfStep } from '../../text/json-pointer.js'

/** A key as a step of a JSON Pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${typeof key === 'number' ? key : escapedKey(key)}`
}

export function pointerOf(steps: readonly (string | number)[]): string {
  let pointer = ''
  for (const step of steps) pointer += pointerStep(step)
  return pointer
}

/** The keys of a JSON Pointer; undefined where the text is none. */
export function keysOfPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return undefined
  return pointer.slice(1).split('/').map(keyOfStep)
}
