import { Deck } from '../../../src/agent/generate/grammar/deck.js'
import { PhraseBook } from '../../../src/agent/generate/grammar/phrase-book.js'
import type { RandomStream } from '../../../src/numeric/random.js'
import type { DeskDomain } from '../knowledge/make-tables.js'
import type { DeskTemplate } from './desk-template.js'
import { answer, farewell, middleMoves, noOp, open, pairUp, sortPairs } from './moves.js'
import { allConstraints, Session } from './session.js'
import { english } from './words-en.js'
import { spanish } from './words-es.js'

/** What each category is about, in order. */
export const categoryDomains: Readonly<Record<string, readonly [DeskDomain, ...DeskDomain[]]>> = {
  host: ['hosts'],
  vulnerability: ['vulnerabilities'],
  alert: ['alerts'],
  ticket: ['tickets'],
  hostvulnerability: ['hosts', 'vulnerabilities'],
  alertticket: ['alerts', 'tickets'],
}

const personas = ['brisk', 'formal', 'chatty', 'unsure', 'worried'] as const
const scenarios = [
  'patch-night',
  'audit',
  'phishing',
  'merger',
  'newcomer',
  'rumour',
  'report',
  'exercise',
] as const

/** Templates of a category, without end. */
export function* compose(category: string, language: string, random: RandomStream): Generator<DeskTemplate> {
  const domains = categoryDomains[category]
  if (domains === undefined) return
  const book = new PhraseBook(language === 'es' ? spanish : english, random)
  const decks = {
    personas: new Deck(personas, random),
    scenarios: new Deck(scenarios, random),
    moves: new Deck(['refine', ...Object.keys(middleMoves)], random),
  }
  const wishes = {
    hosts: new Deck(allConstraints('hosts'), random),
    vulnerabilities: new Deck(allConstraints('vulnerabilities'), random),
    alerts: new Deck(allConstraints('alerts'), random),
    tickets: new Deck(allConstraints('tickets'), random),
  }
  for (let number = 1; ; number++) {
    const persona = decks.personas.deal() ?? personas[0]
    const scenario = decks.scenarios.deal() ?? scenarios[0]
    const session = new Session({ book, random, language, persona, scenario, wishes })
    const played = play(session, domains, decks.moves)
    // There are too few sites to fill a template with again and again that asks for nothing else.
    if (!session.varies) continue
    yield {
      id: `${category}-${language}-${String(number).padStart(3, '0')}`,
      category,
      language,
      about: { scenario: `${scenario}: ${played.join(' ')}`, persona },
      turns: session.turns,
      program: session.program,
    }
  }
}

function play(session: Session, domains: readonly DeskDomain[], moves: Deck<string>): readonly string[] {
  const userTurns = domains.length + 2 + session.setting.random.below(2)
  const waiting = [...domains]
  const played: string[] = []
  for (let turn = 0; turn < userTurns || session.pending !== undefined; turn++) {
    session.assistant()
    if (turn === 0 && session.chance(7)) session.say(`story.${session.setting.scenario}`)
    played.push(playTurn(session, { domains, waiting, moves, left: userTurns - turn }))
    session.user({ isLast: userTurns - turn <= 1 })
  }
  return played
}

interface Course {
  readonly domains: readonly DeskDomain[]
  /** Domains that were not spoken of yet; taken from as they come up. */
  readonly waiting: DeskDomain[]
  readonly moves: Deck<string>
  /** Turns of the user, this one included. */
  readonly left: number
}

function playTurn(session: Session, { domains, waiting, moves, left }: Course): string {
  if (session.pending !== undefined) {
    answer(session)
    return 'answer'
  }
  const isFirst = waiting.length === domains.length
  const next = waiting[0]
  if (next !== undefined && (isFirst || left <= waiting.length + 2 || session.chance(4))) {
    waiting.shift()
    open(session, next)
    return `open-${next}`
  }
  const current = domains.filter((domain) => !waiting.includes(domain)).at(-1) ?? 'hosts'
  if (waiting.length === 0 && domains.length > 1 && session.chance(6) && pairUp(session)) {
    return session.chance(3) && sortPairs(session) ? 'pairs sort' : 'pairs'
  }
  if (left === 1 && session.chance(3)) {
    farewell(session)
    return 'farewell'
  }
  const name = session.chance(1)
    ? undefined
    : middle(session, { current, moves, isShared: domains.length > 1 })
  if (name !== undefined) return name
  if (session.used.has('noop') && left === 1) {
    farewell(session)
    return 'farewell'
  }
  session.used.add('noop')
  noOp(session, current)
  return 'noop'
}

function middle(
  session: Session,
  {
    current,
    moves,
    isShared,
  }: { readonly current: DeskDomain; readonly moves: Deck<string>; readonly isShared: boolean },
): string | undefined {
  const tried = new Set<string>()
  for (;;) {
    const name = moves.deal((one) => !tried.has(one) && (!isShared || middleMoves[one]?.isLocal === true))
    if (name === undefined) return undefined
    tried.add(name)
    if (middleMoves[name]?.play(session, current) === true) return name
  }
}
