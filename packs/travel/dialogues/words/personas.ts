/** How somebody talks. */
export interface Persona {
  readonly id: 'plain' | 'terse' | 'verbose' | 'indecisive' | 'impatient' | 'friendly' | 'formal'
  /** Out of 10 turns: how many begin with a lead, end with a tail, tell of the story when they open. */
  readonly leads: number
  readonly tails: number
  readonly story: 'never' | 'sometimes' | 'always'
  readonly isTerse: boolean
}

export const personas: readonly [Persona, ...Persona[]] = [
  { id: 'plain', leads: 2, tails: 1, story: 'sometimes', isTerse: false },
  { id: 'terse', leads: 0, tails: 1, story: 'never', isTerse: true },
  { id: 'verbose', leads: 6, tails: 7, story: 'always', isTerse: false },
  { id: 'indecisive', leads: 8, tails: 5, story: 'sometimes', isTerse: false },
  { id: 'impatient', leads: 5, tails: 6, story: 'sometimes', isTerse: false },
  { id: 'friendly', leads: 5, tails: 7, story: 'sometimes', isTerse: false },
  { id: 'formal', leads: 3, tails: 6, story: 'sometimes', isTerse: false },
]

export const personaWordings = {
  'lead.plain': ['[Okay|Ok|Alright|Right], ', 'So, ', '[Well|Good], '],
  'lead.terse': ['ok, '],
  'lead.verbose': [
    "[Where do I start? |Let me think out loud. |You know how it is. |I'll try to keep this short, though I never manage. ]",
    "[Bear with me, I talk a lot. |My sister says I should just ask, so I do. |I've had three coffees, so here goes. ]",
    "[I was discussing this with my neighbour earlier. |Sorry for the long messages, by the way. |It's a bit of a story. ]",
    "[I've been reading guides all evening. |I wrote all this on a napkin first. |There's so much to think about, isn't there? ]",
  ],
  'lead.indecisive': [
    "[Hmm, |Let me see, |I'm not sure, but |Maybe |Oh, I keep going back and forth, but ]",
    '[I can never decide. |Difficult. |I changed my mind twice already. |Ugh, choices. |Tough one. ]',
    '[Perhaps |I guess |I suppose |Could be wrong, but |Possibly |If I had to choose, ]',
  ],
  'lead.impatient': [
    "[Quick one: |Let's move. |Come on, |I'm in a rush. |Okay, fast please. |Look, ]",
    '[I have five minutes. |My taxi is outside. |Skip the small talk. |No long speeches, please. |Chop chop. ]',
  ],
  'lead.friendly': [
    "[Great, thanks! |You're a star! |Lovely! |Oh nice! |Wonderful! |Perfect, cheers! ]",
    "[That's kind of you. |Thanks a bunch! |Awesome! |Brilliant! |Sounds good! |Yay! ]",
  ],
  'lead.formal': [
    '[Thank you. |Very well. |I appreciate your assistance. |Understood. |Much obliged. ]',
    '[I should be grateful for your help with this. |Allow me to continue. |With pleasure. |Certainly. ]',
  ],
  'tail.plain': ['Thanks.', 'Thank you.', '[That would help|That should do it].'],
  'tail.terse': ['thx', 'pls'],
  'tail.verbose': [
    '[I hope that makes sense.|Does that make sense at all?|Am I making sense?]',
    '[My husband|My flatmate|Everyone here] [says I overthink it|keeps interrupting me while I type], [so forgive me|but there you are].',
    '[Last time we winged it and regretted it|A friend did the same trip and loved it], [which is why I ask|so my hopes are high].',
    "[There, that's everything for the moment|I think that covers it], [unless I forgot something|I'll shout if not].",
    "[We've dreamt about this forever|I've been saving up for ages], [you have no idea|so it should be right].",
    '[I even bought a new suitcase|The guidebook is full of sticky notes already], [silly, I know|which says it all].',
  ],
  'tail.indecisive': [
    '[Or does that sound silly|Is that reasonable|Unless you think otherwise]?',
    "[I might change that later|Don't hold me to it|We'll see], [sorry|though].",
    "[At least I think so|That's my feeling right now|Probably], anyway.",
    "[My gut says yes|My head says no|Half of me disagrees], [but let's try|so humour me].",
  ],
  'tail.impatient': [
    '[Quickly, please|As fast as you can|Hurry|Right now would be good].',
    "[I don't have all day|The clock is ticking|My battery is dying|I'm about to board].",
    '[Just do it|No questions|Keep it brief|Straight to the point, please].',
  ],
  'tail.friendly': [
    "[Thanks so much|Cheers|Thanks a million|Many thanks|You're the best]!",
    "[Can't wait|So excited|This is fun|I'm thrilled]!",
    '[Appreciate it|Big thanks|Bless you] :)',
  ],
  'tail.formal': [
    '[Thank you in advance|With thanks|I thank you for your time|Kindly confirm once this is done].',
    '[I look forward to your reply|Your help is much appreciated|That would be most welcome].',
    '[Please proceed accordingly|I trust this is clear|Do let me know should anything be unclear].',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
