// Reads and writes the tables `company_group`, `company_group_member` and `company_group_link`.
import { sql } from 'kysely'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A group that is not dissolved. `parentId` is the company that has it. */
export interface CompanyGroup {
  parentId: string
  name: string
  limitFen: Fen
  /** How often its limit or a share was changed. */
  rowVersion: number
  createdAt: Date
}

const groupColumns = ['enterprise_id', 'name', 'limit_fen', 'row_version', 'created_at'] as const

interface GroupRow {
  enterprise_id: string
  name: string
  limit_fen: Fen
  row_version: number
  created_at: Date
}

const groupFrom = (row: GroupRow): CompanyGroup => ({
  parentId: row.enterprise_id,
  name: row.name,
  limitFen: row.limit_fen,
  rowVersion: row.row_version,
  createdAt: row.created_at,
})

const selectGroup = (db: Db, parentId: string) =>
  db.selectFrom('company_group').select(groupColumns).where('enterprise_id', '=', parentId).where('ended_at', 'is', null)

/** Finds groups by their parents, unsorted. */
export async function findCompanyGroups(db: Db, parentIds: readonly string[]): Promise<CompanyGroup[]> {
  const rows = await db
    .selectFrom('company_group')
    .select(groupColumns)
    .where('enterprise_id', '=', anyOfIdsSql(parentIds))
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(groupFrom)
}

export async function findCompanyGroup(db: Db, parentId: string): Promise<CompanyGroup | undefined> {
  const row = await selectGroup(db, parentId).executeTakeFirst()
  return row && groupFrom(row)
}

/** Locks a group until the transaction ends: its limit and the shares of all its members. The company that is changed is locked before. */
export async function lockCompanyGroup(tx: Tx, parentId: string): Promise<CompanyGroup | undefined> {
  const row = await selectGroup(tx, parentId).forUpdate().executeTakeFirst()
  return row && groupFrom(row)
}

/** Lists the groups that are not dissolved and have a text in their name, or in that of their parent company; the latest first. */
export async function listCompanyGroups(
  db: Db,
  { keyword, ...slice }: RowSlice & { keyword: string | undefined },
): Promise<{ rows: CompanyGroup[]; total: number }> {
  const groups = withoutTenantGuard(db, 'console').selectFrom('company_group').where('ended_at', 'is', null)
  const wanted = keyword
    ? groups.where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('company_group.name', 'ilike', formatLikeContainsPattern(keyword)),
          exists(
            selectFrom('enterprise as parent')
              .select('parent.id')
              .whereRef('parent.id', '=', 'company_group.enterprise_id')
              .where('parent.name', 'ilike', formatLikeContainsPattern(keyword)),
          ),
        ]),
      )
    : groups
  const { rows, total } = await fetchPageWithTotal(
    wanted.select(groupColumns).orderBy('created_at', 'desc').orderBy('enterprise_id'),
    wanted,
    slice,
  )
  return { rows: rows.map(groupFrom), total }
}

/** Inserts the group of a parent with the limit 0, in the row of a dissolved one if there was one. Returns false if it has a group. */
export async function insertCompanyGroup(tx: Tx, moment: Moment, { parentId, name }: { parentId: string; name: string }): Promise<boolean> {
  const fresh = { name, limit_fen: ZERO_FEN, created_at: moment.now, ended_at: null }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('company_group')
    .values({ enterprise_id: parentId, ...fresh })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(fresh).where('company_group.ended_at', 'is not', null))
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function updateCompanyGroupLimitColumn(tx: Tx, parentId: string, limitFen: Fen): Promise<void> {
  await tx
    .updateTable('company_group')
    .set({ limit_fen: limitFen, row_version: sql<number>`row_version + 1` })
    .where('enterprise_id', '=', parentId)
    .execute()
}

export async function markCompanyGroupEnded(tx: Tx, moment: Moment, parentId: string): Promise<void> {
  await tx.updateTable('company_group').set({ ended_at: moment.now }).where('enterprise_id', '=', parentId).execute()
}

/** A company in the group of a parent. */
export interface CompanyGroupMemberRef {
  parentId: string
  memberId: string
}

/** A company that belongs to a group, or is invited to it: then `joinedAt` is null. */
export interface CompanyGroupMember {
  memberId: string
  shareFen: Fen
  invitedAt: Date
  joinedAt: Date | null
  /** It has agreed that the parent sees its purchases by category. */
  showsCategories: boolean
}

const memberColumns = ['member_id', 'share_fen', 'invited_at', 'joined_at', 'shows_categories'] as const

interface MemberRow {
  member_id: string
  share_fen: Fen
  invited_at: Date
  joined_at: Date | null
  shows_categories: boolean
}

const memberFrom = (row: MemberRow): CompanyGroupMember => ({
  memberId: row.member_id,
  shareFen: row.share_fen,
  invitedAt: row.invited_at,
  joinedAt: row.joined_at,
  showsCategories: row.shows_categories,
})

/** Lists the present members of a group and its open invitations, the parent first, then in the order of joining. */
export async function listCompanyGroupMembers(db: Db, parentId: string): Promise<CompanyGroupMember[]> {
  const rows = await db
    .selectFrom('company_group_member')
    .select(memberColumns)
    .where('enterprise_id', '=', parentId)
    .where('left_at', 'is', null)
    .orderBy((eb) => eb('member_id', '=', parentId), 'desc')
    .orderBy('joined_at')
    .orderBy('member_id')
    .execute()
  return rows.map(memberFrom)
}

/** Finds a present member of a group, or an invited company. */
export async function findCompanyGroupMember(
  db: Db,
  { parentId, memberId }: CompanyGroupMemberRef,
): Promise<CompanyGroupMember | undefined> {
  const row = await db
    .selectFrom('company_group_member')
    .select(memberColumns)
    .where('enterprise_id', '=', parentId)
    .where('member_id', '=', memberId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row && memberFrom(row)
}

/**
 * Whether the parent of a group sees a month (YYYY-MM) of a member: its own always, that of another company from the month in which it joined
 * on. An invited company shows nothing.
 */
export const isMonthOfMemberSeen = (
  parentId: string,
  { memberId, joinedAt }: Pick<CompanyGroupMember, 'memberId' | 'joinedAt'>,
  month: string,
): boolean => joinedAt !== null && (memberId === parentId || toShanghaiMonth(joinedAt) <= month)

/** Lists the members of some groups by parent, unsorted and without invited companies. For the console. */
export async function listMembersOfCompanyGroups(db: Db, parentIds: readonly string[]): Promise<Map<string, CompanyGroupMember[]>> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('company_group_member')
    .select(['enterprise_id', ...memberColumns])
    .where('enterprise_id', '=', anyOfIdsSql(parentIds))
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .execute()
  const byParent = Map.groupBy(rows, ({ enterprise_id }) => enterprise_id)
  return new Map(parentIds.map((parentId) => [parentId, (byParent.get(parentId) ?? []).map(memberFrom)]))
}

/** Inserts an invitation, or a member that has joined at once, with the row by which the company finds it. A company that left may come again. */
export async function insertCompanyGroupMember(
  tx: Tx,
  moment: Moment,
  { parentId, memberId, joined }: CompanyGroupMemberRef & { joined: boolean },
): Promise<void> {
  const joined_at = joined ? moment.now : null
  const fresh = { share_fen: ZERO_FEN, invited_at: moment.now, joined_at, left_at: null, shows_categories: joined }
  await tx
    .insertInto('company_group_member')
    .values({ enterprise_id: parentId, member_id: memberId, ...fresh })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'member_id']).doUpdateSet(fresh))
    .execute()
  await tx.insertInto('company_group_link').values({ enterprise_id: memberId, parent_id: parentId, joined_at }).execute()
}

/** Marks an invitation as accepted, on both sides. */
export async function markCompanyGroupMemberJoined(tx: Tx, moment: Moment, { parentId, memberId }: CompanyGroupMemberRef): Promise<void> {
  await tx
    .updateTable('company_group_member')
    .set({ joined_at: moment.now, shows_categories: true })
    .where('enterprise_id', '=', parentId)
    .where('member_id', '=', memberId)
    .execute()
  await tx
    .updateTable('company_group_link')
    .set({ joined_at: moment.now })
    .where('enterprise_id', '=', memberId)
    .where('parent_id', '=', parentId)
    .execute()
}

/** Marks a member, or an invited company, as gone, on both sides. Its share is 0 from then on. */
export async function markCompanyGroupMemberLeft(tx: Tx, moment: Moment, { parentId, memberId }: CompanyGroupMemberRef): Promise<void> {
  await tx
    .updateTable('company_group_member')
    .set({ left_at: moment.now, share_fen: ZERO_FEN })
    .where('enterprise_id', '=', parentId)
    .where('member_id', '=', memberId)
    .execute()
  await tx.deleteFrom('company_group_link').where('enterprise_id', '=', memberId).where('parent_id', '=', parentId).execute()
}

export async function updateCompanyGroupShareColumn(
  tx: Tx,
  { parentId, memberId, shareFen }: CompanyGroupMemberRef & { shareFen: Fen },
): Promise<void> {
  await tx.updateTable('company_group').set({ row_version: sql<number>`row_version + 1` }).where('enterprise_id', '=', parentId).execute()
  await tx
    .updateTable('company_group_member')
    .set({ share_fen: shareFen })
    .where('enterprise_id', '=', parentId)
    .where('member_id', '=', memberId)
    .execute()
}

/** The parent of the group that a company belongs to, itself if it is one; undefined: it belongs to none. */
export async function findCompanyGroupParentId(db: Db, enterpriseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('company_group_link')
    .select('parent_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('joined_at', 'is not', null)
    .executeTakeFirst()
  return row?.parent_id
}

/** Whether a company belongs to a group or is invited to it. */
export async function hasCompanyGroupLink(db: Db, { parentId, memberId }: CompanyGroupMemberRef): Promise<boolean> {
  const row = await db
    .selectFrom('company_group_link')
    .select('parent_id')
    .where('enterprise_id', '=', memberId)
    .where('parent_id', '=', parentId)
    .executeTakeFirst()
  return row !== undefined
}

/** The parents of the groups that a company is invited to and has not answered. */
export async function listParentIdsOfCompanyGroupInvitations(db: Db, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company_group_link')
    .select('parent_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('joined_at', 'is', null)
    .orderBy('parent_id')
    .execute()
  return rows.map(({ parent_id }) => parent_id)
}
