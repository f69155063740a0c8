import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pathOf } from './chat-template-files.js'

const isBuilt = existsSync('dist/cli/main.js')

describe.skipIf(!isBuilt)('assay dialect detect, as it is built (needs npm run build)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-detect-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  function detect(path: string) {
    const started = performance.now()
    const argv = ['bin/assay.js', 'dialect', 'detect', path, '--json']
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
      encoding: 'utf8',
      timeout: 60_000,
    })
    return {
      status,
      stderr,
      seconds: (performance.now() - started) / 1000,
      found: status === 0 ? JSON.parse(stdout) : {},
    }
  }

  const doubled = (times: number, then: string): string =>
    `{% set x = namespace(s="abcdefgh") %}{% for i in range(${times}) %}{% set x.s = x.s ~ x.s %}{% endfor %}${then}`
  const hostile: readonly (readonly [string, string, RegExp])[] = [
    ['loops 10^7 times', '{% for i in range(10000000) %}{% endfor %}', /more than (?:2000 ms|256 MiB)/],
    [
      'loops in loops',
      '{% for i in range(9999) %}{% for j in range(9999) %}{{ i }}{% endfor %}{% endfor %}',
      /more than (?:2000 ms|256 MiB)/,
    ],
    ['is full of faults', '{% if %}{{ {{ }}', /Unexpected token/],
    ['is not closed', '{{ "a', /Unexpected end/],
    ['nests 10^5 deep', `{{${'('.repeat(100_000)}1${')'.repeat(100_000)}}}`, /stack/],
    ['prints 2 MB', doubled(18, '{{ x.s }}'), /2097152 characters/],
    ['needs a text of 2^28 letters', doubled(25, '{{ x.s | upper | length }}'), /more than 256 MiB/],
    [
      'needs a list of 2^30 entries',
      '{% set x = namespace(l=[1]) %}{% for i in range(30) %}{% set x.l = x.l + x.l %}{% endfor %}',
      /more than 256 MiB/,
    ],
    ['is empty', '', /leaves them out/],
  ]

  it.each(hostile)('a template that %s: none, and why', (_what, template, reason) => {
    const path = join(folder, 'hostile.jinja')
    writeFileSync(path, template)
    const { status, found, seconds } = detect(path)
    expect({ status, found }).toMatchObject({
      status: 0,
      found: { kind: 'none', reason: expect.stringMatching(reason) },
    })
    // Two seconds for the rendering; the rest is what a busy machine takes to start processes.
    expect(seconds).toBeLessThan(15)
  })

  it.each([
    ['not-a.gguf', Buffer.from('{{ messages }}'.repeat(99)), /not a valid gguf/],
    ['invalid.json', Buffer.from('{"chat_template": "\xff"}', 'latin1'), /not valid UTF-8/],
    ['deep.json', Buffer.from('['.repeat(100_000)), /deeper than 64/],
    ['no-template.json', Buffer.from('{"bos_token": "<s>"}'), /no "chat_template"/],
  ])('%s: exit 2 and a place', (name, bytes, message) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const { status, stderr } = detect(path)
    expect(status).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).toContain(path)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  const real: Readonly<Record<string, object>> = {
    qwen3: { kind: 'detected', dialect: 'hermes' },
    deepseek_v3: { kind: 'detected', dialect: 'deepseek-v3' },
    llama3_1: { kind: 'none' },
    gemma3: { kind: 'none' },
    smollm2: { kind: 'none' },
  }
  it.each(Object.keys(real).filter((name) => existsSync(pathOf(name))))('the template of %s', (name) => {
    expect(detect(pathOf(name))).toMatchObject({ status: 0, found: real[name] })
  })

  it.skipIf(!existsSync(pathOf('smollm2')))('a GGUF file that ends early', () => {
    const path = join(folder, 'cut.gguf')
    const bytes = readFileSync(pathOf('smollm2'))
    for (const length of [24, 1000, 600_000]) {
      writeFileSync(path, bytes.subarray(0, length))
      const { status, stderr } = detect(path)
      expect({ status, stderr }).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/can be read: it (?:ends|announces)/),
      })
    }
  })
})
