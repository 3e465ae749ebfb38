import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import type { Mall } from './mall.ts'

/** Returns a function that lists the events of a topic since its last call, as the queue gets them. */
export function createEventTaker({ db }: Pick<Mall, 'db'>) {
  const seen = new Set<string>()
  return async <T extends keyof OutboxTopics>(topic: T): Promise<OutboxTopics[T][]> => {
    const rows = await db.selectFrom('outbox').select(['id', 'payload']).where('topic', '=', topic).orderBy('at').orderBy('id').execute()
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh.map(({ payload }) => payload as unknown as OutboxTopics[T])
  }
}
