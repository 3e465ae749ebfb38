// Who may be the second of two people (docs/decisions/0023). The table `staff_intervention` records who has made or reset the account of whom.
import { sql } from 'kysely'
import { SECOND_PERSON_DAYS } from '#contract/people/staff/dual-control.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const DAY_MS = 24 * 3_600_000

export interface StaffIntervention {
  /** Whose account. */
  staffId: string
  byId: string
  /** What was done to it: made, given another role, enabled again, given an initial password, or rid of its second factor. */
  kind: 'created' | 'roles' | 'enabled' | 'password' | 'secondFactor'
}

/** Records that somebody made an account or got a hold on it. Everything that does must call this in its own transaction. */
export async function recordIntervention(tx: Tx, moment: Moment, { staffId, byId, kind }: StaffIntervention): Promise<void> {
  await tx.insertInto('staff_intervention').values({ id: moment.newId(), staff_id: staffId, by_id: byId, kind, at: moment.now }).execute()
}

interface TwoPeople {
  /** Who proposed, typed or approved first. */
  firstId: string
  /** Who decides now. */
  secondId: string
}

/**
 * Whether two accounts may stand in one hand: one has made or reset the other within the last seven days, or somebody has made or reset both, by
 * himself or through an account that he made or reset before.
 */
async function areTied(db: Db, { firstId, secondId }: TwoPeople, { now }: Pick<Moment, 'now'>): Promise<boolean> {
  const since = new Date(now.getTime() - SECOND_PERSON_DAYS * DAY_MS)
  const { rows } = await sql<{ tied: boolean }>`
    with recursive hand (person, id) as (
      select person, person from (values (${firstId}::uuid), (${secondId}::uuid)) of_whom (person)
      union
      select hand.person, i.by_id from hand join staff_intervention i on i.staff_id = hand.id and i.at > ${since})
    select exists (
      select from hand a join hand b on b.id = a.id where a.person = ${firstId}::uuid and b.person = ${secondId}::uuid) as tied`.execute(db)
  return rows[0]?.tied ?? false
}

/** Whether a second account counts as another person. For lists and sums; who decides is held to `requireSecondPerson`. */
export const isSecondPerson = async (db: Db, people: TwoPeople, moment: Pick<Moment, 'now'>): Promise<boolean> =>
  people.firstId !== people.secondId && !(await areTied(db, people, moment))

/**
 * Refuses unless the second account is another person than the first: SECOND_PERSON_NEEDED when it is the same account, with a sentence of the
 * caller's own where it has a better one, SECOND_PERSON_TIED when one hand may hold both. The one rule for everything that takes two people.
 */
export async function requireSecondPerson(db: Db, people: TwoPeople, moment: Pick<Moment, 'now'>, msg?: string): Promise<void> {
  if (people.firstId === people.secondId) refuse('SECOND_PERSON_NEEDED', msg === undefined ? {} : { msg })
  if (await areTied(db, people, moment)) refuse('SECOND_PERSON_TIED')
}
