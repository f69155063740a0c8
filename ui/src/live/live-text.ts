/** Seconds as `45 s`, `12 min 30 s`, `3 h 20 min`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** `3.4/s`, or `12/min` where it is less than one a second. */
export function rateText(perSecond: number): string {
  if (perSecond >= 10) return `${Math.round(perSecond)}/s`
  if (perSecond >= 1) return `${perSecond.toFixed(1)}/s`
  return `${(perSecond * 60).toFixed(perSecond * 60 < 10 ? 1 : 0)}/min`
}

/** Money with as many digits as tell something. */
export function costText(cost: number): string {
  return cost === 0 || cost >= 1 ? cost.toFixed(2) : cost.toPrecision(2)
}
