/**
 * A process that serves the malls of one worker's journeys, one after another, each as server/main.ts does: with the settings of its own
 * environment. Reading and compiling the server takes two seconds of CPU time, which only the first mall costs.
 */

import { type MallServer, openMallServer } from '#server/mall.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { createLog } from '#server/platform/core/log.ts'
import { keepServerRunningAfterProcessFaults } from '#server/platform/core/process-faults.ts'
import { createProcessFaults } from '#server/platform/core/process-status.ts'

/** The requests of the worker: to serve a mall with these variables, or to close the current one. */
export type MallRequest = { open: Record<string, string> } | { close: true }
/** The answers: the URL of the mall, that it is closed, or an error. */
export type MallReply = { base: string } | { closed: true } | { failed: string }

const faults = createProcessFaults()
const logTo = keepServerRunningAfterProcessFaults(faults)
let mall: MallServer | undefined

async function open(variables: Record<string, string>): Promise<MallReply> {
  const config = readConfig(variables)
  const { databaseUrl = '', databaseOwnerUrl, secret = Buffer.alloc(0) } = config
  const log = createLog({ level: config.logLevel, faults })
  logTo(log)
  mall = await openMallServer(config, { appUrl: databaseUrl, ownerUrl: databaseOwnerUrl, secret }, { logger: log.logger, faults })
  return { base: await mall.listen() }
}

async function close(): Promise<MallReply> {
  await mall?.close()
  mall = undefined
  return { closed: true }
}

process.on('message', (request: MallRequest) => {
  const work = 'open' in request ? open(request.open) : close()
  void work
    .catch((error: unknown): MallReply => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((reply) => process.send?.(reply))
})
// The worker has ended.
process.on('disconnect', () => process.exit())
