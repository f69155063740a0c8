export const flightWordings = {
  'flights.open.one-way': [
    "[I need|I'm looking for|We want|Please find me|Please look up|I'd like to book] [a flight|flights|a one-way ticket|a seat] from {from} to {to} on {date} {with}.",
    '[How can I get|What flights go|What is there|Which planes go] from {from} to {to} on {date} {with}?',
    '[I have to be in|We want to go to|We fly to|I must get to] {to}, [starting|setting out|leaving] from {from} on {date}. [Find me|Show me|Look for] [flights|something] {with}.',
    "On {date} [I'm flying|we're flying|I travel|we leave] [out of|from] {from} [to|, destination] {to}[, one way|]: [flights|anything] {with}, please.",
  ],
  'flights.open.one-way.terse': [
    '[flight|flights|plane|ticket] {from} to {to}, {date} {with}',
    '{from} - {to} on {date} {with}',
    'one way {from} to {to} {date} {with}',
  ],
  'flights.open.round-trip': [
    "[I need|We need|I'm looking for|Please search|I'd like] [a round trip|return tickets|flights there and back] [from|between] {from} [to|and] {to}, [leaving|going out|departing] {date} and [returning|coming back|flying home] {back} {with}.",
    '[We fly|I go|We travel] from {from} to {to} on {date} and [back|return|home again] on {back}. [Find|Look for|What about] [flights|both ways|both legs] {with}.',
    '{from} to {to} on {date}, [back again|and the way back|return] on {back}: [what is available|which flights are there|can you find me something] {with}?',
  ],
  'flights.open.round-trip.terse': [
    'round trip {from} - {to}, out {date}, back {back} {with}',
    '{from} to {to} {date}, return {back} {with}',
  ],
  'flights.open.days': [
    "[I need|We're planning|Please find|I want] [a round trip|flights there and back] from {from} to {to}, [leaving|out on] {date} and [back|returning|home] {days} days later {with}.",
    '[Going|Flying|Off] from {from} to {to} on {date}, [and {days} days later|then after {days} days] [back home|the return|back again] {with}.',
  ],
  'flights.open.days.terse': ['{from} to {to} {date}, back {days} days later {with}'],
  'flights.open.multi-city': [
    '[We do|I have|It is] a [multi-city trip|two-leg journey|little tour]: from {from} to {to} on {date}, [then|and on] to {next} on {back} {with}.',
    '[First|To begin with] {from} to {to}, {date}. [Then|After that|Next] {to} to {next}, {back}. [Find flights|Look for both|Search the two legs] {with}.',
  ],
  'flights.open.multi-city.terse': ['{from} - {to} {date}, {to} - {next} {back} {with}'],
  'flights.open.flexible': [
    "[I want|We'd like|I need] to fly from {from} to {to}, [my dates are flexible|I am flexible]: {date} or {alternative} [both work|is fine|would do] {with}.",
    '[Either|Whether it is] {date} or {alternative}[, no matter which|, I do not mind]: [find|show me|look up] [flights|something] from {from} to {to} {with}.',
  ],
  'flights.open.flexible.terse': ['{from} to {to}, {date} or {alternative} {with}'],
  'flights.open.no-date': [
    "[I need|We'd like|I'm looking for|Help me find|Let's find] [a flight|flights|tickets] from {from} to {to} {with}.",
    '[What is the best way|How do I get|Which planes go|What goes] from {from} to {to} [by plane|by air|] {with}?',
    '[I want|We plan|I hope] to [fly|travel|go] to {to}, [starting|setting out] from {from} {with}.',
  ],
  'flights.open.no-date.terse': ['flights {from} to {to} {with}'],
  'flights.open.no-origin': [
    "[I need|We want|Please look for|I'm after] [a flight|flights|a ticket] to {to} on {date} {with}.",
    '[Get me|Fly me|I have to be flown] to {to} on {date} {with}.',
  ],
  'flights.open.no-origin.terse': ['flight to {to}, {date} {with}'],
  'flights.open.no-destination': [
    "[I have to leave|We're leaving|I'm flying out of|We start from] {from} on {date}[, that much is sure|]; [find|look for|show me] [flights|a flight] {with}.",
  ],
  'flights.open.no-destination.terse': ['flying from {from}, {date} {with}'],
  'flights.open.only-destination': [
    "[I want|We'd love|I need|It's time] to [fly|go|travel|get] to {to} {with}.",
    '[Flights|Tickets|A flight] to {to}[, please|, that is what I need|] {with}.',
  ],
  'flights.open.only-destination.terse': ['flight to {to} {with}'],
  'flights.give.date': [
    '[On|It would be|We leave on|I want to leave on|Let us say|Departure on] {date}.',
    '{date}[, that is when I can go|, no other day works|, please|].',
  ],
  'flights.give.date.terse': ['{date}'],
  'flights.give.from': [
    "[From|I leave from|We start in|I'm based in|Starting in] {from}[, sorry|, of course|].",
  ],
  'flights.give.from.terse': ['from {from}'],
  'flights.give.to': [
    '[To|We are going to|My destination is|I want to land in|Headed for] {to}[, sorry|, of course|].',
  ],
  'flights.give.to.terse': ['to {to}'],
  'flights.return': [
    '[I also need|And now|Please add|We need as well] [the way back|a return flight|a flight home] on {back} {with}.',
    '[For the return|Coming home|Flying back], [we would leave|I leave|take] {back}: [what is there|which flights are there] {with}?',
  ],
  'flights.return.terse': ['return {back} {with}'],
  'flights.change.date': [
    '[Change of plan|Actually|My boss moved the meeting|Sorry, new date]: [I fly|we leave|it is] on {date} instead. [Search again|Please check that day|Same route, please].',
    '[What about|Could you check|How would it look on] {date} [instead|rather]? [Same route|Everything else stays|All else unchanged].',
    '[I got the day wrong|I misread the invitation]; it [should be|is] {date}. [Please redo it|Same cities].',
  ],
  'flights.change.date.terse': ['{date} instead', 'wrong day, {date}'],
  'flights.change.to': [
    '[Hold on|Actually|On reflection|Hmm], [I would rather fly|let us go|we prefer to go] to {to}, [same day|on the same date].',
    '[Make the destination|Change the destination to|The destination is now] {to}, [the date stays|same day|not the other city].',
  ],
  'flights.change.to.terse': ['to {to} instead, same day'],
  'flights.sort.duration_minutes': [
    '[Sort|Order|Rank] [them|the flights] by [duration|travel time|flying time], [shortest|quickest] first.',
    '[Put|I want|Show] the [shortest|quickest] flights [on top|first].',
  ],
  'flights.sort.departure_time': [
    '[Sort|Arrange|List] [them|the flights] by departure[ time|], [earliest|first ones] [on top|first].',
    '[Put|I want|Show] the earliest departures [first|on top].',
  ],
  'flights.sort.num_layovers': [
    '[Sort|Rank] [them|the flights] by [number of layovers|stops], fewest first.',
  ],
  'flights.noop': [
    '[Can I get|Could you reserve|Is it possible to have] [a window seat|extra legroom|a seat at the front|two seats next to each other]?',
    "[I'd like|Please note I want|Put me down for] [an aisle seat|a window seat|a seat away from the toilets].",
    '[We are|There will be|It is for] [three|four|two|six] [passengers|travelers|of us][, by the way|, just so you know|].',
    "[I'll have|We have|There will be] [two checked bags|a guitar|a stroller|skis|only hand luggage] [with me|with us|to bring].",
    '[Can they serve|I need|Please order] [a low-salt meal|a meal for a small child|a diabetic meal] on board[, if you can|].',
  ],
  'flights.noop.terse': ['window seat pls', '2 bags', 'aisle seat'],
} as const satisfies Readonly<Record<string, readonly string[]>>
