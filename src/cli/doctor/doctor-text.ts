import { renderTable } from '../../text/table.js'
import { type DoctorCheck, type DoctorDocument, isLacking } from './doctor-document.js'

const TITLES: Readonly<Record<DoctorCheck['group'], string>> = {
  host: 'This machine',
  folders: 'Folders',
  peers: 'Optional packages',
  keys: 'Keys, by name',
  endpoints: 'Model servers',
  queue: 'Queue',
}

const WORDS: Readonly<Record<DoctorCheck['state'], string>> = {
  ok: 'ok',
  absent: '-',
  careful: 'look',
  bad: 'bad',
}

const IN_A_CLONE = `  In a clone of Assay "npm i" leaves optional packages out. Put them in a folder of their own:
  npm i -E --prefix ~/assay-peers PACKAGE, and export ASSAY_PEERS=~/assay-peers
`

/** What was found, group by group, and what to do about the rest. */
export function textOfDoctor({ assay, checks }: DoctorDocument): string {
  const parts = [`Assay ${assay}\n`]
  for (const [group, title] of Object.entries(TITLES)) {
    const own = checks.filter((check) => check.group === group)
    if (own.length === 0) continue
    const rows = own.map(({ name, state, found, purpose }) => [
      `  ${WORDS[state]}`,
      name,
      found,
      purpose === undefined ? '' : purpose,
    ])
    const columns = [{ title: '' }, { title: '' }, { title: '' }, { title: '' }]
    parts.push(`\n${title}\n${renderTable({ columns, rows })}`)
  }
  const todo = checks.flatMap(({ name, fix, state, isDemanded }) => {
    if (fix === undefined) return []
    return [`  ${name}: ${state === 'absent' && !isDemanded ? 'if you need it: ' : ''}${fix}\n`]
  })
  const lacksPeer = checks.some(({ group, fix }) => group === 'peers' && fix !== undefined)
  if (todo.length > 0) parts.push(`\nWhat to do\n${todo.join('')}${lacksPeer ? IN_A_CLONE : ''}`)
  const lacking = checks.filter(isLacking).map(({ name }) => name)
  parts.push(
    lacking.length === 0
      ? '\nReady. What is marked "-" is not installed or not set, and needed by nothing that was named.\n'
      : `\nLacking: ${lacking.join(', ')}.\n`,
  )
  return parts.join('')
}
