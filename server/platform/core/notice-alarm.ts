import { recordAudit } from './audit.ts'
import type { Db } from './db.ts'
import { type Clock, createMoment } from './moment.ts'

/** What is known of the request that brought a notice. */
interface NoticeRequest {
  id: string
  ip: string
  log: { warn(facts: object, message: string): void }
}

/** Records a notice that was refused or that nothing here knows, under the name of an action. */
export type NoticeAlarm = (request: NoticeRequest, action: string, reason: string) => Promise<void>

/** Forged notices are recorded, but not more than this. The rest of a flood leaves no trace but the counters of requests. */
const ALARMS_PER_MINUTE = 60

/** Records notices of providers that raise an alarm in the audit log and in the log. */
export function createNoticeAlarm({ db, clock }: { db: Db; clock: Clock }): NoticeAlarm {
  let [minute, count] = [0, 0]
  return async (request, action, reason) => {
    const now = Math.floor(clock().getTime() / 60_000)
    if (now !== minute) [minute, count] = [now, 0]
    if (count++ >= ALARMS_PER_MINUTE) return
    request.log.warn({ action, reason }, 'notice')
    const origin = { requestId: request.id, ip: request.ip }
    await recordAudit(db, createMoment(clock()), { origin, actor: { kind: 'system' }, action, outcome: 'refused', reason })
  }
}
