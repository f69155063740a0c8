import type { CliCommand } from '../command.js'
import { repeated, seconds } from '../options.js'
import type { DoctorFlags } from './doctor-run.js'

/** `assay doctor`: what is installed, what answers, and what to do about the rest. */
export const doctorCommand: CliCommand = {
  register(program, context) {
    program
      .command('doctor')
      .summary('what is installed, which servers answer, and what to do about the rest')
      .description(
        'Looks at this machine and changes nothing: Node, processor, folders, optional packages, names of keys, model servers, and with --queue a Redis. No key is sent or shown. Servers on other machines are asked only when a flag or a config that you name names them.',
      )
      .argument('[config]', 'a config whose subjects are to answer')
      .option(
        '--endpoint <url>',
        'a server that is to answer, e.g. http://localhost:8000/v1; repeatable',
        repeated,
      )
      .option('--queue <url>', 'a Redis or Valkey that is to answer, as for run --queue')
      .option('--need <package>', 'an optional package that is to be there; repeatable', repeated)
      .option('--runs <folder>', 'the folder that runs are to be written to', 'runs')
      .option('--timeout <seconds>', 'wait for each server', seconds, 2)
      .option('--json', 'print assay.doctor/1 and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (config: string | undefined, flags: DoctorFlags) => {
        const { runDoctor } = await import('./doctor-run.js')
        await runDoctor(config, flags, context)
      })
  },
}

const EXAMPLES = `
Exit code 1 when something that was named is missing: a server of --endpoint or of the config, the queue, a package of
--need, or the right to write runs.

Examples:
  assay doctor
  assay doctor assay.config.yaml
  assay doctor --endpoint http://localhost:8000/v1
  assay doctor --queue redis://localhost:6379
  assay doctor --need node-llama-cpp --json`
