import { InputError } from '../../errors.js'
import { builtFile } from '../report/built-file.js'

/** What a browser is given besides answers. */
export interface LiveAssets {
  readonly script: string
  readonly style: string
}

/** @throws {InputError} `live-page-missing`. */
export function readLiveAssets(from: string = import.meta.url): LiveAssets {
  const [script, style] = [builtFile('live.js', from), builtFile('live.css', from)]
  if (script !== undefined && style !== undefined) return { script, style }
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
