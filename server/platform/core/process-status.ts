// The readings of a server about itself, for readiness and metrics.

/** Jobs of all processes in one state, by task, and how long the oldest has been in it. */
export type JobCounts = readonly { task: string; count: number; oldestSeconds: number }[]

/** The jobs of the queue. */
export interface JobQueueCounts {
  /** Failed at their last try. Their age counts from when they were created. */
  failed: JobCounts
  /** Due, and no worker has taken them yet. */
  waiting: JobCounts
  /** Taken by a worker, which works on them or has died. */
  locked: JobCounts
}

/** The state of the job queue in a process. */
export interface JobsStatus extends JobQueueCounts {
  /** Whether jobs run at the moment: the queue is started and the database answers. */
  running: boolean
  /** How often the queue was restarted after a fault. */
  restarts: number
  /** How many jobs of dead workers were returned to the queue. */
  freed: number
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
