import { Argument } from 'commander'
import type { CliCommand } from '../command.js'

/** `assay completion SHELL`: what a shell runs to complete words; it asks `assay complete`, which no user types. */
export const completionCommand: CliCommand = {
  register(program, context) {
    program
      .command('completion')
      .summary('complete commands, flags and values with the tab key')
      .description('Prints what a shell runs to complete commands, flags and values of assay.')
      .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
      .addHelpText('after', EXAMPLES)
      .action(async (shell: 'bash' | 'zsh' | 'fish' | 'powershell') => {
        const { completionScript } = await import('../../adapters/completion-script.js')
        context.print(completionScript(shell))
      })
    program
      .command('complete', { hidden: true })
      .argument('[words...]')
      .allowUnknownOption()
      .addHelpText('after', '\nExamples:\n  assay complete -- catalog im')
      .action(async (words: readonly string[]) => {
        const [{ completeWords, printedOffer }, { hostValues }] = await Promise.all([
          import('../completion/complete-words.js'),
          import('../completion/host-values.js'),
        ])
        context.print(printedOffer(await completeWords(program, words, hostValues(context.files))))
      })
  },
}

const EXAMPLES = `
Examples:
  assay completion fish > ~/.config/fish/completions/assay.fish
  source <(assay completion bash)                          # in ~/.bashrc
  source <(assay completion zsh)                           # in ~/.zshrc, after compinit
  assay completion powershell | Out-String | Invoke-Expression   # in $PROFILE`
