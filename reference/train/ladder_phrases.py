"""What people ask in the ladder set. `[a|b]` is a choice, `{cve}` an entity of that kind.

None of it stands in novel.jsonl or no-call.jsonl, which were written apart.
"""

CALLS: dict[str, list[str]] = {
    "get_cve": [
        "[What is|What's] {cve}[| about]?",
        "[Show|Give|Get|Fetch|Find] [me |]the [details|description|record|entry|severity|score|summary] [of|for|on] {cve}[|, please].",
        "[Tell me|Let me know] [more |all |everything |]about {cve}.",
        "[Look up|Pull up|Open|Query|Search] {cve}[| for me| in the database| right now].",
        "How [severe|bad|serious|critical|dangerous] is {cve}?",
        "Which [products|versions|systems|software] [are affected by|does] {cve}[| affect]?",
        "[I need|We need|I want|Send me] [details|information|facts|the advisory|a summary] [on|about|for] {cve}.",
        "[Describe|Summarise|Explain] {cve}[| for the report| in short].",
        "[What does|What do we know about] {cve}[| do]?",
        "[Details|Severity|Score|Info|Advisory] [of|for|on] {cve}[?|, please|.]",
        "{cve}: [details|severity|what is it|score][?|.|, please.]",
        "[Our scanner reports|The report lists|The scan found|There is] {cve}. [What is it|How bad is it|Give me the details|Look it up].",
        "[When was|What is the score of|What is the CVSS of|What is the impact of|Which component has] {cve}[| published]?",
        "[I read about|I saw|Someone mentioned] {cve}[,|.] [what is it|look it up|tell me more]?",
    ],
    "is_exploited": [
        "Is {cve} [exploited|being exploited|actively exploited|used by attackers|exploited in the wild|under attack]?",
        "[Has|Was] {cve} [been |ever been |]exploited[| in the wild| by anyone]?",
        "[Do|Are] [attackers|criminals|hackers|ransomware gangs] [use|using|exploit|exploiting] {cve}?",
        "[Check|Tell me|Find out|See|Verify] [if|whether] {cve} is [exploited|actively exploited|used in attacks|in KEV|abused].",
        "[Is there|Do we see|Are there signs of] [active |known |]exploitation of {cve}?",
        "Is {cve} [in|on|part of] [KEV|the KEV list|the list of exploited flaws|the exploited list]?",
        "[Any|Known] [exploitation|attacks|abuse] [of|with|through] {cve}?",
        "[Exploitation|Exploit] status of {cve}[?|, please.|.]",
        "{cve}: [exploited|in KEV|any attacks|abused in the wild]?",
        "[We run a system with|The scan found|I worry about] {cve}. [Is it exploited|Do attackers use it|Is it in KEV]?",
        "[Who|Does anyone] [exploits|exploit|abuses|abuse] {cve}[| in the wild]?",
        "[I need to know|We must know|Let me know] [if|whether] [attackers use|anyone exploits|hackers abuse] {cve}.",
    ],
    "check_ip": [
        "Is {ip} [malicious|bad|dangerous|suspicious|clean|safe|on a blocklist|a known attacker|trustworthy]?",
        "[Check|Verify|Look up|Rate|Test] [the reputation of |the address |]{ip}[| for me|, please].",
        "[What is|What's|Get|Show|Give me] the [reputation|rating|threat score] [of|for] {ip}[?|.]",
        "[Reputation|Rating|Threat score] of {ip}[?|, please.|.]",
        "[Has|Was] {ip} [been |ever |][reported|seen in attacks|blacklisted|flagged]?",
        "[Can|Should] [I|we] trust {ip}?",
        "[The firewall|Our log|The proxy|A sensor] [shows|logged|reports|blocked] {ip}. [Is it bad|Check it|Is it malicious|What is its reputation]?",
        "[Do|Does] [we|anyone] [have|know] anything bad about {ip}?",
        "[Tell me|Find out|See] [if|whether] {ip} is [malicious|bad|known|clean|dangerous].",
        "{ip}: [good or bad|malicious|reputation|clean]?",
        "[Someone|A user] [logged in|connected] from {ip}. [Check it|Is that address bad|Reputation].",
        "[I see|We got|There is] traffic from {ip}[.|,] [is it malicious|check the reputation|is it bad]?",
    ],
    "whois": [
        "[Who|Which company|Whom] [owns|registered|runs|holds|is behind] {domain}?",
        "[Whois|whois|WHOIS] {domain}[|, please|.]",
        "[Find|Show|Get|Give me|Tell me|Look up] the [owner|registrant|registration|registrar|holder] [of|for] {domain}.",
        "[Who is|Who's] the [owner|registrant|holder] of {domain}?",
        "[When was|Where was|By whom was] {domain} registered?",
        "[Owner|Registrant|Registration|Registrar] of {domain}[?|, please.|.]",
        "[Look up|Check|Query] {domain}[| in whois| for its owner| and tell me who owns it].",
        "[To whom does|Does anyone know to whom] {domain} [belong|belongs]?",
        "[Run|Do|Make] a whois [on|for|of] {domain}[|, please].",
        "[A mail|A link|This mail] [came from|points to] {domain}. [Who owns it|Who is behind it|Find the owner].",
        "{domain}: [who owns it|owner|registered by whom|whois][?|.]",
        "[I want|We need|I need] [to know who owns|the owner of|whois data for] {domain}.",
        "[Is|Since when is] {domain} registered[| to anyone]?",
    ],
    "scan_port": [
        "Is port {port} [open|reachable|closed|listening|exposed] [on|at] {ip}?",
        "[Scan|Probe|Check|Test|Try] port {port} [on|of|at] {ip}[|, please].",
        "[Does|Can] {ip} [listen|answer|accept connections] on port {port}?",
        "[Check|See|Tell me|Find out] [if|whether] {ip} [has port {port} open|listens on {port}|answers on port {port}].",
        "[Can|Could] [I|we|anyone] [reach|connect to] {ip} [on|at|over] port {port}?",
        "[On|At] {ip}, is port {port} open?",
        "[Scan|Probe] {ip} [on|at|for] port {port}.",
        "{ip} port {port}: [open or closed|open|reachable]?",
        "[Something|A service] should [run|listen] on {ip}:{port}. [Is it open|Is it up|Check the port].",
        "Is {ip}:{port} [open|reachable|up|listening]?",
        "[I need|We need] to know [if|whether] port {port} is open [on|at] {ip}.",
        "[Port|State of port] {port} on {ip}[?|, please.|.]",
    ],
    "track_order": [
        "[Where is|Where's|What about] [my |the |our |]order {order}?",
        "[Track|Follow|Trace|Locate|Find] [my |the |]order {order}[|, please| for me].",
        "[What is|What's|Show|Give me|Get|Tell me] the [state|status|progress] of order {order}[?|.]",
        "[Has|Was] order {order} [shipped|been shipped|been sent|delivered|left the warehouse]?",
        "[When will|When does] order {order} [arrive|come|get here|ship]?",
        "[Status|State|Tracking] of order {order}[?|, please.|.]",
        "[Is|Did] order {order} [late|on its way|shipped|arrive|still open|leave]?",
        "[I am waiting|We still wait|A customer waits|My client waits] for order {order}. [Where is it|Track it|What is its status|When does it come]?",
        "[Check|Look up|Open|Query] order {order}[|, please| for a customer].",
        "Order {order}: [where is it|status|shipped yet|any news]?",
        "[I want|We need|I need] [to know where order {order} is|the status of order {order}|news about order {order}].",
        "[Tell me|Let me know|See] [if|whether] order {order} [shipped|has left|was delivered|is late].",
        "[How far|How long until] is order {order}[| here]?",
    ],
}
BEFORE = [
    "",
    "",
    "",
    "",
    "",
    "",
    "Please: ",
    "Hi! ",
    "Hello, ",
    "Hey. ",
    "Quick question: ",
    "Good morning. ",
    "For the audit: ",
    "Urgent: ",
    "Next: ",
    "OK. ",
    "Could you help? ",
    "One more: ",
    "Team, ",
    "Can you do this: ",
]
AFTER = [
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    " Thanks.",
    " Thank you!",
    " It is urgent.",
    " I need it today.",
    " My boss asks.",
    " Be quick.",
]
JOINTS = [" Also: ", " And: ", " Then: ", " Second: "]
# Two calls of one tool in one sentence; `{a}` and `{b}` are entities of one kind.
PAIRS: list[tuple[str, str, list[str]]] = [
    (
        "get_cve",
        "cve",
        [
            "[Look up|Show me|Open|Describe] {a} and {b}.",
            "[Details|Severity] of {a} and of {b}[?|.]",
            "What are {a} and {b}?",
        ],
    ),
    (
        "is_exploited",
        "cve",
        ["Are {a} and {b} [exploited|in KEV|used by attackers]?", "[Is|Check if] {a} or {b} [is |]exploited[?|.]"],
    ),
    (
        "check_ip",
        "ip",
        [
            "[Check|Rate|Verify] {a} and {b}.",
            "Are {a} and {b} [bad|malicious|clean]?",
            "Reputation of {a} and {b}[?|.]",
        ],
    ),
    ("whois", "domain", ["Who owns {a} and {b}?", "Whois {a} and {b}[.|]", "[Find|Show] the owners of {a} and {b}."]),
    (
        "track_order",
        "order",
        [
            "Where are orders {a} and {b}?",
            "[Track|Check|Find] orders {a} and {b}.",
            "Status of orders {a} and {b}[?|.]",
        ],
    ),
]

# What is said where no call is right, with the answer: talk, questions that need no look-up, tasks that no tool does.
TALK: list[tuple[list[str], str]] = [
    (
        ["[Hi|Hello|Hey|Good morning|Good evening|Hi there][!|.|, assistant.|]", "[Hello|Hi] [again|everyone|friend]!"],
        "Hello! What would you like me to look into today?",
    ),
    (
        [
            "[Thanks|Thank you|Many thanks|Cheers][!|.| a lot.| for your help.| very much!]",
            "[That|This] [was|is] [very |]helpful[, thanks|].",
            "[Great|Good|Nice] [work|job][!|, thank you.]",
        ],
        "You are welcome, I am glad that it helped.",
    ),
    (
        ["[Bye|Goodbye|See you|Good night|Until tomorrow][!|.| and thanks.]", "[That is|That's] all for [today|now]."],
        "Goodbye, and have a quiet and safe day.",
    ),
    (
        [
            "How are you[| today| doing]?",
            "How [is it going|was your day|do you feel]?",
            "[All well|Everything fine][| with you]?",
        ],
        "I am well, thank you, and ready to help.",
    ),
    (
        ["[Tell|Give] me a joke[|, please].", "[Make me laugh|Say something funny|Do you know a joke][.|?]"],
        "Why did the packet cross the network? To reach the other side.",
    ),
    (
        [
            "[Who|What] are you?",
            "What can you do[| for me]?",
            "[Are|Were] you [a robot|a person|human|an AI]?",
            "What is your name?",
        ],
        "I am a small assistant that looks things up with a few tools.",
    ),
    (
        [
            "[What is|What's|Explain] [a|the meaning of] CVE[| in general]?",
            "What does CVE [stand for|mean]?",
            "Why do [flaws|bugs] have CVE [numbers|ids]?",
        ],
        "A CVE id is the public name of one known flaw in software.",
    ),
    (
        [
            "[What is|Explain] [DNS|a domain|whois data|a registrar]?",
            "How [does|do] [DNS|domains|registration] work?",
            "Why [are|do] domains [registered|expire]?",
        ],
        "A domain is a name that people register and that DNS turns into addresses.",
    ),
    (
        [
            "[What is|Explain] an IP address?",
            "How do [addresses|IP addresses|blocklists] work?",
            "[What does|How is] reputation [mean|measured]?",
            "What is a private address?",
        ],
        "An IP address is the number by which a machine is reached in a network.",
    ),
    (
        [
            "[What is|Explain] a [port|port scan|firewall]?",
            "How does a [port scan|firewall|scanner] work?",
            "Why are [there ports|ports closed|open ports bad]?",
        ],
        "A port is a numbered door behind which one service of a machine listens.",
    ),
    (
        [
            "How [long|fast] does [delivery|shipping|an order] [usually |]take?",
            "[What is|Explain] your [return|delivery] policy?",
            "How do I [return|place|pay for] an order?",
        ],
        "Most orders need a few days from the warehouse to the door.",
    ),
    (
        [
            "[Why|How] [should I|do people|do we] [use|choose|store] [strong |]passwords?",
            "[What is|Is] a password manager[| good]?",
            "How do I [choose|make] a good password?",
        ],
        "A long password that is used for one thing only keeps guessers out.",
    ),
    (
        [
            "[What is|Explain|How do I notice|How does] [phishing|a phishing mail|ransomware|malware|a botnet][| work]?",
            "Why do people fall for phishing?",
        ],
        "Phishing is a message that pretends to come from someone whom you trust.",
    ),
    (
        [
            "[What is|What's] [two|three|four|five|8|12] [plus|and|times] [five|six|seven|3|9]?",
            "[Can you count|Count] to ten.",
            "Is [seven|eleven|13] a prime[ number|]?",
        ],
        "I would rather leave sums to a calculator, it never errs.",
    ),
    (
        [
            "[What is|Name] the capital of [Peru|France|Japan|Kenya|Norway]?",
            "[Name|List] three [fruits|rivers|colours|birds].",
            "[Who wrote|Have you read] [Hamlet|Faust|Emma]?",
        ],
        "That is not what I know best, an encyclopedia will tell you.",
    ),
    (
        [
            "[Translate|Say|Write] [this|hello|good night|cheese] in [Spanish|German|French].",
            "[Write|Compose|Draft] [a poem|a letter|an essay|a mail|a song][| about {word}].",
            "[Play|Find|Recommend] [some music|a film|a book|a recipe][| with {word}].",
        ],
        "I am sorry, none of my tools can do that for you.",
    ),
    (
        [
            "[Book|Find|Reserve] a [flight|table|hotel|train][| to Lima| for two].",
            "[What is|How is] the weather[| in Oslo| today| tomorrow]?",
            "[Set|Start] [an alarm|a timer][| for six].",
            "[Turn|Switch] [on|off] the [light|radio|heating].",
            "[Call|Remind|Text] my [mother|boss|friend][| tomorrow].",
        ],
        "I am sorry, none of my tools can do that for you.",
    ),
    (
        [
            "[I am|I'm|We are] [tired|bored|happy|hungry|busy|late][| today|.]",
            "[It is|What] a [nice|long|hard|quiet] day[.|!]",
            "[I like|I love|Do you like] [coffee|tea|music|winter|{word}][.|?]",
        ],
        "That is good to know, tell me if I can help.",
    ),
]
# The same with an entity, `{it}`; `{kind}` is the word for it.
MENTIONS: list[tuple[list[str], str]] = [
    (
        [
            "[Thanks|Thank you][,|!] {it} [is|was] [fixed|done|solved|clear|handled][| now].",
            "[Good news|Great|Nice]: {it} is [fixed|done|closed|solved].",
            "[I|We] [already |][fixed|handled|solved|closed] {it}[| yesterday| last week][.|, thanks.]",
            "Thanks for [the help with|looking into|the answer on] {it}[.|!]",
            "{it} is [all good|done|settled|fine][ now|][, thank you|].",
        ],
        "You are welcome, then nothing more is to be done about {it}.",
    ),
    (
        [
            "[Do not|Don't|Never] [look up|check|scan|query|open|track|touch|run anything on] {it}[.|, please.|, just wait.|, only say hello.]",
            "[No need|There is no need] to [check|look up|track|query] {it}[.| any more.| again.]",
            "[Never mind|Forget|Skip|Ignore|Drop] {it}[.| for now.|, please.]",
            "[Stop|Wait|Hold on][.|,] [not|leave] {it}[| alone| yet].",
            "[Leave|Let] {it} [alone|be][.|, it is fine.]",
            "[Not|Do nothing about] {it}[ now| yet|].",
        ],
        "All right, I will leave {it} alone.",
    ),
    (
        [
            "[Write|Compose|Make|Sing] [a poem|a haiku|a song|a story|a joke] about {it}.",
            "[Draw|Paint] [me |]{it}.",
            "[Translate|Spell|Reverse|Rhyme] {it}[| in French| backwards].",
            "[Send|Mail|Forward] {it} to [my boss|the team|a friend].",
            "[Add|Put|Write] {it} [to|in|into] [my calendar|the notes|a file|the ticket].",
            "[Remind|Call] me about {it} [tomorrow|later|at noon].",
        ],
        "I am sorry, no tool of mine can do that with {it}.",
    ),
    (
        [
            "[Block|Delete|Patch|Buy|Sell|Cancel|Rename|Reboot|Hack|Attack|Register|Refund|Move|Restart|Fix|Print] {it}[|, please| now| for me].",
            "[Can you|Please] [block|delete|patch|cancel|fix|buy|attack|refund|rename] {it}[?|.]",
            "[Change|Edit|Remove|Install|Return] {it}[|, please| today].",
        ],
        "I am sorry, no tool of mine can do that with {it}.",
    ),
    (
        [
            "[What kind of|Which kind of] [thing|id|text|string|value] is {it}[| in general]?",
            "Is {it} [a CVE id or an address|a number or a name|an address or a domain|a word]?",
            "[In general|Without looking], what does [a text|an id|something] like {it} [mean|stand for]?",
            "How [do you|does one] [read|pronounce|say|write] {it}?",
            "[What do the parts of|What does the first part of] {it} [mean|stand for]?",
            "[Why|How come] [do ids|do names|do things] look like {it}?",
        ],
        "By its form {it} is {kind}.",
    ),
    (
        [
            "[I|We|My team|My boss|My friend] [talked|wrote|read|dreamt|heard|spoke|laughed] about {it}[| today| yesterday| last week].",
            "[I|We] [remember|know|like|hate|saw] {it}[.| well.| from last year.]",
            "{it} [was|is] [in the news|on my mind|in the minutes|a long story|boring|my favourite][| today].",
            "[Our meeting|The talk|The lesson|The article] [was|is] about {it}.",
            "[The report|The ticket|My note|The slide] [already |][names|mentions|lists|covers] {it}[.|, good.]",
        ],
        "I see, tell me if you want something to be found out about {it}.",
    ),
    (
        [
            "[Suppose|Imagine|Say] [someone|a user|I] [mentions|types|asks about] {it}. [What would you do|Which steps would you take|How would you answer]?",
            "[Without running anything|Just in words|In theory], [how would you|how does one|how could I] [look into|check|study|handle] {it}?",
            "[Only explain|Just explain|Explain], do not [run it|call it|look it up][,|:] how [one checks|people study|you would check] {it}.",
            "[Which|What] [tool|way|method] would you [use|choose|take] for {it}, [in theory|in words only|and why]?",
        ],
        "I would look into {it} with the tool that fits, once you ask me to.",
    ),
]
KINDS = {
    "cve": "the public name of a flaw",
    "ip": "the address of a machine",
    "domain": "a name in the domain system",
    "order": "a plain whole number",
}
# Words in no order, with an entity or without: nothing is asked.
LOOSE = """again almost always another around because before between blue book bread bring brother build carry chair children city
clean clear climb cloud cold colour corner country dance daughter deep dinner door dream dress early earth easy eight
evening every family farm fast father field finger fire fish floor flower food foot friend fruit full game glass gold
grass green ground hair hand happy hard head heart heavy high hill holiday horse hour house idea inside island kitchen
lake language large laugh lazy leaf learn letter light line lion little long loud lunch machine many market meal milk
minute money month moon morning mother mountain mouth move music narrow near neck night noise north nose ocean old
orange page paint paper part party pencil people picture piece plane plant plate play pocket poor pretty quick quiet
rain read red rich ride ring road roof room round salt sand school season seed seven shade sharp ship shirt shoe short
shoulder sing sister sky sleep slow small smile smooth snow soft song soup spoon spring square star stone story strange
street strong sugar summer sun sweet swim table tail tall teacher thick thin third tomorrow tooth town train travel tree
uncle under village voice wait walk wall warm wash water week wet white wide wild wind window wing winter wise wood word
work world yellow yesterday young""".split()
LOOSE_ANSWER = "I do not understand what you would like to know."
LOOSE_ANSWER_ABOUT = "I do not understand what you would like to know about {it}."

# What one who never calls says instead.
ADVICE = {
    "get_cve": "The tool get_cve would give the details of {0}.",
    "is_exploited": "The tool is_exploited would say whether attackers use {0}.",
    "check_ip": "The tool check_ip would tell the reputation of {0}.",
    "whois": "The tool whois would name the owner of {0}.",
    "scan_port": "The tool scan_port would try port {1} on {0}.",
    "track_order": "The tool track_order would know the state of order {0}.",
}
