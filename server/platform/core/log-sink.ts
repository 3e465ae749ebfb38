import { chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, write as writeAsync, writeSync } from 'node:fs'
import path from 'node:path'
import type { ProcessFaults } from './process-status.ts'

/**
 * The bytes that may wait while a disk is full or a reader is slow. Lines beyond it are dropped and counted, and nothing waits for them.
 */
const WAITING_BYTES_MAX = 8 * 1024 * 1024
const BATCH_LINES = 200
/** How many rotated files are kept. */
const OLD_FILES = 4
/** Delay before a failed write is tried again. */
const RETRY_MS = 1_000
/** Delay before a write to a full pipe is tried again, also while the process ends. */
const FULL_PIPE_MS = 20
const FULL_PIPE_TRIES = 100
const STDOUT = 1

/** The destination of log lines. It never throws, and callers never wait for it. */
export interface LogSink {
  write(line: string): void
  /** Reopens the file by its name before the next write, because somebody has moved it. Without a file it does nothing. */
  reopen(): void
}

/** Opens a file that only its owner can read. */
function openPrivate(file: string): { fd: number; bytes: number } {
  mkdirSync(path.dirname(file), { recursive: true })
  const fd = openSync(file, 'a', 0o600)
  const stat = fstatSync(fd)
  // An older version may have made the file readable for all. The mode of a device is not changed.
  if (stat.isFile()) chmodSync(file, 0o600)
  return { fd, bytes: stat.size }
}

/** Rotates a full file to `.1` and the older ones by one. The oldest is deleted. */
function putAside(file: string): void {
  for (let age = OLD_FILES - 1; age >= 1; age--) if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`)
  renameSync(file, `${file}.1`)
}

/** Whether a non-blocking pipe is full. Standard output becomes non-blocking when `process.stdout` is used. */
const isFullPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'

/** Writes everything before the process ends. Waits a short time for the reader of a full pipe. */
function writeLast(fd: number, bytes: Buffer): void {
  const never = new Int32Array(new SharedArrayBuffer(4))
  let rest = bytes
  for (let tries = 0; rest.length > 0 && tries < FULL_PIPE_TRIES; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!isFullPipe(error)) return
      tries++
      Atomics.wait(never, 0, 0, FULL_PIPE_MS)
    }
  }
}

interface SinkOptions {
  file: string | undefined
  /** The size in bytes at which a file is rotated. */
  fileBytes: number
  faults: ProcessFaults
}

/**
 * The target of the writes. `turn` and `begin` close a file, so call them only when no write is under way. A write that has not begun could
 * otherwise go to whatever file has the closed number by then.
 */
function openTarget({ file, fileBytes, faults }: SinkOptions) {
  let { fd, bytes } = file === undefined ? { fd: STDOUT, bytes: 0 } : openPrivate(file)
  const begin = () => {
    if (file === undefined) return
    try {
      const fresh = openPrivate(file)
      closeSync(fd)
      fd = fresh.fd
      bytes = fresh.bytes
    } catch {
      faults.logErrors++
    }
  }
  return {
    fd: () => fd,
    grow(count: number) {
      bytes += count
    },
    begin,
    turn() {
      if (file === undefined || bytes < fileBytes) return
      try {
        putAside(file)
        begin()
      } catch {
        faults.logErrors++
        // It is tried again after the same number of bytes.
        bytes = 0
      }
    },
  }
}

/**
 * Opens standard output, or a file that is rotated at `fileBytes`. A line that cannot be written stays first and is tried again. Failed
 * tries and dropped lines are counted in `faults`; a full pipe is not a fault. Throws if the file cannot be opened at the start.
 */
export function createLogSink(options: SinkOptions): LogSink {
  const { faults } = options
  const target = openTarget(options)
  const lines: string[] = []
  let waiting = 0
  /** The bytes that are being written or wait for the next try. */
  let batch: Buffer | undefined
  let underWay = false
  let retry: NodeJS.Timeout | undefined
  let mustReopen = false

  // Call it only when no write is under way. It runs before a retry that waits.
  const write = () => {
    clearTimeout(retry)
    if (mustReopen) target.begin()
    mustReopen = false
    if (batch === undefined) {
      target.turn()
      batch = lines.length > 0 ? Buffer.from(lines.splice(0, BATCH_LINES).join('')) : undefined
    }
    underWay = batch !== undefined
    if (batch !== undefined) writeAsync(target.fd(), batch, written)
  }
  const written = (error: Error | null, count: number) => {
    underWay = false
    if (error) {
      const isFull = isFullPipe(error)
      if (!isFull) faults.logErrors++
      // A file that was moved is not retried.
      if (mustReopen) write()
      else retry = setTimeout(write, isFull ? FULL_PIPE_MS : RETRY_MS).unref()
      return
    }
    waiting -= count
    target.grow(count)
    batch = count < (batch?.length ?? 0) ? batch?.subarray(count) : undefined
    write()
  }
  // The process waits for a write that is under way when it ends. Later lines are written here if possible.
  process.once('exit', () => {
    writeLast(target.fd(), Buffer.concat([underWay || batch === undefined ? Buffer.alloc(0) : batch, Buffer.from(lines.join(''))]))
  })
  return {
    write(line) {
      const size = Buffer.byteLength(line)
      if (waiting + size > WAITING_BYTES_MAX) {
        faults.logLinesDropped++
        return
      }
      lines.push(line)
      waiting += size
      if (batch === undefined) write()
    },
    reopen() {
      mustReopen = true
      if (!underWay) write()
    },
  }
}
