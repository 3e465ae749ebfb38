import type { ReopenableLog } from './log.ts'
import type { ProcessFaults } from './process-status.ts'

/** close-with-grace ends the process on these events. The server continues. */
export const nonFatalProcessEvents: ('SIGHUP' | 'unhandledRejection')[] = ['SIGHUP', 'unhandledRejection']

/**
 * Keeps a server running after events that end a Node process by default but do not affect callers: a hang-up of its terminal, standard
 * output that cannot be written, an unhandled rejection. What a library prints with console.trace goes to the log. Returns the function that sets
 * the log, because the log is created later.
 */
export function keepServerRunningAfterProcessFaults(faults: ProcessFaults): (log: ReopenableLog) => void {
  let log: ReopenableLog | undefined
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => {
      faults.logErrors++
    })
  process.on('unhandledRejection', (reason) => {
    faults.unhandledRejections++
    if (log) log.logger.error({ err: reason }, 'unhandled rejection')
    else console.error(reason)
  })
  // The library of the job queue prints the error of a worker that has lost its connection, although it also gives it to the queue's log.
  console.trace = (...printed: unknown[]) => {
    if (log) log.logger.warn({ err: printed.find((one) => one instanceof Error), printed: printed.map(String) }, 'printed by a library')
    else console.error(...printed)
  }
  // SIGHUP is also the usual signal that the log file was moved.
  process.on('SIGHUP', () => log?.reopen())
  return (opened) => {
    log = opened
  }
}
