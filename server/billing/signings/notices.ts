import type { FastifyInstance } from 'fastify'
import type { ESignatureService } from '#server/adapters/e-signature/public.ts'
import { InvalidGatewayNotificationError } from '#server/adapters/gateway/public.ts'
import { isDatabaseUnavailable } from '#server/platform/core/database-errors.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import { createNoticeAlarm } from '#server/platform/core/notice-alarm.ts'
import { SIGNING_NOTICE_PATH } from './advance-signing.ts'
import { findSigningRefByTask, scheduleSigningQueriesNow } from './signing-store.ts'

const BODY_BYTES_MAX = 64 * 1024
const ACTION = 'notice/signing'
/** The provider sends a notice again unless the answer is 200 and has this word. */
const TAKEN = { msg: 'success' }
const NOT_TAKEN = { msg: 'fail' }

interface Door {
  db: Db
  clock: Clock
  /** It is read at each notice, so it can be replaced. */
  services: { eSignature: ESignatureService | undefined }
}

/**
 * Receives the notices of the provider of signatures. A notice only wakes the job that asks the provider, so a repeated one, or one with
 * another content, changes nothing. It reads raw bodies, because the signature covers the bytes.
 */
export async function registerSigningNotices(http: FastifyInstance, { db, clock, services }: Door): Promise<void> {
  const alarm = createNoticeAlarm({ db, clock })
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const raw = ['application/x-www-form-urlencoded']
    scope.addContentTypeParser(raw, { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_, body, done) => done(null, body))
    scope.post(SIGNING_NOTICE_PATH, { bodyLimit: BODY_BYTES_MAX, config: { lane: 'notice' } }, async (request, reply) => {
      const service = services.eSignature
      if (!service) return reply.callNotFound()
      try {
        const headers = request.headers as Record<string, string | undefined>
        const notice = service.parseNotification({ headers, body: typeof request.body === 'string' ? request.body : '' })
        const ref = await findSigningRefByTask(db, notice)
        if (ref) await runInTransaction(db, (tx) => scheduleSigningQueriesNow(tx, createMoment(clock()), ref.enterpriseId, [ref.id]))
        else await alarm(request, ACTION, 'unknown')
        return reply.send(TAKEN)
      } catch (error) {
        if (error instanceof InvalidGatewayNotificationError) {
          await alarm(request, ACTION, error.message)
          return reply.code(401).send(NOT_TAKEN)
        }
        // If the database is unavailable, the provider sends the notice again, so it is not an error.
        const away = isDatabaseUnavailable(error)
        request.log[away ? 'warn' : 'error']({ err: error }, 'notice')
        return reply.code(away ? 503 : 500).send(NOT_TAKEN)
      }
    })
  })
}
