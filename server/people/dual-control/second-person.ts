// Decides who counts as a second person (docs/decisions/0023). The table `staff_intervention` records who has created or reset whose
// account.
import { sql } from 'kysely'
import { SECOND_PERSON_EXCLUSION_DAYS } from '#contract/people/staff/dual-control.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const DAY_MS = 24 * 3_600_000

export interface StaffAccountInterventionInput {
  /** The account that was changed. */
  staffId: string
  byId: string
  /** The action: created, given other roles, enabled again, given an initial password, or its second factor removed. */
  kind: 'created' | 'roles' | 'enabled' | 'password' | 'secondFactor'
}

/** Records that somebody has created or reset an account. Every function that does so must call this in its own transaction. */
export async function recordStaffAccountIntervention(
  tx: Tx,
  moment: Moment,
  { staffId, byId, kind }: StaffAccountInterventionInput,
): Promise<void> {
  await recordStaffAccountInterventions(tx, moment, [{ staffId, byId, kind }])
}

/** The same for several accounts with one statement. */
export async function recordStaffAccountInterventions(
  tx: Tx,
  moment: Moment,
  interventions: readonly StaffAccountInterventionInput[],
): Promise<void> {
  if (interventions.length === 0) return
  const rows = interventions.map(({ staffId, byId, kind }) => ({
    id: moment.newId(),
    staff_id: staffId,
    by_id: byId,
    kind,
    at: moment.now,
  }))
  await tx.insertInto('staff_intervention').values(rows).execute()
}

interface TwoPeople {
  /** The person who proposed, typed or approved first. */
  firstId: string
  /** The person who decides now. */
  secondId: string
}

/**
 * Whether two accounts may be controlled by one person: one has created or reset the other within the last seven days, or a third person
 * has created or reset both, directly or through an account that he created or reset before.
 */
async function areTied(
  db: Db,
  { firstIds, secondId }: { firstIds: readonly string[]; secondId: string },
  { now }: Pick<Moment, 'now'>,
): Promise<boolean> {
  const since = new Date(now.getTime() - SECOND_PERSON_EXCLUSION_DAYS * DAY_MS)
  const { rows } = await sql<{ tied: boolean }>`
    with recursive hand (person, id) as (
      select person, person from unnest(${[...firstIds, secondId]}::uuid[]) of_whom (person)
      union
      select hand.person, i.by_id from hand join staff_intervention i on i.staff_id = hand.id and i.at > ${since})
    select exists (
      select from hand a join hand b on b.id = a.id where a.person = any(${[...firstIds]}::uuid[]) and b.person = ${secondId}::uuid) as tied`.execute(
    db,
  )
  return rows[0]?.tied ?? false
}

/** Whether a second account counts as another person. It is for lists and sums; decisions use `requireSecondPerson`. */
export const areIndependentPeople = async (db: Db, people: TwoPeople, moment: Pick<Moment, 'now'>): Promise<boolean> =>
  people.firstId !== people.secondId && !(await areTied(db, { firstIds: [people.firstId], secondId: people.secondId }, moment))

/**
 * Checks that the second account is another person than the first. Refuses SECOND_PERSON_NEEDED if it is the same account (`msg` replaces
 * the text), and SECOND_PERSON_TIED if one person may control both. This is the only rule for everything that needs two people.
 */
export const requireSecondPerson = (db: Db, { firstId, secondId }: TwoPeople, moment: Pick<Moment, 'now'>, msg?: string): Promise<void> =>
  requireSecondPersonToAll(db, { firstIds: [firstId], secondId }, moment, msg)

/** The same for what several people have done together: the second account must be another person than each of them. */
export async function requireSecondPersonToAll(
  db: Db,
  people: { firstIds: readonly string[]; secondId: string },
  moment: Pick<Moment, 'now'>,
  msg?: string,
): Promise<void> {
  if (people.firstIds.includes(people.secondId)) refuse('SECOND_PERSON_NEEDED', msg === undefined ? {} : { msg })
  if (await areTied(db, people, moment)) refuse('SECOND_PERSON_TIED')
}
