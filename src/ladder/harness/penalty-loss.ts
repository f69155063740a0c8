import { countText } from '../../text/number-text.js'

/** A logit as the likeliest tokens have it. */
const LOGIT = 15

/** What a repeat penalty does to the tokens that a call must repeat, in words. */
export function penaltyLoss(penalty: number): string {
  const factor = Math.exp(LOGIT * (1 - 1 / penalty))
  const shown = factor >= 10 ? countText(Math.round(factor)) : factor.toFixed(1)
  return `a token with logit ${LOGIT} becomes ${shown} times less likely, among them names of tools, brackets and the entity to copy`
}
