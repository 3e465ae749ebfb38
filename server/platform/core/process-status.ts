// What a server knows about itself, for readiness and metrics.

/** The jobs of all processes that failed at their last try, by task; `oldestSeconds`: how long ago the oldest was created. */
export type FailedJobs = readonly { task: string; count: number; oldestSeconds: number }[]

/** The state of the job queue in a process. */
export interface JobsStatus {
  /** Whether jobs run at the moment: the queue is started and the database answers. */
  running: boolean
  /** How often the queue was restarted after a fault. */
  restarts: number
  /** How many jobs of dead workers were returned to the queue. */
  freed: number
  failed: FailedJobs
}

/** Faults of a process that do not appear in an answer. */
export interface ProcessFaults {
  /** Failed writes to the log, or to standard output and error. */
  logErrors: number
  /** Lines that were dropped because the log was full. */
  logLinesDropped: number
  /** Unhandled rejections. Each is a defect. */
  unhandledRejections: number
  /** Connections that could not be accepted because there were no file handles. */
  acceptErrors: number
}

export const createProcessFaults = (): ProcessFaults => ({ logErrors: 0, logLinesDropped: 0, unhandledRejections: 0, acceptErrors: 0 })
