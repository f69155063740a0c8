/** What is said in any domain: `{things}` is "hotels" and the like, `{wish}` stands behind a noun, `{saying}` is a sentence. */
export const moveWordings = {
  refine: [
    '[Can you|Could you|Would you] [narrow it down to|keep only|limit that to|only show] {things} {wish}?',
    'Please [narrow it down to|keep only|limit that to|only show] {things} {wish}.',
    '{saying} [Can you filter for that?|Please filter accordingly.|Which of them fit?]',
    '[Of those|From that list|Among these], [show me those|I only want those|keep just the {things}] {wish}.',
    '[I forgot|One more thing|Something else]: {saying}',
    '{saying} [Leave out the rest|The others can go|Drop whatever does not fit].',
    '[Which|What] {things} [from the list|of these|among those] are [left|there] {wish}?',
    "[Let's|We could|I'd like to] [restrict|cut|reduce] the list to {things} {wish}.",
  ],
  'refine.of': [
    '[Can you|Could you|Would you] [narrow the {things} down to those|keep only the {things}|limit the {things} to those] {wish}?',
    '[For|As for|About] the {things}: {saying} [Please filter accordingly|Filter for that, would you|Leave out what does not fit].',
    '[Of|Among|From] the {things}, [show me those|I only want those|keep just the ones] {wish}.',
    '[Which|What] {things} are [left|there] {wish}?',
    "[Let's|We could|I'd like to] [restrict|cut|reduce] the {things} to those {wish}.",
  ],
  'refine.of.terse': ['{things}: only {terse}', '{things}, {terse}'],
  'sort.of': [
    '[Sort|Order|Rank|Arrange] the {things} by {order}.',
    '[Could you|Can you|Would you] [sort|order|list] the {things} by {order}?',
    '[Put|I want|List] the {things} in order of {order}.',
  ],
  'sort.of.terse': ['{things} by {order}'],
  'order.duration_minutes': ['[duration|travel time|flying time], [shortest|quickest] first'],
  'order.departure_time': ['departure, [earliest first|starting with the earliest]'],
  'order.num_layovers': ['[layovers|number of layovers], [fewest first|starting with none]'],
  'order.price_per_night': ['[price|nightly rate], [cheapest|lowest] first'],
  'order.rating': ['rating, [best|highest] first'],
  'order.stars': ['stars, [most|highest] first'],
  'order.price_per_person': ['price, [cheapest|lowest] first'],
  'order.attraction_name': ['[name|their names], from A to Z'],
  'order.type': ['type'],
  'refine.terse': ['only {terse}', '{terse}', 'filter: {terse}', 'just those {terse}', 'and {terse}'],
  backtrack: [
    '[Forget|Never mind|Scrap] the {dropped}. [Go back to|Take|Return to] the list [you had before that|from before], and [keep|show me|give me] {things} {wish}[ instead|].',
    "[The {dropped} isn't that important after all|On reflection, the {dropped} matters less]. [From the earlier list|Among the ones before], I want {things} {wish}.",
    "[Let's undo|Please undo|Ignore] the {dropped}[, it was a whim|, that was too strict|]; [back to|with] the previous {things}, {saying-small}",
    '[Can we|Could you|May I] [step back|rewind]? [The {dropped} can go|Never mind the {dropped}]; from the earlier list, {things} {wish}.',
  ],
  'backtrack.terse': ['forget the {dropped}. earlier list, {terse}', 'undo {dropped}, instead {terse}'],
  'nearest.hotel-attraction': [
    '[Which of the hotels are|Which hotels are] [closest|nearest] to [those|the] attractions?',
    '[I want to walk|We go on foot], so [pair|match] the hotels with the [nearest|closest] attractions.',
    'How far are the attractions from [each hotel|the hotels]? [Nearest first|List the closest].',
    '[For each hotel|By hotel], [list|tell me|show] the attractions [nearby|around the corner|nearest to it].',
  ],
  'nearest.hotel-restaurant': [
    '[Which of the hotels are|Which hotels are] [closest|nearest] to [those|the] restaurants?',
    '[After dinner we want to walk back|I like short ways], so [pair|match] the hotels with the [nearest|closest] restaurants.',
    'How far are the restaurants from [each hotel|the hotels]? [Nearest first|Closest ones, please].',
    '[For each hotel|Hotel by hotel], [list|tell me|show] the restaurants [nearby|around the corner|within easy reach].',
  ],
  'nearest.restaurant-attraction': [
    '[Which restaurants are|Which of the restaurants lie] [closest|nearest] to the attractions?',
  ],
  'nearest.terse': ['nearest {one} to {other}?', 'match {one} with {other} by distance'],
  switch: [
    '[Next topic|Now for the next part|Moving on|Another thing|Let us turn to the next point].',
    '[Good, next|That part is settled|So much for that|Fine so far].',
    '[While we are at it|Since you are at it|Before I forget|Oh, and]:',
  ],
  'switch.terse': ['next:', 'also:', 'then:'],
  'sort.nearest': [
    '[Sort|Order|Rank] those pairs by distance, [shortest|closest] first.',
    '[Put|List] the shortest distances [first|on top].',
  ],
  'noop.thanks': [
    '[Thanks|Thank you|Great|Perfect|Wonderful], [that is all|nothing else for now|that was everything|we are done][, have a nice day|, bye|].',
    "[I'll think about it|Let me sleep on it|I need to talk to my partner first], [nothing more for today|we can stop here|thank you so far].",
    "[That's plenty to go on|I have what I need|Good, good], [goodbye|talk soon|until next time|have a good one].",
  ],
  'noop.thanks.terse': ['thanks, bye', 'all set', 'done, thx', "that's all"],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Questions for what is missing, by the slots in the order of their signature. */
export const seekWordings = {
  'seek.city': [
    '[Which|What] city [would you like|do you want|are you thinking of|should I search in|is it]?',
    '[Could|Can] you tell me [the city you have in mind|which city it should be]?',
  ],
  'seek.checkin_date+checkout_date': [
    'What are your check-in date and check-out date?',
    '[Could you|Can you] [give|tell] me the check-in date and the check-out date?',
    'On which check-in date do you arrive, and on which check-out date do you leave?',
  ],
  'seek.checkout_date': [
    '[What is|When is|May I have] your check-out date?',
    'Which check-out date [should I use|do you want|would suit you]?',
  ],
  'seek.city+checkin_date+checkout_date': [
    'Which city [will you stay in|is it], and what are your check-in date and check-out date?',
    '[Could|Can] you tell me the city, the check-in date and the check-out date?',
  ],
  'seek.departure_date': [
    '[What is|May I have|Could you tell me] your departure date?',
    'Which departure date [would you like|should I search|do you have in mind]?',
  ],
  'seek.origin': [
    '[Which|What] city [will you depart from|do you depart from|are you leaving from]?',
    '[May I ask|Could you tell me] which city you are [departing from|flying from]?',
  ],
  'seek.destination': [
    '[Which|What] city [do you want to fly to|are you flying to]?',
    '[Could you tell me|May I ask] which city you are flying to?',
  ],
  'seek.departure_date+origin': [
    'Which city [will you depart from|are you leaving from], and what is your departure date?',
    '[Could|Can] you tell me your departure date and the city you are flying from?',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
