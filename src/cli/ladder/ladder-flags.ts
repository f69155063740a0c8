import type { BatterySize } from '../../ladder/batteries/battery-sizes.js'
import type { RungId } from '../../ladder/rung.js'
import type { TokenPrice } from '../../subject/subject.js'

/** Flags of `assay ladder`. */
export interface LadderFlags {
  readonly corpus?: string
  readonly subject?: string
  readonly served?: string
  readonly dialect?: string
  readonly answerDialect?: string
  readonly tools?: string
  readonly eval?: readonly string[]
  readonly rules?: string
  readonly novel?: string
  readonly suppression?: string
  readonly prompts?: string
  readonly checkpoints?: readonly string[]
  readonly parent?: string
  readonly weights?: string
  readonly graft?: true
  readonly runs?: readonly string[]
  readonly rungs?: ReadonlySet<RungId>
  /** By default `standard`, or `glance` on the practice corpus. */
  readonly size?: BatterySize
  readonly resume?: string
  readonly from?: string
  readonly planOnly?: true
  readonly template?: string
  readonly vocabulary?: string
  readonly label?: string
  readonly key?: string
  readonly price?: TokenPrice
  readonly maxCost?: number
  readonly maxTokens?: number
  readonly concurrency: number
  readonly timeout: number
  readonly seed: number
  readonly all?: true
  readonly output?: string
  readonly json?: true
  readonly quiet?: true
}
