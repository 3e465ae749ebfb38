import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/core/db.ts'
import { runRepeatedly } from '#server/platform/core/run-repeatedly.ts'
import type { VisitorCounter } from './visitor-counter.ts'
import { saveVisitors } from './visitor-store.ts'

/** How old what reports say of visitors may be. */
const SAVED_EVERY_MS = 60_000

/** Counts the visitors of calls that were answered without a refusal. Programs with a key are no visitors. */
export function registerVisitorCounting(app: FastifyInstance, counter: VisitorCounter): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { caller, visitor, headers, refused } = request
    const path = request.routeOptions.config.endpoint?.path
    if (path !== undefined && refused === undefined) {
      if (caller.kind === 'guest') counter.countGuest(path, visitor.address, headers['user-agent'])
      if (caller.kind === 'member') counter.countMember(path, caller.userId)
    }
    done()
  })
}

/** Writes every minute what was counted, and once more when it is stopped. */
export function keepSavingVisitors(db: Db, counter: VisitorCounter, log: Logger): { stop(): Promise<void> } {
  const saving = runRepeatedly(log, 'visitors', () => saveVisitors(db, counter).then(() => 0), SAVED_EVERY_MS)
  return {
    async stop() {
      await saving.stop()
      await saveVisitors(db, counter).catch((error: unknown) => log.warn({ err: error }, 'visitors'))
    },
  }
}
