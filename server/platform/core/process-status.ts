// What a server knows of itself, for readiness and metrics.

/** How the job queue of a process does. */
export interface JobsStatus {
  /** Whether jobs are taken and run just now: the queue is started and the database answers it. */
  running: boolean
  /** How often the queue was started anew after a fault. */
  restarts: number
  /** How many jobs were taken from workers that had died, and given back to the queue. */
  freed: number
}

/** Faults of a process that no answer shows. */
export interface ProcessFaults {
  /** Writes to the log, or to standard output and error, that failed. */
  logErrors: number
  /** Lines that the log had no room for. */
  logLinesDropped: number
  /** Promises that failed and that nobody waited for: each is a defect. */
  unhandledRejections: number
  /** Connections that could not be taken, for want of file handles. */
  acceptErrors: number
}

export const createProcessFaults = (): ProcessFaults => ({ logErrors: 0, logLinesDropped: 0, unhandledRejections: 0, acceptErrors: 0 })
