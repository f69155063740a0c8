import { printable } from './printable.js'

/** Escapes everything that Markdown gives a meaning to, bare addresses and mentions included. */
export function markdownText(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]<>#|~&!:@]/g, '\\$&')
    .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
}
