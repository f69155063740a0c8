import type { ItemVerdict } from '../../../src/report/pages/items-page.js'
import type { Weight } from '../../../src/report/pages/overview-page.js'

/** How a sample's verdict is weighed; an error is nobody's merit and nobody's fault. */
export const VERDICT_WEIGHTS: Readonly<Record<ItemVerdict, Weight>> = {
  right: 'good',
  wrong: 'bad',
  partial: 'warn',
  error: 'warn',
  unmeasured: 'unmeasured',
}
