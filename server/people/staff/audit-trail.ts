// Reads the table `audit_log`, which platform/core writes, and says who was faster than somebody who decides too late.

import * as z from 'zod/mini'
import { formatNameWithParent } from '#contract/people/organisation/group-buyers.ts'
import type { AuditRow, consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { auditedDocumentViews, type consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import { type consoleFileHistoryEndpoints, type FileHistoryRow, fileDirections } from '#contract/people/staff/file-history.ts'
import { importedFileKinds } from '#contract/platform/core/audit-objects.ts'
import { formatCaseChange } from '#contract/platform/core/changed-cases.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type RefusalName, refuse } from '#contract/platform/core/refusals.ts'
import { addHours, getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { findUsers } from '#server/people/identity/public.ts'
import { findEnterprises, findMembershipNamesByEnterpriseAndUserId } from '#server/people/organisation/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRowsUpTo, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { formatAuditAction, formatRecordedAuditFacts } from './format-action.ts'
import { findStaff, listStaffNamesById } from './staff-store.ts'

type ListInput = InputOf<typeof consoleAuditEndpoints.list>

/** `actions`: only these. */
type Filter = ListInput & { actions?: readonly string[] }

function matching(db: Db, filter: Filter) {
  let query = db.selectFrom('audit_log')
  if (filter.actorKind) query = query.where('actor_kind', '=', filter.actorKind)
  if (filter.outcome) query = query.where('outcome', '=', filter.outcome)
  if (filter.actorId) query = query.where('actor_id', '=', filter.actorId)
  if (filter.enterpriseId) query = query.where('enterprise_id', '=', filter.enterpriseId)
  if (filter.action) query = query.where('action', '=', filter.action)
  if (filter.actions) query = query.where('action', 'in', filter.actions)
  if (filter.objectId) query = query.where('object_id', '=', filter.objectId)
  if (filter.dateFrom) query = query.where('at', '>=', getStartOfShanghaiDay(filter.dateFrom))
  if (filter.dateTo) query = query.where('at', '<', getStartOfNextShanghaiDay(filter.dateTo))
  return query
}

type Line = Awaited<ReturnType<typeof readLines>>[number]

const readLines = (db: Db, input: Filter) =>
  fetchSlice(
    matching(db, input)
      .select(['at', 'id', 'request_id', 'actor_kind', 'actor_id', 'parent_name', 'enterprise_id', 'ip', 'action'])
      .select(['object_kind', 'object_id', 'outcome', 'reason', 'facts'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
    toSlice(input),
  )

/** What the audit trail has of a file that was read in or written out. Older entries have less. */
const FileFacts = z.object({
  kind: z.optional(z.enum(keysOf(importedFileKinds))),
  fileName: z.optional(z.string()),
  list: z.optional(z.string()),
  format: z.optional(SheetFormat),
  rows: z.optional(z.int()),
  refused: z.optional(z.int()),
})

interface Names {
  /** The names of buyers of a parent in the company where they acted, by 'company person'. */
  groupBuyers: ReadonlyMap<string, string>
  actors: ReadonlyMap<string, string | null>
  enterprises: ReadonlyMap<string, string | null>
}

const present = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** Reads the names for the ids in audit entries. */
async function readNames(db: Db, lines: readonly Line[]): Promise<Names> {
  const actorIds = present(lines.map(({ actor_kind, actor_id }) => (actor_kind === 'staff' ? null : actor_id)))
  const enterpriseIds = present(lines.map(({ enterprise_id }) => enterprise_id))
  const buying = lines.filter(({ parent_name }) => parent_name !== null)
  const [users, enterprises, groupBuyers] = await awaitAllAndThrowFirstError(
    findUsers(db, actorIds),
    findEnterprises(db, enterpriseIds),
    findMembershipNamesByEnterpriseAndUserId(db, {
      enterpriseIds: present(buying.map(({ enterprise_id }) => enterprise_id)),
      userIds: present(buying.map(({ actor_id }) => actor_id)),
    }),
  )
  const named = users.map(({ id, userName, mobileMasked }) => [id, userName ?? mobileMasked] as const)
  return {
    groupBuyers,
    actors: new Map([...(await listStaffNamesById(db)), ...named]),
    enterprises: new Map(enterprises.map(({ id, name }) => [id, name])),
  }
}

/** The name of who has acted. Only the entry says whether as a buyer of a parent, so what he is today changes no earlier entry. */
function nameActor({ enterprise_id, actor_id, parent_name }: Line, { groupBuyers, actors }: Names): string | null {
  const name = actors.get(actor_id ?? '') ?? null
  if (parent_name === null) return name
  return formatNameWithParent(groupBuyers.get(`${enterprise_id} ${actor_id}`) ?? name ?? '', parent_name)
}

const rowFrom = (line: Line, names: Names): AuditRow => ({
  id: line.id,
  at: line.at,
  requestId: line.request_id,
  ip: line.ip,
  reason: line.reason,
  actorKind: line.actor_kind as AuditRow['actorKind'],
  actorId: line.actor_id,
  actorName: nameActor(line, names),
  action: line.action,
  actionName: formatAuditAction(line.action),
  objectKind: line.object_kind,
  objectId: line.object_id,
  enterpriseId: line.enterprise_id,
  enterpriseName: names.enterprises.get(line.enterprise_id ?? '') ?? null,
  outcome: line.outcome as AuditRow['outcome'],
  facts: formatRecordedAuditFacts(line.action, line.facts),
})

/** Returns a page of what staff have looked at: papers, and data in clear; the newest first. */
export const listStaffViewsOfSensitiveData = (
  db: Db,
  { paper, ...input }: InputOf<typeof consoleDocumentViewEndpoints.list>,
): Promise<{ dataList: AuditRow[]; total: number }> => {
  const kinds = paper === undefined ? Object.values(auditedDocumentViews) : [auditedDocumentViews[paper]]
  return listAuditEntries(db, { ...input, actorKind: 'staff', outcome: 'ok', actions: kinds.flatMap(({ actions }) => [...actions]) })
}

const toFileHistoryRow = (line: Line, names: ReadonlyMap<string, string>): FileHistoryRow => {
  const facts = z.parse(FileFacts, line.facts ?? {})
  return {
    id: line.id,
    at: line.at,
    direction: line.action === 'import file' ? 'in' : 'out',
    importKind: facts.kind ?? null,
    name: facts.fileName ?? facts.list ?? '',
    format: facts.format ?? null,
    rows: facts.rows ?? null,
    refused: facts.refused ?? null,
    staffId: line.actor_id ?? '',
    staffName: names.get(line.actor_id ?? '') ?? '',
    goodsImportId: facts.kind === 'goods' ? line.object_id : null,
  }
}

/** Returns a page of the files that staff have read in and the lists that they have written out, newest first. */
export async function listFileHistory(
  db: Db,
  { direction, ...input }: InputOf<typeof consoleFileHistoryEndpoints.list>,
): Promise<{ dataList: FileHistoryRow[]; total: number }> {
  const directions = direction === undefined ? Object.values(fileDirections) : [fileDirections[direction]]
  const actions = directions.flatMap((one): readonly string[] => one.actions)
  const filter = { ...input, actorKind: 'staff', outcome: 'ok', actions } as const
  const lines = await readLines(db, filter)
  const names = await listStaffNamesById(db)
  return { dataList: lines.map((line) => toFileHistoryRow(line, names)), total: await countRowsUpTo(db, matching(db, filter)) }
}

/** Returns a page of the audit trail, newest first. */
export async function listAuditEntries(db: Db, input: Filter): Promise<{ dataList: AuditRow[]; total: number }> {
  const lines = await readLines(db, input)
  const total = await countRowsUpTo(db, matching(db, input))
  const names = await readNames(db, lines)
  return { dataList: lines.map((line) => rowFrom(line, names)), total }
}

/** What a member of staff did to a case, and when. */
interface StaffChange {
  staffId: string
  at: Date
  what: string
}

const CHANGE_LOOKED_FOR_DAYS = 90

/** Finds what staff did last to an object, of the given calls; `texts` says by the path of each what it does. */
export async function findLastStaffChange(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { objectId, texts }: { objectId: string; texts: Readonly<Record<string, string>> },
): Promise<StaffChange | undefined> {
  const last = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'at'])
    .where('object_id', '=', objectId)
    .where('at', '>', addHours(now, -24 * CHANGE_LOOKED_FOR_DAYS))
    .where('actor_kind', '=', 'staff')
    .where('outcome', '=', 'ok')
    .where('action', 'in', Object.keys(texts))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actor_id == null ? undefined : { staffId: last.actor_id, at: last.at, what: texts[last.action] ?? '' }
}

/** Refuses because a colleague was faster, and says who it was, what he did and when; without a known change with `msg`, or as the refusal says. */
export async function refuseNamingColleague(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { reason, change, msg }: { reason: RefusalName; change: StaffChange | undefined; msg?: string },
): Promise<never> {
  const by = change && (await findStaff(db, change.staffId))?.name
  if (change === undefined || by === undefined) return refuse(reason, msg === undefined ? {} : { msg })
  return refuse(reason, { msg: formatCaseChange({ by, at: change.at, what: change.what }, now) })
}

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
