import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { InputError } from '../../errors.js'

/** What a browser is given besides answers. */
export interface LiveAssets {
  readonly script: string
  readonly style: string
}

/** The built page lies in the root of `dist`, from wherever in it this is run. */
const PLACES = ['../', './', '../../../dist/']

/** @throws {InputError} `live-page-missing`. */
export function readLiveAssets(): LiveAssets {
  for (const place of PLACES) {
    const [script, style] = ['live.js', 'live.css'].map((name) =>
      fileURLToPath(new URL(`${place}${name}`, import.meta.url)),
    )
    if (script === undefined || style === undefined || !existsSync(script) || !existsSync(style)) continue
    return { script: readFileSync(script, 'utf8'), style: readFileSync(style, 'utf8') }
  }
  throw new InputError({
    code: 'live-page-missing',
    what: 'The live page is not built here.',
    where: 'dist/live.js',
    fix: 'Run npm run build.',
  })
}

/** Holds nothing of a run: no text can get into it, and the policy forbids scripts inside it. */
export const LIVE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Assay</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="live.css">
  </head>
  <body>
    <div id="page"><noscript>This page is drawn by a script. assay report and assay annotate do the same without a browser.</noscript></div>
    <script type="module" src="live.js"></script>
  </body>
</html>
`
