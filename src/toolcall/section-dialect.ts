import type { Dialect } from './dialect.js'
import { readLooseSection } from './loose/loose-section.js'
import { Repairs } from './loose/repairs.js'
import { dialectOf } from './marked-dialect.js'
import { readSection, type SectionRules } from './payload/section.js'
import { sectionStyles } from './render/section-chat.js'
import type { Block } from './scan/block.js'
import { commonReasoning } from './scan/reasoning.js'
import type { Scan } from './scan/scan.js'
import { walk, walkMarks } from './scan/walk.js'

/** A dialect whose calls stand in a section with markers of its own. */
export interface SectionData {
  readonly id: keyof typeof sectionStyles
  readonly describes: string
  readonly rules: SectionRules
  readonly signature: readonly string[]
}

export function sectionDialect({ id, describes, rules, signature }: SectionData): Dialect {
  const style = sectionStyles[id]
  const marks = walkMarks({ openers: [rules.open], reasoning: commonReasoning, turnEnds: rules.turnEnds })
  const read = (scan: Scan, at: number): Block | undefined => {
    const block = readSection(scan, rules, { start: at, from: at + rules.open.length })
    if (block === undefined || block.level === 4 || (block.isOpen && scan.isCut)) return block
    const repairs = new Repairs()
    if (block.level === 1) repairs.add('closer-missing', block.end)
    const loose = readLooseSection(scan, { start: block.start, end: block.end }, { rules, repairs })
    return loose === undefined ? block : { ...block, loose }
  }
  return dialectOf(
    {
      id,
      describes,
      trigger: [rules.open],
      closer: [rules.close],
      payload: 'named-json',
      separator: rules.separator,
      isFenced: rules.isFenced,
      plurality: 'items',
      endOfTurn: rules.turnEnds,
      markers: [rules.itemOpen, rules.itemClose, rules.separator],
      signature,
      frame: style.frame,
    },
    {
      parse: (scan) => walk(scan, marks, { read: (at) => read(scan, at) }),
      recover(scan, masks) {
        let at = scan.next(rules.itemOpen, 0)
        while (at < scan.text.length && masks.covers(at)) at = scan.next(rules.itemOpen, at + 1)
        if (at >= scan.text.length) return undefined
        const repairs = new Repairs()
        repairs.add('marker-missing', at)
        return readLooseSection(scan, { start: at, end: scan.text.length }, { rules, repairs, masks })
      },
      renderCalls: (calls, { content = '' }) => content + style.calls(rules, calls),
      ...('render' in style && { render: style.render }),
      result: style.result,
    },
  )
}
