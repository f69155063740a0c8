import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/*
 * node test/assets/json-schema-suite.mjs
 *
 * Puts the public JSON Schema test suite into .cache/json-schema-suite, where the slow tests look for it. npm carries
 * only its state of 2015; the source package of Python's `jsonschema` carries a whole and recent copy (MIT), which pip
 * brings. Nothing of it is kept in this repository.
 */
const VERSION = '4.26.0'
const SHA256 = '0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326'
const target = fileURLToPath(new URL('../../.cache/json-schema-suite', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'json-schema-suite-'))
try {
  const wanted = ['--no-deps', '--no-binary', 'jsonschema', '--dest', folder, `jsonschema==${VERSION}`]
  const { status, stderr, error } = spawnSync('python3', ['-m', 'pip', 'download', ...wanted], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`pip brought nothing: ${error?.message ?? stderr}`)
  const archive = readFileSync(join(folder, `jsonschema-${VERSION}.tar.gz`))
  const hash = createHash('sha256').update(archive).digest('hex')
  if (hash !== SHA256) throw new Error(`The archive has the SHA-256 ${hash}, not ${SHA256}.`)
  rmSync(target, { recursive: true, force: true })
  const count = unpack(gunzipSync(archive), `jsonschema-${VERSION}/json/`)
  process.stderr.write(`${count} files in ${target}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Writes the JSON files below `prefix` of a tar archive; names of more than 100 bytes do not occur there. */
function unpack(tar, prefix) {
  let count = 0
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512)
    const text = (from, to) => header.toString('utf8', from, to).split('\0')[0]
    const name = `${text(345, 500)}${text(345, 346) === '' ? '' : '/'}${text(0, 100)}`
    const size = Number.parseInt(text(124, 136), 8)
    const path = name.slice(prefix.length)
    if (name.startsWith(prefix) && /^(?:tests|remotes)\/[\w./-]+\.json$/.test(path) && !path.includes('..')) {
      mkdirSync(join(target, dirname(path)), { recursive: true })
      writeFileSync(join(target, path), tar.subarray(at + 512, at + 512 + size))
      count++
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return count
}
