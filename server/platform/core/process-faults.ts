import type { ServerLog } from './log.ts'
import type { ProcessFaults } from './process-status.ts'

/** close-with-grace ends the process on these events. The server continues. */
export const nonFatalEvents: ('SIGHUP' | 'unhandledRejection')[] = ['SIGHUP', 'unhandledRejection']

/**
 * Keeps a server running after events that end a Node process by default but do not affect callers: a hang-up of its terminal, standard
 * output that cannot be written, an unhandled rejection. Returns the function that sets the log, because the log is created later.
 */
export function handleProcessFaults(faults: ProcessFaults): (log: ServerLog) => void {
  let log: ServerLog | undefined
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      faults.logErrors++
    })
  process.on('unhandledRejection', (reason) => {
    faults.unhandledRejections++
    if (log) log.logger.error({ err: reason }, 'unhandled rejection')
    else console.error(reason)
  })
  // SIGHUP is also the usual signal that the log file was moved.
  process.on('SIGHUP', () => log?.reopen())
  return (opened) => {
    log = opened
  }
}
