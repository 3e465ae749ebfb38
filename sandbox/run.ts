import { parseArgs } from 'node:util'

/** Where a provider keeps its book, and on which port of loopback it listens. */
export interface Place {
  folder: string
  port: number
}

interface Opened {
  base: string
  close(): Promise<unknown>
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Runs a provider as a process of its own, by its command line: `--folder`, `--port`, `--or-any` (a free port where that one is taken: asking
 * first would let two that start at once both be told that it is free), `--attached`. Its first line is its address.
 */
export async function runProvider(usual: Place, open: (place: Place) => Promise<Opened>): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: usual.folder },
      port: { type: 'string', default: String(usual.port) },
      'or-any': { type: 'boolean', default: false },
      /** Ends when its standard input does: with whoever started it. */
      attached: { type: 'boolean', default: false },
    },
  })
  const { folder } = values
  const { base, close } = await open({ folder, port: Number(values.port) }).catch((error: unknown) => {
    if (values['or-any'] && isTaken(error)) return open({ folder, port: 0 })
    throw error
  })
  process.stdout.write(`${base}\n`)
  const end = () => void close().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  if (values.attached) process.stdin.resume().once('end', end)
}
