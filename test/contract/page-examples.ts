import { readFileSync } from 'node:fs'

/** A command of a page with what the page says that it prints. */
export interface PageExample {
  readonly command: string
  /** Behind `assay`. */
  readonly argv: readonly string[]
  readonly output: string
}

/** The blocks of a page that begin with `$ assay …`: everything behind the command is its output. */
export function pageExamples(path: string): readonly PageExample[] {
  const blocks = [...readFileSync(path, 'utf8').matchAll(/^```console\n\$ (assay [^\n]*)\n([^]*?)^```$/gm)]
  return blocks.map(([, command = '', output = '']) => ({ command, argv: wordsOf(command).slice(1), output }))
}

/** Words of a command line; a text in double quotation marks is one. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
