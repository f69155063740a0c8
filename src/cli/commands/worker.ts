import { CATALOG_SPECS } from '../catalog/catalog-flags.js'
import type { CliCommand } from '../command.js'
import { repeated, wholeFrom } from '../options.js'
import type { WorkerFlags } from './worker-run.js'

/** `assay worker`: asks the questions that runs put into a queue. */
export const workerCommand: CliCommand = {
  register(program, context) {
    program
      .command('worker')
      .summary('ask the questions of runs that wait in a queue')
      .description(
        'Takes questions of `assay run --queue` out of a queue, asks the subjects, and sends the answers back. Start as many as wanted, on any number of hosts, before or after the runs. Keys stay on this host: a run only names the variables that hold them.',
      )
      .requiredOption(
        '--queue <address>',
        'redis://HOST:PORT, or rediss:// for TLS; the password in ASSAY_QUEUE_PASSWORD',
      )
      .option(
        '--subject <spec>',
        'trust this very spec: to start a program, read files, or take a key to its address; repeatable',
        repeated,
      )
      .option(
        '--folder <folder>',
        'let subjects read models and recordings in this folder; repeatable',
        repeated,
      )
      .option('--config <file>', 'config whose subjects are trusted, with their headers and options')
      .option('--items <path>', 'serve only runs of this benchmark, by its fingerprint; repeatable', repeated)
      .option('--catalog <source>', `serve only runs of this catalog: ${CATALOG_SPECS}; repeatable`, repeated)
      .option(
        '--concurrency <number>',
        'questions at once for each endpoint, at most',
        wholeFrom(1, 4096),
        32,
      )
      .option('--until-idle', 'end when nothing is left to do; without it the worker stays')
      .option('--json', 'print what was done as JSON (assay.worker/1) and nothing else')
      .option('--quiet', 'no messages on stderr')
      .addHelpText('after', EXAMPLES)
      .action(async (flags: WorkerFlags) => {
        const { runWorker } = await import('./worker-run.js')
        await runWorker(flags, context)
      })
  },
}

const EXAMPLES = `
The first Ctrl-C finishes what is under way, the second stops at once; another worker takes over what is left then. Exit
code 0 when idle, 130 after Ctrl-C, 3 when the queue is lost.

Examples:
  assay worker --queue redis://queue-host:6379
  assay worker --queue redis://queue-host:6379 --folder /srv/models --concurrency 1
  assay worker --queue redis://queue-host:6379 --subject "command:./my-agent --once"
  assay worker --queue rediss://queue-host:6380 --until-idle --json`
