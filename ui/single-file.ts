import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Puts script and styles into the page and forbids it everything else: a policy in the page names them by their hashes,
 * so that nothing that a report holds can run or load, even if it got out of its place. Writes one file of that name.
 *
 * @throws {Error} when the build made more than one script, or the page has no place for a part.
 */
export function singleFile(fileName: string): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle)
      const scripts = parts.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
      const styles = parts.flatMap((part) =>
        part.type === 'asset' && part.fileName.endsWith('.css') ? [textOf(part.source)] : [],
      )
      const pages = parts.flatMap((part) =>
        part.type === 'asset' && part.fileName.endsWith('.html') ? [textOf(part.source)] : [],
      )
      const [script, ...others] = scripts
      const [page] = pages
      if (script === undefined || page === undefined || others.length > 0)
        throw new Error(
          `One script and one page are wanted; there are ${scripts.length} and ${pages.length}.`,
        )
      const code = insideScript(script)
      const style = styles.join('\n')
      const policy = [
        "default-src 'none'",
        `script-src '${hashOf(code)}'`,
        `style-src '${hashOf(style)}'`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ')
      const bare = page
        .replace(/<script\b[^>]*\bsrc=[^>]*><\/script>\s*/g, '')
        .replace(/<link\b[^>]*\brel="stylesheet"[^>]*>\s*/g, '')
      const source = [
        ['<!-- policy -->', `<meta http-equiv="Content-Security-Policy" content="${policy}">`],
        ['<!-- style -->', `<style>${style}</style>`],
        ['<!-- script -->', `<script type="module">${code}</script>`],
      ].reduce((text, [place = '', part = '']) => put(text, place, part), bare)
      for (const name of Object.keys(bundle)) delete bundle[name]
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

/** A script must not hold what ends it, nor what starts a comment in which its end is not seen. */
function insideScript(code: string): string {
  return code.replace(/<(?=\/script|script|!--)/gi, '\\x3C').trim()
}

function put(text: string, place: string, part: string): string {
  const [before, after, ...more] = text.split(place)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The page must hold "${place}" once.`)
  return `${before}${part}${after}`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}
