import type { ServerLog } from './log.ts'
import type { ProcessFaults } from './process-status.ts'

/** Of what close-with-grace takes for the end of a process, this is not. */
export const nonFatalEvents: ('SIGHUP' | 'unhandledRejection')[] = ['SIGHUP', 'unhandledRejection']

/**
 * Keeps a server running through what ends a Node process by default and concerns nobody who is being served: a hang-up of its terminal,
 * standard output that cannot be written, a promise that failed and that nobody waited for. Returns how the log is told of it, once there is one.
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
  // Also the usual way to say that the log file was moved.
  process.on('SIGHUP', () => log?.reopen())
  return (opened) => {
    log = opened
  }
}
