import { script } from '@bomb.sh/tab'
import { BugError } from '../errors.js'

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

/** What a shell runs to complete words of `assay`; it calls `assay complete -- WORDS`. */
export function completionScript(shell: Shell): string {
  const text = printedBy(() => script(shell, 'assay', 'assay'))
  return `${(PATCHES[shell] ?? []).reduce((known, patch) => patched(known, patch, shell), text)}\n`
}

/** The package prints its scripts, and gives them in no other way. */
function printedBy(work: () => void): string {
  const lines: string[] = []
  const { log } = console
  console.log = (text: string) => void lines.push(text)
  try {
    work()
  } finally {
    console.log = log
  }
  return lines.join('\n')
}

type Patch = readonly [from: string, to: string]

/**
 * What the script for bash leaves out: it runs what stands in `$(…)` on the line before the line is entered, cannot be
 * read twice, needs the package bash-completion, and completes neither files nor values behind `--flag=`.
 */
const bashPatches: readonly Patch[] = [
  ['readonly ShellComp', 'ShellComp'],
  [
    '    _get_comp_words_by_ref -n "=:" cur prev words cword\n',
    [
      '    if declare -F _get_comp_words_by_ref > /dev/null; then',
      '        _get_comp_words_by_ref -n "=:" cur prev words cword',
      '    else',
      `        cur=\${COMP_WORDS[COMP_CWORD]} words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD`,
      '    fi\n',
    ].join('\n'),
  ],
  [
    '    out=$(eval "$requestComp" 2>/dev/null)\n',
    [
      `    out=$(assay complete -- "\${words[@]:1:cword}" 2>/dev/null)`,
      `    if [[ "$cur" == -*=* ]]; then cur=\${cur#*=}; fi\n`,
    ].join('\n'),
  ],
  ['complete -F __assay_complete', 'complete -o bashdefault -o default -F __assay_complete'],
]

/** Zsh reads once more as a command what stands before an equals sign on the line: a `$(…)` in it ran at the tab key. */
const zshPatches: readonly Patch[] = [
  [`flagPrefix="-P \${BASH_REMATCH}"`, `flagPrefix="-P \${(q)BASH_REMATCH}"`],
]

const PATCHES: Readonly<Partial<Record<Shell, readonly Patch[]>>> = { bash: bashPatches, zsh: zshPatches }

function patched(text: string, [from, to]: Patch, shell: Shell): string {
  if (text.includes(from)) return text.replaceAll(from, to)
  throw new BugError({
    code: 'completion-script',
    what: `The script for ${shell} lacks the line ${JSON.stringify(from)}.`,
  })
}
