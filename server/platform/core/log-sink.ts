import { chmodSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, write as writeAsync, writeSync } from 'node:fs'
import path from 'node:path'
import type { ProcessFaults } from './process-status.ts'

/** What may wait to be written while a disk is full or a reader slow; beyond it lines are dropped and counted, and nobody waits for them. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024
const BATCH_LINES = 200
/** A file that has grown to its size is put aside, and so many of those are kept. */
const OLD_FILES = 4
/** How soon a write that failed is tried again. */
const RETRY_MS = 1_000
/** How soon a pipe that was full is tried again, and how often while the process ends. */
const FULL_PIPE_MS = 20
const FULL_PIPE_TRIES = 100
const STDOUT = 1

/** Where lines of a log go. It never throws, and nobody waits for it. */
export interface LogSink {
  write(line: string): void
  /** Has the file of this name opened anew, where there is one, before anything else is written: somebody has moved it. */
  reopen(): void
}

/** Opens a file that its owner alone may read. */
function openPrivate(file: string): { fd: number; bytes: number } {
  mkdirSync(path.dirname(file), { recursive: true })
  const fd = openSync(file, 'a', 0o600)
  const stat = fstatSync(fd)
  // What an older version made may be open to all; a device is not ours to change.
  if (stat.isFile()) chmodSync(file, 0o600)
  return { fd, bytes: stat.size }
}

/** Puts a full file aside as `.1`, the older ones one further, and the oldest is gone. */
function putAside(file: string): void {
  for (let age = OLD_FILES - 1; age >= 1; age--) if (existsSync(`${file}.${age}`)) renameSync(`${file}.${age}`, `${file}.${age + 1}`)
  renameSync(file, `${file}.1`)
}

/** A pipe that does not block has no room just now. Standard output is one from the moment on that `process.stdout` is touched. */
const isFullPipe = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'

/** Writes all of it before the process ends; where a pipe is full, its reader is waited for, but not for long. */
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
  /** Bytes after which a file is put aside. */
  fileBytes: number
  faults: ProcessFaults
}

/**
 * What is written to. `turn` and `begin` close a file, and are for when no write is under way: one that has not begun yet would go wherever the number
 * of the closed file leads by then.
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
        // Tried again when as much has come once more.
        bytes = 0
      }
    },
  }
}

/**
 * Opens standard output, or a file that is put aside when it has `fileBytes`. A line that cannot be written stays first and is tried again; every
 * failed try and every line dropped is counted in `faults`; a pipe that is full is no fault. Throws where the file cannot be opened at the start.
 */
export function createLogSink(options: SinkOptions): LogSink {
  const { faults } = options
  const target = openTarget(options)
  const lines: string[] = []
  let waiting = 0
  /** What is written next: under way, or waiting for another try. */
  let batch: Buffer | undefined
  let underWay = false
  let retry: NodeJS.Timeout | undefined
  let mustReopen = false

  // Only while nothing is under way. Whoever calls it comes before another try that waits.
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
      // What somebody has moved is not waited for.
      if (mustReopen) write()
      else retry = setTimeout(write, isFull ? FULL_PIPE_MS : RETRY_MS).unref()
      return
    }
    waiting -= count
    target.grow(count)
    batch = count < (batch?.length ?? 0) ? batch?.subarray(count) : undefined
    write()
  }
  // When the process ends it waits by itself for what is under way; what comes after that is written if it can be.
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
