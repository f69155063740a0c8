import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/**
 * A user's first minute: `npm install` of the packed package with an empty cache, and the first `assay audit --quickstart`,
 * whose two servers of tools `npx` fetches too. Needs the build, and a registry.
 *
 *     npm run bench -- package [--rounds 3]
 */
interface Taken {
  /** Seconds. */
  readonly wall: number
  /** Of processor time, all processes together. */
  readonly processor: number
}

const shown = ({ wall, processor }: Taken): string =>
  `${wall.toFixed(1)} s (processor ${processor.toFixed(1)})`

const place = process.argv.indexOf('--rounds')
const rounds = place === -1 ? 1 : Number(process.argv[place + 1])
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-package-'))
try {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' })
  const [archive = ''] = readdirSync(folder)
  for (let round = 1; round <= rounds; round++) {
    const desk = mkdtempSync(join(folder, 'desk-'))
    writeFileSync(join(desk, 'package.json'), '{ "private": true }\n')
    const env = {
      ...process.env,
      npm_config_cache: join(desk, '.npm'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    }
    const seconds = (...words: readonly string[]): Taken => {
      const begin = performance.now()
      // The shell adds up what its children used.
      const told = execFileSync('sh', ['-c', '"$@" > /dev/null 2>&1 || exit; times', 'sh', ...words], {
        cwd: desk,
        env,
        encoding: 'utf8',
      })
      const [, children = ''] = told.trim().split('\n')
      const processor = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
        (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
        0,
      )
      return { wall: (performance.now() - begin) / 1000, processor }
    }
    const install = seconds('npm', 'install', '--omit=dev', join(folder, archive))
    const first = seconds('npx', 'assay', 'audit', '--quickstart', '--quiet')
    const second = seconds('npx', 'assay', 'audit', '--quickstart', '--quiet')
    const both = { wall: install.wall + first.wall, processor: install.processor + first.processor }
    console.log(
      `round ${round} on ${availableParallelism()} cores: cold install ${shown(install)}, first audit ${shown(first)}, together ${shown(both)} (at most 60 s); audit again ${shown(second)}`,
    )
    if (both.wall > 60) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
