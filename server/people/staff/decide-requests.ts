import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { refuseNamingColleague } from './audit-trail.ts'

/** What is known of a request that two people decide, from its locked row. */
interface ProposedRequest {
  state: string
  proposed_by: string
  decided_by: string | null
  decided_at: Date | null
}

interface RequestTransition<State extends string> {
  from: readonly State[]
  to: State
  label: string
}

/** The verbs by which a second person decides a request; others may end it, too. */
type RequestVerbs<State extends string> = Record<'agree' | 'refuse', RequestTransition<State>>

/** Refuses FINANCE_REQUEST_DECIDED, and says who has decided or withdrawn a request, when and how. */
function refuseDecidedRequest<State extends string>(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { verbs, request }: { verbs: RequestVerbs<State>; request: ProposedRequest },
): Promise<never> {
  const { state, proposed_by, decided_by: staffId, decided_at: at } = request
  const isWithdrawn = staffId === proposed_by && state === verbs.refuse.to
  const label = isWithdrawn ? '撤回' : Object.values(verbs).find(({ to }) => to === state)?.label
  const change = staffId !== null && at !== null && label !== undefined ? { staffId, at, what: `${label}这项申请` } : undefined
  return refuseNamingColleague(db, moment, { reason: 'FINANCE_REQUEST_DECIDED', change })
}

/**
 * Checks that a request may be decided now, and by this person: its author may withdraw it, which counts as a refusal, but never agree to it.
 * Returns its next state. Refuses FINANCE_REQUEST_DECIDED, SECOND_PERSON_NEEDED (with `msg`), SECOND_PERSON_TIED.
 */
export async function requireDecidableRequestAndGetNextState<State extends string>(
  db: Db,
  moment: Pick<Moment, 'now'>,
  {
    verbs,
    request,
    approve,
    staffId,
    msg,
  }: { verbs: RequestVerbs<State>; request: ProposedRequest; approve: boolean; staffId: string; msg: string },
): Promise<State> {
  const { from, to } = verbs[approve ? 'agree' : 'refuse']
  if (!from.some((state) => state === request.state)) await refuseDecidedRequest(db, moment, { verbs, request })
  if (approve) await requireSecondPerson(db, { firstId: request.proposed_by, secondId: staffId }, moment, msg)
  return to
}
