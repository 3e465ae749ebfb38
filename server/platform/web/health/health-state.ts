import type { JobsStatus } from '#server/platform/core/process-status.ts'

export const HEALTH_PATH = '/healthz'
export const READY_PATH = '/readyz'

const JOBS_STATES = ['off', 'running', 'interrupted'] as const

/** The state of the job queue: running, restarting after a fault, or none on this server. */
type JobsState = (typeof JOBS_STATES)[number]

export const toJobsReadiness = (status: JobsStatus | undefined): Pick<Readiness, 'jobs' | 'failedJobs'> => {
  if (!status) return { jobs: 'off', failedJobs: undefined }
  return { jobs: status.running ? 'running' : 'interrupted', failedJobs: status.failed.reduce((sum, { count }) => sum + count, 0) }
}

/**
 * Whether the server can serve, and the state of its job queue. The jobs do not change `ok`, because a server without running jobs can still
 * answer people. Taking it out of a load balancer would only close the mall. To monitor the jobs, read this field or `mall_jobs_running`.
 */
export interface Readiness {
  ok: boolean
  jobs: JobsState
  /** Jobs of all servers that failed at their last try; undefined on a server without a queue. */
  failedJobs: number | undefined
}

/** Where the health server listens. It has no password. */
export interface HealthAddress {
  host: string
  port: number
}

const FIELDS = { beat: 0, ready: 1, jobs: 2, failedJobs: 3 } as const

/** The data of the health server's thread: the shared memory, and how to read it. */
export interface HealthThreadData extends HealthAddress {
  memory: SharedArrayBuffer
  fields: typeof FIELDS
  jobsStates: readonly JobsState[]
  paths: { health: string; ready: string }
}

/** The state of the main loop, in memory that another thread reads without waiting for the loop. */
export interface HealthState {
  /** Writes a heartbeat, in milliseconds of `monotonicNowMsAcrossThreads`. */
  beat(now: number): void
  writeReadiness(readiness: Readiness): void
  describe(address: HealthAddress): HealthThreadData
}

/** A new state is not ready, and its last heartbeat was at the time 0. */
export function createHealthState(): HealthState {
  const memory = new SharedArrayBuffer(Object.keys(FIELDS).length * BigInt64Array.BYTES_PER_ELEMENT)
  const values = new BigInt64Array(memory)
  const write = (field: keyof typeof FIELDS, value: number) => void Atomics.store(values, FIELDS[field], BigInt(value))
  return {
    beat: (now) => write('beat', now),
    writeReadiness({ ok, jobs, failedJobs = -1 }) {
      write('ready', Number(ok))
      write('jobs', JOBS_STATES.indexOf(jobs))
      write('failedJobs', failedJobs)
    },
    describe: (address) => ({
      memory,
      fields: FIELDS,
      jobsStates: JOBS_STATES,
      paths: { health: HEALTH_PATH, ready: READY_PATH },
      ...address,
    }),
  }
}
