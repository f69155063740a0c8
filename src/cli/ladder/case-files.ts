import { CaseReader, caseToJson } from '../../ladder/case-json.js'
import type { LadderCase } from '../../ladder/ladder-case.js'
import type { Files, Hash } from '../../ports.js'
import { refuseLinks } from '../../run/refuse-links.js'
import { writeJson } from '../../text/json.js'
import { readJsonLines } from '../../text/jsonl.js'

const FOLDER = 'items'

/** Writes the cases of each battery as call items. */
export async function writeCases(folder: string, cases: readonly LadderCase[], files: Files): Promise<void> {
  const batteries = new Map<string, LadderCase[]>()
  for (const one of cases) {
    const list = batteries.get(one.battery) ?? []
    batteries.set(one.battery, list)
    list.push(one)
  }
  for (const [battery, list] of batteries) {
    const path = files.join(folder, FOLDER, `${battery}.jsonl`)
    await files.write(
      path,
      list.map((one) => `${writeJson(caseToJson(one))}\n`),
    )
  }
}

/** SHA-256 over the cases as they are stored. */
export function casesPrint(cases: readonly LadderCase[], hash: Hash): string {
  return hash(cases.map((one) => writeJson(caseToJson(one))).join('\n'))
}

/** Reads them back. @throws {InputError} `case-invalid` and what reading items throws. */
export async function readCases(folder: string, files: Files): Promise<readonly LadderCase[]> {
  const place = files.join(folder, FOLDER)
  if ((await files.facts(place))?.kind !== 'folder') return []
  const reader = new CaseReader()
  const cases: LadderCase[] = []
  for (const name of await files.list(place)) {
    if (!name.endsWith('.jsonl')) continue
    const path = files.join(place, name)
    await refuseLinks(place, [name], files)
    for await (const { number, value } of readJsonLines(files.stream(path), path)) {
      cases.push(reader.read(value, `${path}, line ${number}`))
    }
  }
  return cases
}
