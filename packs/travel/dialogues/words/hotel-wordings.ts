/** `{with}`: wishes, behind a noun; may be nothing. */
export const hotelWordings = {
  'hotels.open': [
    "[I'm looking for|I need|We need|I'd like to book|We're after|I'm trying to find|Please find me|Help us find] [a hotel|a place to stay|somewhere to sleep|accommodation|a room] in {city} [from|,] {in} [to|until|through] {out} {with}.",
    '[We arrive|I arrive|Arrival is|Check-in would be] on {in} and [we leave|I leave|departure is|check-out] on {out}, and [we need|I need|so please look for|I want] [a hotel|hotels|lodging|a room] in {city} {with}.',
    '[Which hotels|What hotels|What places to stay] [are there|do you have|can I book|could you suggest] in {city} between {in} and {out} {with}?',
    'For [a stay|our stay|a trip|my visit] in {city}, checking in {in} and out {out}, [find|show me|get me|look up] [something|a hotel|hotels|places] {with}.',
    '{city} [is where we want to be|it is|will be our base] from {in} [to|till] {out}. [Please look for|Find me|What are my options for] [hotels|a hotel|places to stay] {with}.',
  ],
  'hotels.open.terse': [
    '[hotel|hotels|room|place to stay] in {city}, {in} [to|until|-] {out} {with}',
    '{city} hotel. in {in}, out {out} {with}',
    'need [a hotel|a room|lodging]: {city}, check-in {in}, check-out {out} {with}',
  ],
  'hotels.open.nights': [
    "[I'm looking for|I need|We'd like|Please find|I want to book|Help me get] [a hotel|a room|a place to stay|lodging] in {city} for {nights} nights [from|starting] {in} {with}.",
    '[We check in|I arrive|We get there|We land] on {in} and [stay|remain] {nights} nights in {city}; [find us|look for|show me] [a hotel|hotels|somewhere to stay] {with}.',
    '{nights} nights in {city}, [beginning|starting] {in}: [which hotels|what places] [are there|could you offer|would work] {with}?',
  ],
  'hotels.open.nights.terse': [
    '[hotel|room] {city}, {in}, {nights} nights {with}',
    '{nights} nights {city} from {in} {with}',
  ],
  'hotels.open.no-dates': [
    "[I'm looking for|I need|We want|Please find|I'd love] [a hotel|somewhere to stay|accommodation|a room] in {city} {with}.",
    '[What|Which] hotels [are there|can you find|would you look at] in {city} {with}?',
    "[We're going|I'm off|We've decided to go] to {city} and [need a place to stay|have no hotel yet|still need lodging] {with}.",
    '[Any|Are there any|Do you know] [hotels|places to stay] in {city} {with}?',
  ],
  'hotels.open.no-dates.terse': [
    '[hotel|hotels|place to stay] in {city} {with}',
    'need a room in {city} {with}',
  ],
  'hotels.open.no-city': [
    "[I need|We need|Please book|I'm looking for|Help me find] [a hotel|a room|somewhere to stay|a place] from {in} to {out} {with}.",
    '[Check-in|Arrival] {in}, [check-out|departure] {out}: [look for|please find|I need] [a hotel|lodging|accommodation] {with}.',
    'Between {in} and {out} [we need|I need|there has to be] [a hotel|a roof over our heads|a bed for the night] {with}.',
  ],
  'hotels.open.no-city.terse': ['[hotel|room] {in} to {out} {with}'],
  'hotels.open.no-checkout': [
    "[I need|We want|Please look for|I'm after] [a hotel|a room|accommodation] in {city}, [arriving|checking in|starting] {in} {with}.",
    '[From {in} on|Starting {in}] [we need|I need] [a hotel|a place to stay|somewhere to sleep] in {city} {with}.',
  ],
  'hotels.open.no-checkout.terse': ['hotel {city} from {in} {with}'],
  'hotels.open.nothing': [
    "[I need|We need|I'm looking for|Please help me with|I'd like to book] [a hotel|a place to stay|a room|accommodation] {with}.",
    '[Can you find|Could you look for|Would you suggest] [a hotel|somewhere nice to stay|lodging] {with}?',
    "[It's about|This is about|My question is about] [a hotel|hotels|a place to stay] {with}.",
  ],
  'hotels.open.nothing.terse': ['[need a hotel|hotel please|looking for a room] {with}'],
  'hotels.give.city': [
    "[It's|That would be|The city is|We're going to|I'm headed to|Sorry, forgot to say:] {city}.",
    '{city}[, of course|, I forgot to mention it|, please|].',
    '[In|Somewhere in|Right in] {city}[, ideally|].',
  ],
  'hotels.give.city.terse': ['{city}', 'in {city}'],
  'hotels.give.dates': [
    '[From|We stay from|I would arrive on] {in} [to|until|and leave on] {out}.',
    'Check-in [is|would be|on] {in}, check-out {out}.',
    '[Arriving|We get there|Coming] {in}, [leaving|going home|heading back] {out}.',
    '{in} [to|through|till] {out}[, those are fixed|, if that works|].',
  ],
  'hotels.give.dates.terse': ['{in} to {out}', 'in {in} out {out}'],
  'hotels.give.nights': [
    '[We arrive|I get there|Check-in is|Starting] {in}, [for|and we stay|staying] {nights} nights.',
    '{nights} nights [from|beginning|starting] {in}.',
  ],
  'hotels.give.nights.terse': ['{in}, {nights} nights'],
  'hotels.give.checkout': [
    '[We leave|I leave|Check-out is|Checking out] on {out}.',
    '[Until|Through|Up to] {out}.',
  ],
  'hotels.give.checkout.terse': ['until {out}', 'out {out}'],
  'hotels.change.city': [
    '[Actually|On second thought|Change of plan|Hmm, wait], [let us stay in|make it|look in|I would rather be in] {city} [instead|this time], [same dates|on the same days|everything else as before].',
    '[My friend talked me into|I have been thinking, and we prefer|We now lean towards] {city}. [Could you search there instead|Would you search again there|What about hotels there], [with the dates unchanged|dates as they were|same days]?',
    '[What if|How about if|Suppose] we [went to|stayed in|chose] {city} instead? [Same dates, same wishes|All else stays].',
  ],
  'hotels.change.city.terse': ['{city} instead, same dates', 'no, {city}. rest same'],
  'hotels.change.dates': [
    '[Our dates moved|The dates have shifted|Work got in the way|My leave was changed]: [now it is|make it|we need] {in} to {out}. [Please search again|Redo the search|Everything else stays].',
    '[Could we|Can you|Let us] [try|look at|check] {in} to {out} instead[, same city|, all else equal|]?',
    '[Wait|Hang on|Oh no], I [misread|mixed up] my calendar. [It should be|The right dates are|We stay] {in} until {out}.',
  ],
  'hotels.change.dates.terse': ['dates changed: {in} to {out}', '{in} - {out} instead'],
  'hotels.correct.guests': [
    '[Sorry|My mistake|Correction|Oops], [we are|it is|there are] {people} [people|guests|of us], not {wrong}.',
    '[I miscounted|I said {wrong} but|One more joined, so forget the {wrong}]: {people} [people|guests|in total].',
  ],
  'hotels.correct.guests.terse': ['{people} people, not {wrong}'],
  'hotels.extend': [
    '[We want to|Could I|I would like to|Can we] stay [{nights} more nights|{nights} nights longer], so check-out moves [accordingly|back]. [Please look again|Search again with that|What is there then]?',
    '[Let us add|Please add|Make it] {nights} more nights [at the end|to the stay] and [search|look|check] again.',
  ],
  'hotels.extend.terse': ['{nights} nights longer, search again'],
  'hotels.second': [
    '[Also|In addition|And], [find|look for|I need] [a hotel|hotels|a place] in {city} from {in} to {out} {with}.',
    '[After that|From there|Then] we [move on|continue|travel on] to {city}, {in} to {out}: [hotels there|a room there|same question] {with}.',
  ],
  'hotels.second.terse': ['also {city}, {in} to {out} {with}'],
  'hotels.sort.price_per_night': [
    '[Sort|Order|Rank|Put] [them|the hotels|that list] by [price|nightly rate], [cheapest first|lowest first].',
    '[Start with|Begin with] the cheapest[, please| one|, then upward].',
  ],
  'hotels.sort.rating': [
    '[Sort|Order|Arrange|Line up] [them|the hotels|those] by rating, [best|highest] [first|on top].',
    'I want [the best rated|the top rated|the highest ratings] [first|on top|at the beginning].',
  ],
  'hotels.sort.stars': ['[Sort|Rank|List] [them|the hotels] by stars, [most|highest] first.'],
  'hotels.noop': [
    '[Can you ask for|Could you arrange|Would you request] a [quiet room|high floor|room far from the elevator][, if possible|]?',
    "[I'd like|Please request|I'd be glad of] a [corner room|room with a firm mattress|quiet room][, if possible|].",
    "[Is it possible|Would it be okay|Do you think I'm allowed] to [check in early|leave my bags after check-out|check out a little late]?",
    '[Please tell them|Let them know|Mention to the front desk] [it is a birthday|we arrive around midnight|I am allergic to feathers|we want extra pillows].',
    '[Is there a dress code in the dining room|Do they have late check-in|Is there a good view from the top floors|Do people tip there]?',
  ],
  'hotels.noop.terse': ['quiet room if possible', 'late check-in ok?', 'extra pillows pls'],
} as const satisfies Readonly<Record<string, readonly string[]>>
