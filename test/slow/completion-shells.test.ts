import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const isBuilt = existsSync('dist/cli/main.js')
const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'assay-completion-'))
const env = {
  ...process.env,
  PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
  HOME: folder,
  ZDOTDIR: folder,
}

beforeAll(() => {
  mkdirSync(join(folder, 'bin'))
  const program = join(folder, 'bin', 'assay')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('bin/assay.js')}" "$@"\n`)
  chmodSync(program, 0o755)
  mkdirSync(join(folder, 'runs', '20261130-120000'), { recursive: true })
  mkdirSync(join(folder, 'runs', '$(touch pwned)'))
  writeFileSync(join(folder, 'notes.jsonl'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What each shell offers in place of the last word. */
type Offer = (line: string) => Promise<readonly string[]>

const bash: Offer = async (line) => {
  const program = `
source <(assay completion bash); source <(assay completion bash)
COMP_LINE="$1"; COMP_POINT=\${#COMP_LINE}; IFS=$'\\x1f' read -r -a COMP_WORDS <<< "$2"
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
compopt() { :; }
__assay_complete
printf '%s\\n' "\${COMPREPLY[@]}"`
  const words = line.split(' ').join('\u001f')
  const { stdout } = await run(
    'bash',
    ['--norc', '-c', program, 'bash', line, line.endsWith(' ') ? `${words}\u001f` : words],
    { env, cwd: folder },
  )
  return stdout.split('\n').filter((word) => word !== '')
}

const fish: Offer = async (line) => {
  const { stdout } = await run(
    'fish',
    ['--no-config', '-c', 'assay completion fish | source; complete -C $argv[1]', line],
    { env, cwd: folder },
  )
  return stdout
    .split('\n')
    .map((entry) => entry.split('\t', 1)[0] ?? '')
    .filter((word) => word !== '')
}

/** Zsh completes on a terminal alone: one of its own, to which the tab key is sent. */
const zsh: Offer = async (line) => {
  const program = `
zmodload zsh/zpty
zpty shell zsh -f -i
settle() { local piece; local -i quiet=0; shown=''; while (( quiet < $1 )); do if zpty -rt shell piece; then shown+=$piece; quiet=0; else sleep 0.1; quiet+=1; fi; done }
zpty -w shell "PS1='> '; unsetopt zle_bracketed_paste 2>/dev/null; autoload -U compinit; compinit -u -d $PWD/dump; source <(assay completion zsh); zstyle ':completion:*' list-prompt ''; LISTMAX=10000; setopt list_packed; echo re''ady"
for trial in {1..150}; do settle 3; all+=$shown; [[ $all == *ready* ]] && break; done
zpty -n -w shell "$1"$'\\t'
typed='' all=''
for trial in {1..100}; do settle 4; all+=$shown; typed=\${all//"$1"/}; [[ -n \${typed//[[:space:][:cntrl:]]/} ]] && break; done
settle 8
print -r -- "$all$shown"
zpty -d shell`
  const { stdout } = await run('zsh', ['-f', '-c', program, 'zsh', line], {
    env: { ...env, COLUMNS: '200', TERM: 'dumb' },
    cwd: folder,
  })
  return stdout.split(/\s+/)
}

describe.skipIf(!isBuilt)('completion in real shells (needs npm run build)', () => {
  for (const [name, offer] of Object.entries({ bash, fish, zsh })) {
    describe.skipIf(!has(name))(`${name} (skipped where it is not installed)`, () => {
      it('completes a command', async () => {
        expect(await offer('assay retr')).toContain('retrieve')
      })
      it('completes commands within a command', async () => {
        expect(await offer('assay catalog ')).toEqual(
          expect.arrayContaining(['import', 'show', 'diff', 'lint']),
        )
      })
      it('completes a flag', async () => {
        expect((await offer('assay parse --dial')).join(' ')).toContain('--dialect')
      })
      it('completes the value of a flag', async () => {
        expect(await offer('assay parse --dialect herm')).toContain('hermes')
      })
      it('completes a run, and runs nothing that the name of one holds', async () => {
        expect((await offer('assay score runs/')).join(' ')).toContain('runs/20261130-120000')
        expect(existsSync(join(folder, 'pwned'))).toBe(false)
      })
      it('runs nothing that is only typed', async () => {
        await offer('assay parse $(touch pwned) --dialect herm').catch(() => [])
        expect(existsSync(join(folder, 'pwned'))).toBe(false)
      })
    })
  }
})
