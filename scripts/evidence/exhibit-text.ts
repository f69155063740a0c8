import { countText } from '../../src/text/number-text.js'
import type { Exhibit, Fault, Figure, InputFacts, Measurement, Reading } from './exhibit.js'
import { type Held, type Standing, standingsOf } from './standing.js'
import { cell, intervalText, percentText, valueText } from './table-text.js'

/** One exhibit: what was typed, what went in, what came out, what follows. Pure. */
export function renderExhibit(exhibit: Exhibit, measurement: Measurement): string {
  const { id, title, about, commands } = exhibit
  const head = [`### ${title}`, about, `\`\`\`\n${commands.join('\n')}\n\`\`\``]
  if (measurement.kind === 'not-measured') {
    return [...head, `\`${id}\`: **not measured**: ${measurement.why}.`].join('\n\n')
  }
  const { reading } = measurement
  return [
    ...head,
    facts(measurement),
    ...verdictText(reading),
    ...figureTable(reading.figures),
    ...publishedTable(exhibit, reading),
    ...faultText(reading.faults),
    ...followsText(exhibit.follows(reading)),
  ].join('\n\n')
}

function followsText(sentences: readonly string[]): readonly string[] {
  const [only] = sentences
  if (only === undefined) return []
  if (sentences.length === 1) return [`**It follows:** ${only}`]
  return [`**It follows:**\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`]
}

function facts({
  id,
  day,
  assay,
  seconds,
  exitCodes,
  inputs,
}: Measurement & { readonly kind: 'measured' }): string {
  const codes = [...new Set(exitCodes)].join(', ')
  const measured = `\`${id}\`, measured on ${day} by Assay ${assay} in ${seconds} s, exit code ${codes}.`
  if (inputs.length === 0) return `${measured} It needs no data of others.`
  return `${measured} Inputs: ${inputs.map(inputText).join('; ')}.`
}

function inputText({ path, files, bytes, sha256 }: InputFacts): string {
  const amount = files === 1 ? '' : `${files} files, `
  return `\`${path}\` (${amount}${countText(bytes)} bytes, SHA-256 \`${sha256}\`)`
}

function verdictText({ verdicts }: Reading): readonly string[] {
  const [first] = verdicts
  if (first === undefined) return []
  if (verdicts.length === 1) return [`Verdict: **${first.verdict}**.`]
  return [
    [
      '| of | verdict |',
      '|---|---|',
      ...verdicts.map(({ of, verdict }) => `| ${cell(of)} | ${cell(verdict)} |`),
    ].join('\n'),
  ]
}

function figureTable(figures: readonly Figure[]): readonly string[] {
  const shown = figures.filter(({ isDetail }) => isDetail !== true)
  if (shown.length === 0) return []
  const hasChance = shown.some(({ chance }) => chance !== undefined)
  const hasNumber = shown.some(({ value }) => value !== null)
  const titles = [
    'what',
    ...(hasNumber ? ['value', '95 % interval', 'n'] : []),
    ...(hasChance ? ['chance'] : []),
    'note',
  ]
  const rows = shown.map((figure) => {
    const { what, n, counted, chance, note = '' } = figure
    const numbers = hasNumber ? [valueText(figure), intervalText(figure), `${countText(n)} ${counted}`] : []
    const guess = hasChance ? [chance === undefined ? '' : `${percentText(chance)} %`] : []
    return `| ${[what, ...numbers, ...guess, note].map(cell).join(' | ')} |`
  })
  const left = figures.length - shown.length
  return [
    [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`, ...rows].join('\n'),
    ...(left === 0 ? [] : [`${left} weaker figures stand in the data alone.`]),
  ]
}

function publishedTable(
  { published, source, isOfOtherItems }: Exhibit,
  { figures }: Reading,
): readonly string[] {
  if (published === undefined) return []
  const standings = standingsOf(published, figures)
  const hasGold = standings.some(({ byGold }) => byGold !== undefined)
  const where = isOfOtherItems === true ? ', on our items' : ''
  const titles = [
    'measure',
    'published of',
    'as printed',
    `strongest null model${where}`,
    ...(hasGold ? [`one that is chosen by gold${where}`] : []),
  ]
  const words = isOfOtherItems === true ? undefined : WORDS
  const rows = standings.map((standing) => `| ${cellsOf(standing, hasGold, words).map(cell).join(' | ')} |`)
  return [
    `Published (${source})${isOfOtherItems === true ? ', of other items than ours, so that nobody is placed' : ''}:`,
    [`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`, ...rows].join('\n'),
  ]
}

const WORDS: Readonly<Record<Held['stands'], string>> = {
  below: 'published is **below**',
  inside: 'published is **inside**',
  above: 'published is above',
}

function cellsOf(
  { published, blind, byGold }: Standing,
  hasGold: boolean,
  words: typeof WORDS | undefined,
): readonly string[] {
  const { group, whose, printed } = published
  const gold = hasGold ? [byGold === undefined ? '' : heldText(byGold, words)] : []
  return [group, whose, printed, blind === undefined ? 'none has a number' : heldText(blind, words), ...gold]
}

function heldText({ figure, stands }: Held, words: typeof WORDS | undefined): string {
  const name = figure.what.slice(0, figure.what.indexOf(':'))
  const said = [name, valueText(figure), intervalText(figure)].filter((part) => part !== '').join(' ')
  return words === undefined ? said : `${said}: ${words[stands]}`
}

function faultText(faults: readonly Fault[]): readonly string[] {
  if (faults.length === 0) return []
  const parts = [...new Set(faults.map(({ of }) => of))]
  return parts.map((part) => {
    const named = faults
      .filter(({ of }) => of === part)
      .map(
        ({ code, severity, count, n }) =>
          `\`${code}\` (${severity}, ${count}${n === undefined ? '' : ` of ${n}`})`,
      )
    return `Faults found${parts.length > 1 && part !== undefined ? ` in ${part}` : ''}: ${named.join(', ')}.`
  })
}
