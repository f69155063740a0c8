/**
 * Steps of the questions by which a judge votes on one thing. The order in which it is shown tools or options follows from
 * the step, so votes differ in it; the first has the plain step, so that one vote asks what was always asked.
 */
export function voteSteps(step: string, votes = 1): readonly string[] {
  return Array.from({ length: votes }, (_, at) => (at === 0 ? step : `${step}-vote-${at + 1}`))
}
