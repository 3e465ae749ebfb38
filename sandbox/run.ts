import { parseArgs } from 'node:util'

/** The folder of a provider's data, and its port on loopback. */
export interface ProviderLocation {
  folder: string
  port: number
}

interface Opened {
  base: string
  close(): Promise<unknown>
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Runs a provider as a process of its own, by its command line: `--folder`, `--port`, `--or-any` (a free port if that one is in use; asking
 * for a free port first would not be safe if two processes start at once), `--attached`. The first line of its output is its address.
 */
export async function runProviderProcess(usual: ProviderLocation, open: (place: ProviderLocation) => Promise<Opened>): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: usual.folder },
      port: { type: 'string', default: String(usual.port) },
      'or-any': { type: 'boolean', default: false },
      /** Ends when its standard input closes, which is when the parent process ends. */
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
