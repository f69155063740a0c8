/** Restaurants and attractions. */
export const placeWordings = {
  'restaurants.open': [
    "[I'm looking for|We need|Please look for|I want to find|Help me choose|We'd like] [a restaurant|restaurants|somewhere to eat|a place for dinner|a lunch spot] in {city} {with}.",
    '[Where can we eat|Where should I have dinner|What restaurants are there|Which places to eat do you know] in {city} {with}?',
    "[We're|I'll be|My friends and I are] in {city} and [hungry|need dinner|want to eat out]: [restaurants|a place|something] {with}, [please|if you can].",
    '{city}, [dinner for the gang|a table somewhere|time to eat]. [Find|Show me|Look up] [restaurants|places to eat] {with}.',
  ],
  'restaurants.open.terse': ['[restaurant|restaurants|food|dinner] in {city} {with}', 'eat in {city} {with}'],
  'restaurants.open.no-city': [
    "[I'm looking for|We want|Please find|Please suggest|I need] [a restaurant|somewhere to eat|a place for dinner|a good table] {with}.",
    '[Where can I|Where could we|Any idea where to] [eat out|have dinner|get a decent meal] {with}?',
    "[I'm in charge of dinner|We're planning a dinner|It's about dinner], so [find|look for|I need] [a restaurant|places] {with}.",
  ],
  'restaurants.open.no-city.terse': ['[restaurant|dinner|somewhere to eat] {with}'],
  'restaurants.give.city': [
    "[We're in|I'll be in|It's in|In|That would be] {city}[, sorry|, I should have said|].",
    '{city}[, downtown or not|, where else|, please].',
  ],
  'restaurants.give.city.terse': ['{city}'],
  'restaurants.change.city': [
    '[Actually|Change of plan|Hmm], we [eat|meet|will be] in {city} instead. [Same wishes|Search there, please|Look there with the same wishes].',
    '[What about|How is it in|Could you try] {city} [instead|rather], [same wishes|with everything else as before]?',
  ],
  'restaurants.change.city.terse': ['{city} instead'],
  'restaurants.second': [
    '[Also|And for the next evening|And then], [restaurants|a place to eat|dinner] in {city} {with}.',
    '[The day after|Later] we will be in {city}: [same question|where can we eat|restaurants again] {with}.',
  ],
  'restaurants.second.terse': ['also {city} {with}'],
  'restaurants.sort.rating': [
    '[Sort|Rank|Order] [them|the restaurants] by rating, [best first|top ones first].',
    '[Put|I want|List] the best rated [restaurants|places] [first|on top].',
  ],
  'restaurants.sort.price_per_person': [
    '[Sort|Order|Arrange] [them|the restaurants] by price, [cheapest|lowest] first.',
    '[Start with|Show|List] the cheapest [restaurants|places][ first|].',
  ],
  'restaurants.noop': [
    '[Can you reserve|Could you book|Please get us] [a table by the window|a quiet corner|a table outside|the big table][, if they do that|]?',
    '[Is there|Do they have] [a dress code|live music|a good wine list|parking nearby|a high chair]?',
    '[We will be|It is for|There are] [eight|five|a dozen|seven] of us [at the table|for dinner], [around seven|quite late|after the show].',
    '[Can we|May I|Is it okay to] bring [our own cake|a bottle of wine|the dog along]?',
  ],
  'restaurants.noop.terse': ['table by the window?', 'dress code?', 'we come late'],

  'attractions.open': [
    '[What is there to see|What should we visit|Which sights are there|What can I do] in {city} {with}?',
    "[I'm looking for|We want|Please find|Show me|Please list] [attractions|things to do|sights|places to visit] in {city} {with}.",
    "[We have|I have|There's] [a free day|an afternoon|some time] in {city}: [what attractions|which places|what sights] {with} [are there|would you list]?",
    '{city} [sightseeing|on foot|for a day]: [find|look up|give me] [attractions|things to see|places] {with}.',
  ],
  'attractions.open.terse': ['[things to do|attractions|sights|what to see] in {city} {with}'],
  'attractions.open.no-city': [
    "[I want|We'd like|I'm keen|We plan] to [visit some attractions|see some sights|go sightseeing] {with}.",
    '[Find|Show me|Look for|Suggest] [attractions|things to do|places to visit] {with}[, please|, would you|].',
    '[What can we|What could I|Where can one] [visit|see|explore] {with}?',
  ],
  'attractions.open.no-city.terse': ['[attractions|things to do|sights] {with}'],
  'attractions.give.city': [
    "[In|We're visiting|It's|I'll be in|The city is] {city}[, I thought I had said so|, sorry|].",
    '{city}[, for the whole day|, on our own|, please].',
  ],
  'attractions.give.city.terse': ['{city}'],
  'attractions.change.city': [
    '[Actually|Thinking about it|Weather is bad there, so], [let us go|we go|we switch] to {city} instead. [Same idea|Search again, please|Look there].',
    '[Swap the city for|Replace the city by|Make it] {city}, [same idea|rest unchanged|please].',
  ],
  'attractions.change.city.terse': ['{city} instead'],
  'attractions.second': [
    '[Also|And on the way back|After that], [we stop|I will be|there is time] in {city}: [attractions there|sights|what can we see] {with}.',
    '[Do the same|Same again|Another list] for {city}, [please|it is our second stop] {with}.',
  ],
  'attractions.second.terse': ['and {city} {with}'],
  'attractions.sort.attraction_name': [
    '[Sort|List|Order] [them|the attractions|the sights] [alphabetically|by name|from A to Z].',
    '[Could I have|Please give me] [them|the list] in alphabetical order?',
  ],
  'attractions.sort.type': ['[Sort|Group|Order] [them|the attractions] by type.'],
  'attractions.noop': [
    '[Do we need|Should I buy|Must one book] tickets [in advance|beforehand|online]?',
    '[Is there|Do they offer] [a student discount|a family ticket|a cloakroom|a place for strollers]?',
    '[How crowded|How busy] [does it get|is it] [on weekends|in the morning|during holidays]?',
    '[Can we|May one|Is it okay to] [take photos|bring food|bring the dog] [inside|there]?',
  ],
  'attractions.noop.terse': ['tickets needed?', 'photos allowed?', 'crowded?'],
} as const satisfies Readonly<Record<string, readonly string[]>>
