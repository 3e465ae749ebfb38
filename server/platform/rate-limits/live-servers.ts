// Reads and writes the table `live_server`.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '#server/platform/core/db.ts'
import { runRepeatedly } from '#server/platform/core/run-repeatedly.ts'

const BEAT_MS = 1_000
/** A process that has sent no sign of life for so long does not count. */
const SILENT_SECONDS = 15

/**
 * Records every second that this process lives, and passes the number of live processes, including itself, to `counted`. While the database
 * is unavailable, the last count stays. Resolves after the first count, whether it succeeded or not. All times are the database's, so
 * clocks need not agree.
 */
export async function runLiveServerHeartbeat(
  db: Db,
  { id, log }: { id: string; log: Logger },
  counted: (count: number) => void,
): Promise<{ stop(): Promise<void> }> {
  const beat = async () => {
    const { rows } = await sql<{ others: number }>`
      with own as (
        insert into live_server (id, seen_at) values (${id}, now())
        on conflict (id) do update set seen_at = excluded.seen_at
      ), gone as (
        delete from live_server where id <> ${id} and seen_at < now() - interval '1 hour'
      )
      select count(*)::int as others from live_server
      where id <> ${id} and seen_at > now() - make_interval(secs => ${SILENT_SECONDS})`.execute(db)
    counted(1 + (rows[0]?.others ?? 0))
    return 0
  }
  await beat().catch((error: unknown) => log.warn({ err: error }, 'live servers'))
  const beating = runRepeatedly(log, 'live servers', beat, BEAT_MS)
  return {
    async stop() {
      await beating.stop()
      await db
        .deleteFrom('live_server')
        .where('id', '=', id)
        .execute()
        .catch(() => {})
    },
  }
}
