import { basename } from 'node:path'
import { InputError } from '../../errors.js'
import { defineSubjectKind } from '../../subject/kind.js'
import { readScript } from '../../subject/script.js'
import { scriptedSubject } from '../../subject/scripted.js'
import { hashText } from '../../text/hash.js'
import type { JsonValue } from '../../text/json.js'
import { readJsonText } from '../../text/jsonl.js'
import { printable } from '../../text/printable.js'

const USAGE = 'scripted:<script.yaml or script.json>'

/** The largest script read. */
const MAX_BYTES = 16 * 1024 * 1024

/** A model that is played by a file of rules. */
export const scriptedKind = defineSubjectKind({
  id: 'scripted',
  usage: USAGE,
  describes: 'a model played by a file of rules, for tests and demonstrations',
  async open(argument, { files, clock, options }) {
    if (argument.trim() === '') {
      throw new InputError({
        code: 'subject-spec',
        what: 'The file of the script is missing.',
        where: 'scripted:',
        fix: `Write ${USAGE}.`,
      })
    }
    const bytes = await files.read(argument)
    if (bytes.length > MAX_BYTES) throw broken('It is larger than 16 MiB.', argument)
    const text = new TextDecoder().decode(bytes)
    const script = readScript(await valueIn(text, argument), argument)
    return scriptedSubject(script, {
      clock,
      spec: `scripted:${argument}`,
      label: options.label ?? script.label ?? basename(argument).replace(/\.\w+$/, ''),
      fingerprint: hashText(text),
      ...(options.maxConcurrency === undefined ? {} : { maxConcurrency: options.maxConcurrency }),
    })
  },
})

async function valueIn(text: string, path: string): Promise<JsonValue> {
  if (path.endsWith('.json')) return readJsonText(text, { path })
  const { parse } = await import('yaml')
  let json: string | undefined
  try {
    json = JSON.stringify(parse(text, { maxAliasCount: 100 }))
  } catch (cause) {
    throw broken(cause instanceof Error ? cause.message : String(cause), path)
  }
  return json === undefined ? null : readJsonText(json, { path })
}

function broken(reason: string, where: string): InputError {
  return new InputError({
    code: 'script-broken',
    what: `The script cannot be read: ${printable(reason, { maxLength: 300 })}`,
    where,
    fix: 'Write YAML or JSON; see docs/subjects/scripted.md.',
  })
}
