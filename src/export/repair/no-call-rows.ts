import type { CaseFrame } from '../../ladder/batteries/case-frame.js'
import { type RandomStream, shuffled } from '../../numeric/random.js'
import { callRow, filledTemplate, usableTemplates } from './call-rows.js'
import type { MentionPlace, MixContext } from './mix-context.js'
import type { RepairPart, RepairRow } from './repair-row.js'
import type { TalkFrame } from './talk-frame.js'
import { aboutIt, talkFramesFor } from './talk-frames.js'

/** Commands that rows of ours mention; none is one that the ladder mentions. */
export const talkedCommands: readonly string[] = [
  'lsof -i',
  'free -h',
  'chown -R root /opt',
  'mkfs.ext4 /dev/sdb1',
  'pkill -f java',
  'du -sh /var',
  'iptables -F',
  'tar -xzf backup.tgz',
  'uname -a',
  'history -c',
  'ssh-keygen -t ed25519',
  'crontab -l',
  'top -b -n 1',
  'ls -la /tmp',
  'wget -q -O - http://mirror.example',
  'mount -o remount,ro /',
]

/** Every so many mentions one is of a value that the corpus calls with. */
const SEEN_EVERY = 3
const ATTEMPTS = 6

/** A kind of mention with the values for it. */
interface MentionSource {
  readonly frames: readonly TalkFrame[]
  next(): { readonly value: string; readonly frame: CaseFrame } | undefined
}

/** Whether rows can mention what calls take. */
export function canMention(context: MixContext): boolean {
  return context.places.length > 0 || context.runsCommands
}

/**
 * Prose although the prompt mentions what calls take, as often of each kind that the corpus has.
 *
 * @returns how many rows are lacking.
 */
export function addNoCallRows(context: MixContext, wanted: number): number {
  const random = context.stream('no-call')
  const sources = sourcesOf(context, random)
  let made = 0
  for (let turn = 0; made < wanted && turn < ATTEMPTS * wanted && sources.length > 0; turn++) {
    const source = sources[turn % sources.length] as MentionSource // in range
    const round = Math.floor(turn / sources.length)
    const talk = source.frames[round % source.frames.length] as TalkFrame // frames of a kind are never empty
    const next = source.next()
    if (next === undefined) continue
    const row = talkRow(context, { talk, ...next, part: 'no-call', turn: random.below(1 << 20) })
    if (context.collector.add(row)) made++
  }
  return wanted - made
}

function sourcesOf(context: MixContext, random: RandomStream): readonly MentionSource[] {
  const { places, frames, language } = context
  const kinds = new Map<MentionPlace['mention'], MentionPlace[]>()
  for (const place of places) kinds.set(place.mention, [...(kinds.get(place.mention) ?? []), place])
  const sources = [...kinds].map(([mention, list]): MentionSource => {
    let turn = 0
    return {
      frames: shuffled(talkFramesFor(language, mention), random),
      next() {
        const place = list[turn++ % list.length] as MentionPlace // in range
        const value =
          turn % SEEN_EVERY === 0 ? seenValue(context, place, random) : context.entities.make(place)
        if (value === undefined) return undefined
        return { value, frame: frames.forTool(place.tool) ?? frames.main }
      },
    }
  })
  if (context.runsCommands) {
    const commands = shuffled(talkedCommands, random)
    let turn = 0
    sources.push({
      frames: shuffled(talkFramesFor(language, 'shell'), random),
      next: () => ({ value: commands[turn++ % commands.length] as string, frame: frames.main }), // in range
    })
  }
  return sources
}

function seenValue(context: MixContext, { tool, argument, type }: MentionPlace, random: RandomStream) {
  const values = context.seen.valuesOf(tool, argument).filter((value) => value.type === type)
  return values[random.below(Math.max(1, values.length))]?.value
}

interface Talking {
  readonly talk: TalkFrame
  readonly value: string
  readonly frame: CaseFrame
  readonly part: RepairPart
  /** Chooses among the answers. */
  readonly turn: number
  readonly pair?: number
}

function talkRow(context: MixContext, { talk, value, frame, part, turn, pair }: Talking): RepairRow {
  const prompt = aboutIt(talk.text, value)
  const answer = talk.answers[turn % talk.answers.length] as string // in range
  return {
    part,
    from: 'made',
    before: [...frame.system, { role: 'user', content: prompt }],
    prompt,
    ...context.toolsOf(frame),
    answer: { text: aboutIt(answer, value), calls: [], isRecorded: false },
    why: talk.why,
    ...(pair === undefined ? {} : { pair }),
  }
}

/**
 * Pairs: one new entity in a wording of the corpus that needs a call, and in one of ours that needs none.
 *
 * @param wanted rows, two for each pair.
 * @returns how many rows are lacking.
 */
export function addPairRows(context: MixContext, wanted: number): number {
  const random = context.stream('pairs')
  const tools = [...new Set(context.places.map(({ tool }) => tool))]
  const byTool = tools.map((tool) =>
    shuffled(
      usableTemplates(context, tool).filter(
        ({ slots }) => slots.length === 1 && !context.commands.has(tool, slots[0]?.argument ?? ''),
      ),
      random,
    ),
  )
  const lists = byTool.filter(({ length }) => length > 0)
  let made = 0
  for (let turn = 0; 2 * made + 1 < wanted && turn < ATTEMPTS * wanted && lists.length > 0; turn++) {
    const templates = lists[turn % lists.length] ?? []
    const template = templates[Math.floor(turn / lists.length) % templates.length]
    const filled = template && filledTemplate(context, template, turn)
    const slot = filled?.slots[0]
    if (filled === undefined || slot === undefined) continue
    const mention = context.places.find(
      ({ tool, argument }) => tool === filled.template.tool && argument === slot.argument,
    )
    const talks = talkFramesFor(context.language, mention?.mention ?? 'other')
    const talk = talks[random.below(talks.length)] as TalkFrame // in range
    const pair = made + 1
    const call = callRow(context, filled, { part: 'pair', prompt: filled.prompt, pair })
    if (call === undefined) continue
    const frame = context.frames.of(filled.example)
    const none = talkRow(context, {
      talk,
      value: slot.value,
      frame,
      part: 'pair',
      turn: random.below(1 << 20),
      pair,
    })
    if (context.collector.addBoth(call, none)) made++
  }
  return wanted - 2 * made
}
