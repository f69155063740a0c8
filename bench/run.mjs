import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'tsdown'

/*
 * npm run bench                       every benchmark
 * npm run bench -- retrieval --quick  one of them, with its own flags
 * npm run drill                       the fault drill, which the first leaves out, as it does drift (NumPy, 4 GB of disk), query (DuckDB),
 *                                     queue (Redis), package (a cold install) and gate-drill (1,000 simulated pull requests a row)
 *
 * Benchmarks are built as the package is, so that compiled code is measured and not a loader's.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
const [first, ...rest] = process.argv.slice(2)
const isNamed = first !== undefined && !first.startsWith('-')
if (isNamed && !names.includes(first)) {
  console.error(`There is no benchmark "${first}". Benchmarks are ${names.join(', ')}.`)
  process.exit(2)
}
const APART = new Set(['drill', 'drift', 'query', 'gate-drill', 'queue', 'package'])
const chosen = isNamed ? [first] : names.filter((name) => !APART.has(name))
await build({
  config: false,
  entry: Object.fromEntries(chosen.map((name) => [name, `${folder}${name}.ts`])),
  outDir: `${folder}dist`,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: false,
  logLevel: 'warn',
})
let worst = 0
for (const name of chosen) {
  const { status } = spawnSync(
    process.execPath,
    [`${folder}dist/${name}.js`, ...(isNamed ? rest : process.argv.slice(2))],
    {
      stdio: 'inherit',
    },
  )
  worst = Math.max(worst, status ?? 1)
}
process.exitCode = worst
