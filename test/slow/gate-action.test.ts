import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** The action and the examples for CI, by their own scripts, in the shell that the runners use. */
const isBuilt = existsSync('dist/cli/main.js')
const folder = mkdtempSync(join(tmpdir(), 'assay-action-'))
const binaries = join(folder, 'bin')

interface Step {
  readonly name?: string
  readonly if?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action
const workflow = parse(readFileSync('examples/ci/github-workflow.yml', 'utf8'))
const pipeline = parse(readFileSync('examples/ci/gitlab-ci.yml', 'utf8'))

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

function bash(script: string, env: Readonly<Record<string, string>>): Ended {
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${binaries}:${process.env.PATH}`, HOME: folder, ...env },
    },
  )
  return { status, out: stdout, err: stderr }
}

/** Runs the steps of the action one after the other, as GitHub does, up to the first that fails. */
function act(given: Readonly<Record<string, string>>, event = 'pull_request') {
  const places = Object.fromEntries(
    ['output', 'summary', 'path'].map((name) => [name, join(folder, `github-${name}`)]),
  )
  for (const place of Object.values(places)) writeFileSync(place, '')
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: byDefault = '' }]) => [
      name,
      String(given[name] ?? byDefault),
    ]),
  )
  const filledIn = (text: string): string =>
    text.replace(
      /\$\{\{ (inputs\.(\w+)|github\.event_name) \}\}/g,
      (_all, _what, name: string | undefined) => (name === undefined ? event : (inputs[name] ?? '')),
    )
  let ended: Ended = { status: 0, out: '', err: '' }
  for (const { run = '', env = {}, if: condition } of action.runs.steps) {
    if (condition === "inputs.version != ''" && inputs.version === '') continue
    const one = bash(run, {
      GITHUB_OUTPUT: places.output ?? '',
      GITHUB_STEP_SUMMARY: places.summary ?? '',
      GITHUB_PATH: places.path ?? '',
      RUNNER_TEMP: join(folder, 'runner'),
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledIn(value)])),
    })
    ended = { status: one.status, out: ended.out + one.out, err: ended.err + one.err }
    if (one.status !== 0) break
  }
  const [output, summary, path] = ['output', 'summary', 'path'].map((name) =>
    readFileSync(places[name] ?? '', 'utf8'),
  )
  return { ...ended, output, summary, path }
}

function command(name: string, script: string): void {
  const place = join(binaries, name)
  writeFileSync(place, `#!/bin/bash\n${script}\n`)
  chmodSync(place, 0o755)
}

const gated = {
  run: 'runs/pull-request',
  policy: 'desk/assay.gate.yaml',
  baseline: 'desk/baseline.json',
  audit: 'desk/audit.json',
  version: '',
}

describe.skipIf(!isBuilt)('the action and the examples for CI (needs npm run build)', () => {
  beforeAll(async () => {
    mkdirSync(binaries, { recursive: true })
    command('assay', `exec ${process.execPath} ${resolve('bin/assay.js')} "$@"`)
    command('npm', `echo "$@" >> ${join(folder, 'npm.log')}`)
    cpSync('examples/gate', join(folder, 'desk'), { recursive: true })
    const assay = (...argv: readonly string[]) =>
      promisify(execFile)(process.execPath, [resolve('bin/assay.js'), ...argv, '--quiet'], { cwd: folder })
    await assay(
      'benchmark',
      'audit',
      'desk/items.jsonl',
      '--catalog',
      'desk/tools.jsonl',
      '-o',
      'desk/audit.json',
    )
    for (const [agent, run] of [
      ['agent', 'runs/main'],
      ['agent-worse', 'runs/worse'],
    ] as const) {
      const items = ['--items', 'desk/items.jsonl', '--catalog', 'desk/tools.jsonl', '--dialect', 'openai']
      await assay('run', ...items, '--subject', `function:./desk/${agent}.mjs#answer`, '-o', run)
    }
    await assay('gate', 'runs/main', '--save-baseline', 'desk/baseline.json')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('hands inputs over in variables, never into a script', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
    expect(action.runs.using).toBe('composite')
  })

  it('passes what is as good as main, with a verdict and a summary', () => {
    const { status, output, summary, out } = act({ ...gated, run: 'runs/main' })
    expect(status).toBe(0)
    expect(output).toBe('verdict=passed\n')
    expect(summary).toMatch(/^## Assay gate: 🟢 passed/)
    expect(out).toMatch(/::notice title=Assay gate::passed\. All 5 rules passed\./)
  })

  it('fails what is worse, with annotations and test cases', () => {
    const { status, output, out } = act({ ...gated, run: 'runs/worse', junit: 'gate.xml' })
    expect(status).toBe(1)
    expect(output).toBe('verdict=failed\n')
    expect(out).toMatch(/::error title=Assay gate%3A no-loss failed::/)
    expect(readFileSync(join(folder, 'gate.xml'), 'utf8')).toContain('failures="1"')
  })

  it('tells too few items from a failure', () => {
    writeFileSync(
      join(folder, 'few.yaml'),
      'schema: assay.policy/1\nrules: [{kind: no-worse, metric: exact, margin: 0.001}]\n',
    )
    expect(act({ ...gated, run: 'runs/main', policy: 'few.yaml' })).toMatchObject({
      status: 4,
      output: 'verdict=insufficient-data\n',
    })
  })

  it('says why nothing could be judged, and lets no message become a command', () => {
    writeFileSync(join(folder, 'hostile.json'), '[1,')
    const { status, output, err, out } = act({ ...gated, run: 'runs/main', baseline: 'hostile.json' })
    expect(status).toBe(2)
    expect(output).toBe('verdict=error\n')
    expect(err).toMatch(/^assay: InputError: This is not valid JSON/m)
    for (const line of err.split('\n')) expect(line === '' || line.startsWith('assay: ')).toBe(true)
    expect(out).toMatch(/::error title=Assay gate::Nothing could be judged \(exit 2\)/)
  })

  it('refuses pull_request_target', () => {
    const { status, out, output } = act({ ...gated, run: 'runs/main' }, 'pull_request_target')
    expect(status).toBe(2)
    expect(out).toBe(
      '::error title=Assay gate::This action does not run on pull_request_target. Use pull_request.\n',
    )
    expect(output).toBe('')
  })

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a flag for a run', { run: '--help' }, /"run" begins with a dash/],
    ['a flag among audits', { audit: 'desk/audit.json\n-o' }, /"audit" begins with a dash/],
    ['two lines', { policy: 'a\nb' }, /"policy" has more than one line/],
    ['no run', { run: '' }, /"run" is empty/],
    ['another package', { version: '0.1.0 left-pad' }, /"version" is no version/],
    ['a version with a command', { version: '0.1.0;touch owned' }, /"version" is no version/],
    ['a tag', { version: 'latest' }, /"version" is no version/],
  ])('refuses %s', (_what, given, message) => {
    const { status, out } = act({ ...gated, run: 'runs/main', ...given })
    expect(status).toBe(2)
    expect(out).toMatch(message)
  })

  it('runs nothing that an input says', () => {
    for (const name of ['run', 'policy', 'baseline', 'audit', 'junit']) {
      act({ ...gated, run: 'runs/main', [name]: '$(touch owned)`touch owned`"; touch owned; "' })
    }
    expect(existsSync(join(folder, 'owned'))).toBe(false)
  })

  it('installs the version that is named, without scripts', () => {
    rmSync(join(folder, 'npm.log'), { force: true })
    const { status, path } = act({ ...gated, run: 'runs/main', version: '0.1.0' })
    expect(status).toBe(0)
    expect(readFileSync(join(folder, 'npm.log'), 'utf8')).toBe(
      `install --prefix ${join(folder, 'runner')}/assay --no-save --ignore-scripts --no-audit --no-fund assay@0.1.0\n`,
    )
    expect(path).toBe(`${join(folder, 'runner')}/assay/node_modules/.bin\n`)
  })

  it('has a workflow whose steps work', () => {
    const steps = workflow.jobs.gate.steps as readonly Step[]
    for (const { run, uses, with: inputs } of steps) {
      if (run !== undefined) expect(bash(run, {}), run).toMatchObject({ status: 0 })
      if (uses?.includes('/assay@') === true) expect(act(inputs ?? {})).toMatchObject({ status: 0 })
    }
    expect(workflow.on).toBe('pull_request')
    expect(steps.flatMap(({ uses }) => uses ?? [])).toHaveLength(3)
  })

  it('has a pipeline for GitLab whose scripts work', () => {
    const { before_script: before, script } = pipeline.gate as { before_script: string[]; script: string[] }
    for (const line of [...before, ...script]) expect(bash(line, {}), line).toMatchObject({ status: 0 })
    expect(JSON.parse(readFileSync(join(folder, 'gate.json'), 'utf8'))).toMatchObject({ verdict: 'passed' })
    expect(readFileSync(join(folder, 'gate.xml'), 'utf8')).toContain('failures="0"')
  })
})
