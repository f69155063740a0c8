/** What the assistant says. It claims no results and names nothing that the user has not named. */
export const assistantWordings = {
  'assistant.open': [
    '[Hello|Hi|Hi there|Good day|Welcome|Hey there][!|.] [How can I help you|How may I assist you|How can I be of help|How can I help][ today| with your travels| with your trip|]?',
    '[Welcome back|Welcome aboard|Nice to meet you|Greetings]! [What are you planning|Where shall we begin|What do you have in mind|What trip is on your mind]?',
    "[Hi|Hello], I'm your [travel assistant|travel planner|trip helper]. [Tell me what you need.|What are you looking for?|How can I be useful today?|What's the plan?]",
    '[Travel desk here|This is your travel desk|You have reached travel planning], [how can I help|what can I arrange|what would you like to plan]?',
    "[Thanks for getting in touch|Glad you're here|Good to see you]. [What would you like to organize|What should we look at first|Which part of your trip shall we plan]?",
  ],
  'assistant.next': [
    "[Sure|Of course|Certainly|Absolutely|No problem], [I'll take care of that|I'm on it|let me handle that|leave it with me]. [Anything else|What else matters to you|Is there more I should know|Shall we fine-tune anything]?",
    "[Got it|Noted|Understood|Right]. [Do you have any other wishes?|Would you like to adjust something?|What's next?|Tell me if something should change.|How would you like to go on?]",
    '[Happy to do that|With pleasure|Gladly|Consider it done]. [Let me know|Just say] [if you want to narrow things down|how to continue|what else you need|if anything is missing].',
    "[Okay|All right|Very good], [working on it|I'm looking into it|I have made a note|that's clear]. [Any preferences|Any further wishes|More to add|Something else on your list]?",
    '[That makes sense|Good idea|Fair enough|I see]. [Anything you would like to change|What should I keep in mind|Is there a detail I should watch|Which detail comes next]?',
    '[Thanks for telling me|Thanks for the details|Good to know|Thank you]. [How shall we proceed|Where do we go from here|What would you like to look at now|What else can I do]?',
    "[I'll go through what fits|I'll sort this out|Let me work through that|I'll see to it]. [Feel free to add more.|Please tell me what else counts.|Do you want me to consider anything else?]",
    "[Let's do that|That can be arranged|I can work with that|Fine by me]. [Should I look at something else, too|What other points are there|And then|Is that all for now]?",
  ],
  'assistant.noop': [
    "[I'm afraid|Unfortunately|Sadly|Sorry, but] [that is something I can't arrange from here|this is beyond what I can set|the property or carrier decides that|I have no way to filter by that]. [Anything else|What else can I do|Shall we look at something else]?",
    "[I'll keep it in mind|I'll make a note of it|Noted], [though it won't change the search|but it has no effect on the options]. [How do you want to go on|What's next|Any other wishes]?",
    "[You're welcome|My pleasure|Don't mention it|Any time]. [Is there anything left to plan|What would you like to do now|Where to from here]?",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>
