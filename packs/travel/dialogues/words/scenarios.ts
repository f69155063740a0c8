/** Why somebody travels, in words that suit any part of a trip, and what such people tend to ask for. */
export interface Scenario {
  readonly id: string
  readonly story: readonly string[]
  /** Ids of constraints that come first. */
  readonly likes: readonly string[]
}

export const scenarios: readonly [Scenario, ...Scenario[]] = [
  {
    id: 'family-holiday',
    likes: ['kids_club', 'pool', 'guests', 'breakfast', 'nonstop', 'area'],
    story: [
      "[We're taking|I'm taking] the kids [away for once|on their first real trip], [so easy logistics count|and they tire quickly].",
      "It's our [summer|family] holiday with [two toddlers|three children|the grandparents too].",
      "School's out [and the children want an adventure|, so the whole family is coming].",
    ],
  },
  {
    id: 'business-trip',
    likes: ['business_center', 'wifi', 'business', 'meeting_rooms', 'shuttle', 'after'],
    story: [
      "It's [a work trip|business], [a client wants to see us in person|my boss signed off on it yesterday].",
      'My company [is sending me|pays], [but finance will check every receipt|so an invoice is needed later].',
      "[I have|There are] meetings [all week|back to back], so [I can't waste time|everything has to run smoothly].",
    ],
  },
  {
    id: 'anniversary',
    likes: ['spa', 'balcony', 'ocean_view', 'rating', 'first', 'cuisine', 'rooftop_bar'],
    story: [
      "It's our [tenth|silver|first] anniversary and [I want to surprise my wife|he doesn't suspect a thing|we deserve something nice].",
      "[We got married|We met] there [years ago|a decade ago], [so this one is special|and we're going back].",
      "I'm planning [a romantic escape|something romantic] for [the two of us|my better half].",
    ],
  },
  {
    id: 'pet-owner',
    likes: ['pets', 'parking', 'area', 'kitchen'],
    story: [
      'Our [old labrador|rescue dog] [goes everywhere with us|is part of the family].',
      "[I never travel|We don't go anywhere] without [Biscuit, our spaniel|my terrier].",
    ],
  },
  {
    id: 'accessibility',
    likes: ['wheelchair', 'nonstop', 'shuttle', 'room_service'],
    story: [
      "[My father|My aunt] [can't walk far|had a hip operation] and [we plan around that|needs a bit of care].",
      "I've [learned to plan|had bad surprises] with stairs [before|on earlier trips], so [details matter|I ask a lot of questions].",
    ],
  },
  {
    id: 'last-minute',
    likes: ['budget', 'parking', 'before', 'economy', 'rating'],
    story: [
      'This came up [last minute|out of nowhere] and [I have nothing arranged|nothing is sorted yet].',
      'A [colleague fell ill|friend cancelled] and now [I have to go|I step in] [on short notice|in a hurry].',
      "[Plans changed this morning|We only decided an hour ago], so [I'm scrambling|we're improvising].",
    ],
  },
  {
    id: 'road-trip',
    likes: ['ev_charging', 'parking', 'laundry', 'budget', 'type'],
    story: [
      "We're [on the road|driving across the country] [in an old camper|for a month], [and need a proper stop|this is one of the stops].",
      'The [road trip|long drive] [with my brother|we always talked about] finally [happens|comes together].',
    ],
  },
  {
    id: 'group-of-friends',
    likes: ['rooms', 'guests', 'rooftop_bar', 'budget', 'hot_tub', 'cuisine', 'two_types'],
    story: [
      '[A bunch of us|My old college crew] [is getting together|wants to celebrate] [after far too long|for a birthday].',
      "I'm the one [organizing|stuck with organizing] [the bachelor party|our reunion|the hen weekend].",
      '[Everyone|Each of us] [comes from a different place|has an opinion], [so keep it simple|you can imagine the group chat].',
    ],
  },
  {
    id: 'remote-worker',
    likes: ['wifi', 'kitchen', 'laundry', 'gym', 'economy', 'vegetarian'],
    story: [
      'I work [remotely|from my laptop], [so a change of scenery costs me nothing|and any place with a desk will do].',
      "[I'm|We're] [testing|trying] the digital nomad thing [for a while|before we commit].",
    ],
  },
  {
    id: 'wellness',
    likes: ['spa', 'sauna', 'hot_tub', 'fitness_class', 'gluten_free', 'vegan', 'exact_stars'],
    story: [
      '[I badly need|We need] a [break|rest] after [a brutal quarter|moving house|exam season].',
      "[My doctor says|Everyone tells me] I should [slow down|switch off], [so here we are|and for once I'll listen].",
    ],
  },
  {
    id: 'budget-backpacker',
    likes: ['budget', 'wifi', 'economy', 'one_stop', 'kitchen', 'laundry'],
    story: [
      "I'm a student [on a shoestring|counting every dollar] [and not picky|with a big backpack].",
      '[Money is tight|Funds are low] [this year|after the move], [but I still want to see the world|we go anyway].',
    ],
  },
  {
    id: 'conference',
    likes: ['meeting_rooms', 'business', 'area', 'arrive_by', 'wifi', 'stars'],
    story: [
      "I'm [speaking at|attending] a conference [on soil science|about bridges|for dentists] [and registered late|with half my team].",
      'There is a trade fair [I run a booth at|that we go to every year], [and the town fills up|so things sell out].',
    ],
  },
  {
    id: 'foodie',
    likes: ['cuisine', 'rating', 'rooftop_bar', 'kitchen', 'two_types', 'business'],
    story: [
      '[We travel to eat|I plan trips around meals], [everything else is a bonus|ask anyone who knows us].',
      'I write [a small food blog|about food for a magazine], [nobody reads it, but still|so research it is].',
    ],
  },
  {
    id: 'history-buff',
    likes: ['type', 'area', 'nonstop', 'city_view', 'stars'],
    story: [
      "My grandfather [grew up around there|left that town in the fifties], [and I want to see it|so it's a family pilgrimage].",
      '[I teach history|We are both retired teachers], [so museums are the main course|old walls make us happy].',
    ],
  },
  {
    id: 'beach-escape',
    likes: ['beach', 'ocean_view', 'pool', 'balcony', 'before', 'shellfish'],
    story: [
      "[It's been a grey winter|I haven't seen the sun in weeks], [get me out of here|I want warmth].",
      '[All we want|My only plan] is [sun and a book|sleeping late and doing little].',
    ],
  },
  {
    id: 'winter-sports',
    likes: ['skiing', 'sauna', 'heating', 'hot_tub', 'after', 'budget'],
    story: [
      "We're [keen|terrible but keen] skiers [and the season is short|with our own gear].",
      '[My club|Our team] has a training camp [nearby|in the hills], [I only join for part of it|with long days outside].',
    ],
  },
  {
    id: 'honeymoon',
    likes: ['ocean_view', 'room_service', 'valet', 'first', 'rating', 'hot_tub'],
    story: [
      "[We just got married|We're newlyweds] and [still have gift money|the wedding wore us out].",
      'This is [our honeymoon|a late honeymoon], [a year after the wedding|since work got in the way].',
    ],
  },
  {
    id: 'college-visit',
    likes: ['parking', 'breakfast', 'area', 'economy', 'before', 'guests'],
    story: [
      'My daughter [is touring campuses|got into a school there], [and we want a feel for the place|she is nervous, I more so].',
      "[I'm helping my son|We're helping our youngest] [move into a dorm|settle in], [boxes and all|it's a big step].",
    ],
  },
  {
    id: 'medical-visit',
    likes: ['wheelchair', 'kitchen', 'nonstop', 'shuttle', 'room_service', 'dairy'],
    story: [
      "[My husband|A relative] [has an appointment with a specialist|is in hospital there], [so I'd like it calm|we may need flexibility].",
      "It isn't a fun trip, [there is surgery to get through|someone close is ill], [but we make the best of it|so low stress, please].",
    ],
  },
  {
    id: 'sports-event',
    likes: ['gym', 'area', 'rooms', 'arrive_by', 'two_types', 'budget'],
    story: [
      'I [run|signed up for] my first marathon [there|that weekend] [and need good sleep|and am slightly panicking].',
      '[We have tickets|My cousin got us tickets] for the [big game|finals], [and half the city seems to be going|so the mood will be wild].',
    ],
  },
  {
    id: 'art-weekend',
    likes: ['type', 'city_view', 'rooftop_bar', 'airline', 'vegan', 'area'],
    story: [
      '[A friend opens a gallery|My sister has her first exhibition], [and I promised to be there|we would not miss it].',
      "I'm [a painter|an architect] [looking for inspiration|with a sketchbook and no schedule].",
    ],
  },
  {
    id: 'observant',
    likes: ['kosher', 'halal', 'kitchen', 'area', 'between', 'laundry'],
    story: [
      'We keep [our traditions|a few rules] [when travelling|on the road as well], [most places are fine with it|so I ask early].',
      "There's a [wedding in the family|big religious feast], [and guests arrive from everywhere|which everybody attends].",
    ],
  },
  {
    id: 'allergic',
    likes: ['nut', 'dairy', 'shellfish', 'tomato', 'nightshade', 'gluten_free', 'aircon'],
    story: [
      '[One of us|My brother|I] ended up in an emergency room [once|last year], so [I double check everything now|food is no joke for us].',
      'My [daughter|partner] has [sensitive skin and a sensitive stomach|a long list of things to avoid], [it shapes our trips|bear with me].',
    ],
  },
  {
    id: 'solo',
    likes: ['area', 'rating', 'gym', 'between', 'airline', 'type'],
    story: [
      "I'm [going alone|travelling solo] for [the first time|a change] and [want to feel safe|am a little nervous].",
      '[Nobody had time to join|My friends all bailed], [so it is just me|I go by myself then].',
    ],
  },
]
