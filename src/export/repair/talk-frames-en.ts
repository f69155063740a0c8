import type { TalkFrames } from './talk-frame.js'

const WAIT = 'asks to wait; nothing is to be looked up yet'
const LEAVE = 'says that nothing is to be done'
const THANKS = 'says thanks; there is nothing left to do'
const SPELLING = 'asks about how it is written, not about what it stands for'
const OPINION = 'asks for an opinion'
const LANGUAGE = 'asks about language'
const CONCEPT = 'asks for a concept that takes no data'
const ADVICE = 'asks for advice that takes no data'
const TEXT = 'asks for a text, not for data'
const EXPLAIN = 'asks what a command means; nothing is to be run'

export const englishFrames: TalkFrames = {
  any: [
    {
      text: 'Please keep {x} in mind, I will come back to it after lunch.',
      why: WAIT,
      answers: [
        'Of course. Tell me when you want to go on, and we start with {x}.',
        'Noted for this conversation. Just say the word once you are back.',
      ],
    },
    {
      text: 'I typed {x} into the wrong window, sorry. Ignore it.',
      why: LEAVE,
      answers: [
        'No problem, I will leave it alone. What did you want to write instead?',
        'That happens to everybody. Nothing was done with it.',
      ],
    },
    {
      text: 'Did I spell {x} the way such things are usually spelled?',
      why: SPELLING,
      answers: [
        'It reads well to me: the parts stand in the usual order. Whether it exists is another question.',
        'Yes, written like that nobody will stumble over it. Keep the same spelling everywhere.',
      ],
    },
    {
      text: 'May {x} stand in quotation marks in the middle of a sentence?',
      why: LANGUAGE,
      answers: [
        'Yes. Quotation marks show that it is cited as it stands, so nobody takes the next full stop for a part of it.',
        'It may, and it helps readers to see where it begins and where it ends.',
      ],
    },
    {
      text: 'The ticket about {x} was closed this morning, you need not do anything.',
      why: LEAVE,
      answers: [
        'Good to hear that it is done. I will not touch it; enjoy the rest of the day.',
        'Then I leave it closed. Write one line into it about what helped, for whoever comes next.',
      ],
    },
    {
      text: 'Which reads better in a mail: {x} right at the start, or further down?',
      why: OPINION,
      answers: [
        'Further down. Say first why you write, then name it once the reader knows what it is about.',
        'At the start only if the reader waits for it; otherwise begin with what you need from them.',
      ],
    },
    {
      text: 'I have to say {x} in front of thirty people tomorrow. Any advice?',
      why: ADVICE,
      answers: [
        'Say it slowly and in groups, look up between them, and show it on a slide as well.',
        'Practise it aloud three times tonight. On stage, pause before it and after it.',
      ],
    },
    {
      text: 'Invent a headline for our newsletter with {x} in it.',
      why: TEXT,
      answers: [
        'How about “What {x} taught us about writing things down”?',
        '“{x} and the long Tuesday that followed” would make people read on.',
      ],
    },
    {
      text: 'Why does everybody go quiet when somebody says {x} in the kitchen?',
      why: CONCEPT,
      answers: [
        'A bare name without context sounds like trouble. One sentence about what is known calms most people.',
        'Probably because nobody wants to be the one who has to deal with it. Asking openly helps.',
      ],
    },
    {
      text: 'All that my notebook says is “{x}”. How do I take notes that I understand later?',
      why: ADVICE,
      answers: [
        'Write three things beside each name: where it came from, why it mattered, and what comes next.',
        'Use whole sentences, put the date at the top, and read them once more in the evening.',
      ],
    },
    {
      text: 'You were a great help with {x}, I owe you a coffee!',
      why: THANKS,
      answers: [
        'You are welcome, I am glad that it worked out. Drink the coffee for both of us.',
        'That is kind of you. Come back whenever something else is unclear.',
      ],
    },
    {
      text: 'Look into {x} only if I ask again; for the moment tell me how a good report begins.',
      why: WAIT,
      answers: [
        'Agreed, I wait for that. A good report begins with its result in one sentence, then says how it was found.',
        'I leave it until you ask. Begin a report with what the reader should do, and give the reasons after it.',
      ],
    },
    {
      text: 'My daughter wants to know why grown-ups give names like {x} to things. What do I tell her?',
      why: CONCEPT,
      answers: [
        'Tell her that there are too many things for nice names, so they get a label, like a coat in a cloakroom.',
        'Say that a name like that is short, belongs to one thing only, and is hard to confuse with another.',
      ],
    },
    {
      text: 'Should I write {x} on the whiteboard with a black pen or a red one?',
      why: OPINION,
      answers: [
        'Black, so that it can be read from the back row. Keep red for what is urgent.',
        'Take the black one for the name itself and underline it in red if it matters most.',
      ],
    },
  ],
  cve: [
    {
      text: 'What do the three letters at the front of {x} stand for?',
      why: CONCEPT,
      answers: [
        'They stand for Common Vulnerabilities and Exposures, a public list that gives every known weakness one number.',
        'Common Vulnerabilities and Exposures: a shared list, so that everybody speaks about the same weakness.',
      ],
    },
    {
      text: 'Does the year inside {x} tell when the flaw was found, or when the number was handed out?',
      why: CONCEPT,
      answers: [
        'When the number was reserved or the flaw made public, which need not be the year in which it was found.',
        'It belongs to the number rather than to the discovery, so the flaw itself can be older.',
      ],
    },
    {
      text: 'Can two different flaws share one number, {x} for instance?',
      why: CONCEPT,
      answers: [
        'No, a number is meant for one weakness. Where two were mixed up, the entry is split.',
        'They should not: one weakness, one number. Mistakes are corrected by splitting or rejecting an entry.',
      ],
    },
    {
      text: 'Are the last digits of {x} a measure of how bad it is?',
      why: SPELLING,
      answers: [
        'No, the digits only count entries. How severe a flaw is stands in its score.',
        'They are a running number and nothing more; severity is judged separately.',
      ],
    },
    {
      text: 'How do I explain to my manager, in one sentence, what kind of thing {x} is?',
      why: ADVICE,
      answers: [
        'Say that it is the public name of one known weakness in a product, so that all mean the same thing.',
        'Call it a label for a publicly known security hole, like a file number at court.',
      ],
    },
  ],
  indicator: [
    {
      text: 'Is it polite to put {x} into a mail as plain text?',
      why: OPINION,
      answers: [
        'It is common, but many teams write such things with brackets around the dots so that nobody clicks on them.',
        'Better make it harmless first, with brackets or as an image, and warn the reader in the line above.',
      ],
    },
    {
      text: 'In what kind of file would you keep a list of entries such as {x}?',
      why: CONCEPT,
      answers: [
        'A plain text or CSV file with one entry a line does it; add a column for the date and one for the origin.',
        'Keep it simple: one line each, sorted, under version control, with a comment on where it came from.',
      ],
    },
    {
      text: '{x} stands on our own allow list, leave it in peace. What are allow lists for?',
      why: LEAVE,
      answers: [
        'They name what is known to be fine, so that checks and alarms pass over it. I leave this one alone.',
        'They keep known good things from raising alarms again and again. I will not look at this one.',
      ],
    },
    {
      text: 'Do values like {x} grow old, in general?',
      why: CONCEPT,
      answers: [
        'Addresses and names change hands, so an old entry can point at somebody innocent. Hashes stay what they are.',
        'Most do. Give every entry a date, and drop or check again what is older than a few months.',
      ],
    },
    {
      text: 'What heading would you give a column that holds things like {x}?',
      why: OPINION,
      answers: [
        'Something short and plain, such as “indicator”, with a second column for its type.',
        'I would call it “value” and put the kind of value into the column before it.',
      ],
    },
  ],
  shell: [
    {
      text: 'A tutorial shows `{x}`. Put into words how one reads such a line, without running it.',
      why: EXPLAIN,
      answers: [
        'Read it from left to right: first the program, then its options, then what it works on. Nothing is run.',
        'The first word names the program, words with a dash change how it works, the rest says on what. I only explain it.',
      ],
    },
    {
      text: 'Would you paste `{x}` from a forum into a terminal?',
      why: OPINION,
      answers: [
        'Not before I could explain every word of it. Look up each option in the manual page first.',
        'Only on a machine that may break, and only after reading what each part does.',
      ],
    },
    {
      text: 'My brother taught me `{x}` years ago, and it still makes me smile.',
      why: 'tells something and asks for nothing',
      answers: [
        'What a nice memory. Small tricks that somebody shows us stay with us longer than any manual.',
        'Then it has a good story behind it. Perhaps it is your turn to teach somebody one of yours.',
      ],
    },
    {
      text: "Please don't start `{x}`, this machine is in production.",
      why: LEAVE,
      answers: [
        'Understood, I leave it alone. On a production machine such things are better tried elsewhere first.',
        'Nothing will be started. Tell me if you want to plan it for a quieter hour.',
      ],
    },
    {
      text: '`{x}` has already finished on my side, everything is fine.',
      why: THANKS,
      answers: [
        'Good, then there is nothing left to do here. Keep a note of when it ran.',
        'Glad to hear it. Let me know if something looks odd later.',
      ],
    },
    {
      text: 'How would you set `{x}` in a book, in italics or in a fixed-width face?',
      why: LANGUAGE,
      answers: [
        'In a fixed-width face: readers see at once that it is typed as it stands, spaces included.',
        'Fixed-width without quotation marks, so that nobody types the marks as well.',
      ],
    },
    {
      text: 'Is `{x}` something that one should know by heart for an exam?',
      why: OPINION,
      answers: [
        'Know what it is for and where its options are described; the exact letters can be looked up.',
        'It does no harm, but understanding what each part does is worth more than reciting it.',
      ],
    },
  ],
}
