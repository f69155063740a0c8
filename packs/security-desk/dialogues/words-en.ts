import type { Wordings } from '../../../src/agent/generate/grammar/phrase-book.js'

/** How the desk talks in English. */
export const english: Wordings = {
  and: ['and'],
  'those.hosts': ['[hosts|machines|systems|those]'],
  'those.vulnerabilities': ['[vulnerabilities|flaws|entries|those]'],
  'those.alerts': ['[alerts|detections|signals|those]'],
  'those.tickets': ['[tickets|requests|cases|those]'],

  'assistant.open': [
    '[Hello|Good morning|Hi there], [this is the security desk|security desk here]. [How can I help|What do you need|What can I look up for you]?',
    '[Welcome|Good day]. [Tell me what you are after.|Which question brings you here?|What shall we look into?]',
    'Security desk, [go ahead|I am listening|ready when you are].',
  ],
  'assistant.next': [
    '[Noted|Understood|Done|All right]. [What else|Anything more|What comes next|Shall I look into something else]?',
    '[Got it|Okay|Very well]. [How do we go on|Is there more to do|Where do we go from here]?',
    '[That is on file|I have kept that]. [Next question|What would you like now|Do you need anything further]?',
  ],
  'assistant.sorry': [
    '[I cannot do that from here|That lies outside my tools|That is for somebody else to do]. [What else|Anything that I can look up]?',
    '[Sorry, no tool of mine does that|I have no way to do this]. [Shall we go on with the lists|Is there another question]?',
  ],
  'seek.site': ['[Which site is it about|At which site shall I look|For which site do you ask]?'],
  'seek.product': ['[Which product do you mean|Which software is it about|For which product shall I look]?'],
  'seek.raised_since': ['[Since when shall I look|How far back shall I go|From when on do alerts count]?'],
  'seek.site+raised_since': [
    '[Which site is it about, and since when|At which site shall I look, and how far back|For which site, and from when on]?',
  ],
  'give.site': ['[It is about|At|I mean|That would be|Take] {v}.', '{v}[, please|, sorry|, of course|].'],
  'give.product': ['[It is|I mean|The product is|We are talking about] {v}.', '{v}[, please|, what else|].'],
  'give.raised_since': [
    '[Since|From|Start with|Everything since] {v}.',
    '{v} [is early enough|onwards|will do].',
  ],

  'scope.site': ['[at|in] {v}'],
  'scope.same-site': ['[at that site|at the same site|there]'],
  'scope.product': ['[in|of|for] {v}'],
  'scope.since': ['[since|raised since|from] {v}'],

  'open.hosts': [
    '[Please list|Show me|I need|Give me|Look up] [the|all] [hosts|machines|systems] {scope} {with}.',
    '[Which|What] [hosts|machines|systems] {scope} do we have {with}?',
    '[Could you|Can you|Would you] [find|pull up|fetch] [hosts|the machines|our systems] {scope} {with}?',
    '[We are going through|I am reviewing|This is about] [hosts|machines] {scope} {with}: [get me the list|find them|which are they]?',
  ],
  'open.vulnerabilities': [
    '[Please list|Show me|I need|Bring up] [the|all] [vulnerabilities|known flaws|CVEs] {scope} {with}.',
    '[What|Which] [vulnerabilities|flaws|holes] {scope} are known {with}?',
    '[Could you|Can you] [search|check the list of|dig up] [vulnerabilities|CVEs] {scope} {with}?',
    '[Somebody asks about|I worry about|Management wants] [vulnerabilities|flaws] {scope} {with}. [Find them|Please search|What is there].',
  ],
  'open.alerts': [
    '[Please list|Show me|I need|Pull] [the|all] [alerts|detections] {scope} {with}.',
    '[What|Which] [alerts|detections|alarms] were there {scope} {with}?',
    '[Could you|Can you] [fetch|gather|look through] the [alerts|alarms] {scope} {with}?',
    '[I am looking into|My shift starts with|We must go through] alerts {scope} {with}, [so get them|please find them|show them].',
  ],
  'open.tickets': [
    '[Please list|Show me|I need|Open] [the|all] [tickets|requests|cases] {scope} {with}.',
    '[What|Which] [tickets|cases] are there {scope} {with}?',
    '[Could you|Can you] [search|find|collect] the [tickets|requests] {scope} {with}?',
    '[Let us talk about|I have to report on|It is time for] [tickets|the cases] {scope} {with}: [what is there|please search|find them].',
  ],

  'with.hosts.team': ['[run by|owned by|in the care of|that belong to] {v}'],
  'with.hosts.environment': ['[in the {v} environment|tagged {v}|that count as {v}]'],
  'with.hosts.exposed': ['[facing the internet|reachable from the internet|exposed to the internet]'],
  'with.hosts.unmanaged': ['[without the monitoring agent|lacking our agent|with no agent installed]'],
  'with.hosts.unencrypted': [
    '[without disk encryption|with unencrypted disks|whose disks are not encrypted]',
  ],
  'with.hosts.critical': [
    '[of criticality {v} or more|with a criticality of at least {v}|rated {v} or higher]',
  ],
  'with.hosts.product': ['[running {v}|with {v} installed|that use {v}]'],
  'with.hosts.stale': [
    '[last patched on {v} or before|not patched after {v}|whose last patch is no later than {v}]',
  ],
  'with.vulnerabilities.severity': ['[of severity {v}|graded {v}|in class {v}]'],
  'with.vulnerabilities.score': [
    '[with a CVSS of {v} or more|scoring at least {v}|with a score from {v} upwards]',
  ],
  'with.vulnerabilities.exploited': [
    '[already exploited|under attack in the wild|that attackers use already]',
  ],
  'with.vulnerabilities.patched': ['[with a patch out|that have a patch|for which a fix is available]'],
  'with.vulnerabilities.remote': ['[usable over the network|that work remotely|with a remote vector]'],
  'with.vulnerabilities.weakness': ['[of kind {v}|that fall under {v}|filed under {v}]'],
  'with.vulnerabilities.recent': ['[published since {v}|that came out on {v} or later|not older than {v}]'],
  'with.alerts.severity': ['[of severity {v}|graded {v}|marked {v}]'],
  'with.alerts.rule': ['[from rule {v}|that {v} has raised|triggered by {v}]'],
  'with.alerts.open': ['[that are still open|not closed yet|in state open]'],
  'with.alerts.unassigned': ['[that nobody works on|assigned to no one|without an assignee]'],
  'with.alerts.busy': ['[with {v} events or more|of at least {v} events|counting {v} events and up]'],
  'with.alerts.late': [
    '[raised at {v} or later in the day|after {v} in the evening hours|not before {v} of the day]',
  ],
  'with.tickets.team': ['[for {v}|assigned to {v}|in the queue of {v}]'],
  'with.tickets.kind': ['[of kind {v}|in category {v}|filed as {v}]'],
  'with.tickets.priority': ['[with priority {v}|ranked {v}|at level {v}]'],
  'with.tickets.open': ['[that are still open|not closed yet|nobody has closed]'],
  'with.tickets.escalated': ['[that were escalated|under escalation|somebody has escalated]'],
  'with.tickets.unapproved': ['[without approval|not approved yet|lacking approval]'],
  'with.tickets.due': ['[due by {v}|due on {v} or earlier|with a deadline no later than {v}]'],
  'with.tickets.recent': ['[opened since {v}|filed on {v} or later|not older than {v}]'],

  'drop.hosts.team': ['the team'],
  'drop.hosts.environment': ['the environment'],
  'drop.hosts.exposed': ['the internet exposure'],
  'drop.hosts.unmanaged': ['the missing agent'],
  'drop.hosts.unencrypted': ['the encryption'],
  'drop.hosts.critical': ['the criticality'],
  'drop.hosts.product': ['the product'],
  'drop.hosts.stale': ['the patch date'],
  'drop.vulnerabilities.severity': ['the severity'],
  'drop.vulnerabilities.score': ['the score'],
  'drop.vulnerabilities.exploited': ['the exploitation'],
  'drop.vulnerabilities.patched': ['the patch'],
  'drop.vulnerabilities.remote': ['the network vector'],
  'drop.vulnerabilities.weakness': ['the weakness'],
  'drop.vulnerabilities.recent': ['the publication date'],
  'drop.alerts.severity': ['the severity'],
  'drop.alerts.rule': ['the rule'],
  'drop.alerts.open': ['the state'],
  'drop.alerts.unassigned': ['the assignment'],
  'drop.alerts.busy': ['the number of events'],
  'drop.alerts.late': ['the time of day'],
  'drop.tickets.team': ['the team'],
  'drop.tickets.kind': ['the kind'],
  'drop.tickets.priority': ['the priority'],
  'drop.tickets.open': ['the state'],
  'drop.tickets.escalated': ['the escalation'],
  'drop.tickets.unapproved': ['the approval'],
  'drop.tickets.due': ['the deadline'],
  'drop.tickets.recent': ['the opening date'],

  refine: [
    '[Keep only|Narrow it down to|Reduce that to|Cut the list to] {those} {with}.',
    '[Of these|Out of that list|Among them], [I care for|I only want|show just] {those} {with}.',
    '[Leave me|I would rather see|Now just] {those} {with}[, please|, nothing else|].',
    '[Filter|Trim|Sift] that: only {those} {with}.',
    '[Too many|That is a long list|Still too broad]. [Take|Pick|Try] {those} {with}[, then|].',
  ],
  backtrack: [
    '[Forget|Never mind|Drop|Scrap] {dropped}; [take|I want|go for] {those} {with} instead.',
    '[Hm|On second thought|No, wait], {dropped} [does not matter|was a wrong turn|can go]. [Rather|Better] {those} {with}.',
    '[Go back one step|Undo that]: without {dropped}, but {those} {with}.',
  ],
  sort: [
    '[Sort|Order|Arrange|Rank] them {order}.',
    '[Put|List|Show] them {order}[, please|, would you|].',
    '[Can I have|I would like|Give me] that list {order}[?|, if possible.|.]',
  ],
  'order.hosts.criticality': ['[by criticality, highest first|with the most critical ones on top]'],
  'order.hosts.last_patched': ['[by last patch, oldest first|starting with the longest unpatched]'],
  'order.vulnerabilities.cvss': ['[by score, highest first|with the highest CVSS on top]'],
  'order.vulnerabilities.published': ['[by publication, newest first|with the latest ones on top]'],
  'order.alerts.events': ['[by number of events, most first|with the noisiest on top]'],
  'order.alerts.raised_on': ['[by day, newest first|with the latest ones on top]'],
  'order.tickets.due': ['[by deadline, nearest first|starting with those that are due first]'],
  'order.tickets.opened': ['[by age, oldest first|starting with the oldest]'],
  'order.pairs.cvss': ['[by score, highest first|with the worst score on top]'],

  'instead.site': [
    '[Sorry, wrong place|I mixed that up|Change of plan]: [it is|look at|I meant] {v} instead.',
    '[Actually|Hold on], [the same question for|do that for] {v} [instead|rather].',
  ],
  'instead.product': [
    '[Sorry, wrong product|I mixed that up|Change of plan]: [it is|look at|I meant] {v} instead.',
    '[Actually|Hold on], [the same question for|do that for] {v} [instead|rather].',
  ],
  'also.site': [
    '[Also|In addition|And then] [the same|that list] for {v}.',
    '[How about|What about|And] {v}, [same question|same conditions]?',
  ],
  'also.product': [
    '[Also|In addition|And then] [the same|that list] for {v}.',
    '[How about|What about|And] {v}, [same question|same conditions]?',
  ],
  span: [
    '[Only|Just] the {v} days from {since} on, [please|not later ones|that is enough].',
    '[Limit that|Cut it|Restrict the search] to {v} days after {since}.',
    '[No, not until today|I need less]: {since} and the {v} days that follow.',
  ],
  pairs: [
    '[Which of these hosts are affected|Match the hosts with these vulnerabilities|Who is hit by what], [host by host|grouped by host]?',
    '[Now bring both lists together|Cross the two lists]: [which hosts have which of these flaws|what does each host suffer from]?',
  ],
  'pairs.by-vulnerability': [
    '[Cross both lists|Match hosts and flaws], [grouped by vulnerability|one vulnerability after the other].',
    '[For each vulnerability|Per CVE], [which of those hosts have it|tell me the hosts that it hits].',
  ],

  'noop.hosts': [
    '[Can you|Could you|Please] [reboot them tonight|take the first one off the network|call the owner of the first one|order new disks for them].',
    '[Who signed off on|What did we pay for|How warm is the room of] these machines?',
  ],
  'noop.vulnerabilities': [
    '[Can you|Could you|Please] [write an exploit for the first|phone the vendor|translate the advisory|install the fixes yourself].',
    '[Who found|What does the vendor say about|Is there a talk about] the first one?',
  ],
  'noop.alerts': [
    '[Can you|Could you|Please] [silence the first one|wake the person on call|block the sender|play the recording].',
    '[Who was on shift|Was the coffee machine to blame|Did anybody laugh] when that came in?',
  ],
  'noop.tickets': [
    '[Can you|Could you|Please] [close the first one|write a polite reply|hand them all to me|raise the priority of the last].',
    '[How long does lunch take|Who is the boss|What is the mood] in that team?',
  ],
  farewell: [
    '[Thanks|Thank you|Many thanks], [that is all|that will do|I have what I need].',
    '[Perfect|Great|Fine], [no more questions|we are done|I am off to my meeting].',
  ],

  'story.patch-night': [
    '[Tonight is patch night|The maintenance window opens tonight], so [time is short|I prepare the list|bear with me].',
  ],
  'story.audit': [
    '[The auditors come on Monday|An audit is due], and [I have to show numbers|they want lists|nothing may be missing].',
  ],
  'story.phishing': [
    '[There was a wave of phishing mails|Somebody clicked on a bad link], [so we check everything|and now we look around].',
  ],
  'story.merger': [
    '[We take over another company|After the merger], [its systems become ours|everything has to be looked at anew].',
  ],
  'story.newcomer': [
    '[It is my first week|I am new on the desk], so [please be patient|I may ask silly things].',
  ],
  'story.rumour': [
    '[There is a rumour of a leak|The press asks about a leak], [probably nothing|and I want to be sure].',
  ],
  'story.report': [
    '[The quarterly report is due|I write the report for the board], and [the figures are missing|this part is still empty].',
  ],
  'story.exercise': ['[We run an exercise|This is a drill], [no real incident|so take it seriously anyway].'],

  'lead.brisk': ['Right.', 'Quick one.', 'Next.', 'Fast please.'],
  'lead.formal': ['Good day to you.', 'If I may.', 'With your permission.', 'Kindly assist.'],
  'lead.chatty': ['You know how it is.', 'What a morning.', 'So here I am again.', 'My colleague sent me.'],
  'lead.unsure': ['I am not sure how to put it.', 'Maybe this makes no sense.', 'Let me think.', 'Hm.'],
  'lead.worried': ['This makes me nervous.', 'I do not like this.', 'We have to hurry.', 'It looks bad.'],
  'tail.brisk': ['Go.', 'Thanks.', 'Now.'],
  'tail.formal': ['I am obliged.', 'My thanks in advance.', 'That would be appreciated.'],
  'tail.chatty': ['No pressure, of course.', 'You are a treasure.', 'Then I get a coffee.'],
  'tail.unsure': ['I think.', 'Or so I believe.', 'If that is possible at all.'],
  'tail.worried': ['The sooner the better.', 'Please do not leave anything out.', 'I hope it is nothing.'],
}
