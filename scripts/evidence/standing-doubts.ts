import { wilsonInterval } from '../../src/stats/wilson.js'

/** What speaks against Assay whatever was measured. */
export function alwaysAgainst(): readonly string[] {
  const [six] = wilsonInterval({ successes: 6, n: 6 })
  const [eight] = wilsonInterval({ successes: 8, n: 8 })
  return [
    `Small batteries tell little: 6 right of 6 leave a true rate from ${percent(six)} on, 8 of 8 from ${percent(eight)} on (Wilson). The ladder says \`not-enough-data\` or "these items only" rather than guess, so that on a glance it often decides nothing.`,
    'The cases on which the scorers are held against each other were collected and written by those who wrote Assay’s scorer. No outsider has scored them blind.',
    'The reference subjects are of one size, one architecture and one maker. That their verdicts are told apart does not say how often a verdict on somebody else’s model is right.',
    'Null models say what knowing nothing may score. That a model scores more does not yet say that it knows.',
  ]
}

/** What no exhibit looks at. */
export function notMeasured(): readonly string[] {
  return [
    'Hosted models: none was asked, for want of keys and network. Their adapters are tested against servers of our own only.',
    'Models above 135 million parameters, and a model up the ladder on the corpus that trained it, the reference subjects aside.',
    'A GPU: local models ran on processors.',
    'Windows and macOS: nothing was tried there.',
    'Dialogues in which a model plays the user, on tau2 or elsewhere; tau2’s own simulator and scores.',
    'T1’s own dialogues, and whole BFCL: only the files named above were at hand. Published leaderboard numbers of BFCL, API-Bank and tau2 were not, and none is held against a floor here.',
    'How well people agree with the scorer’s verdicts: nobody but its makers has looked.',
    'Retrieval by embeddings of hosted models.',
  ]
}

function percent(value: number): string {
  return `${(100 * value).toFixed(0)} %`
}
