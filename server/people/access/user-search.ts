// Searches users for the console: reads tables of people/identity and people/organisation across enterprises.

import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import { countRowsUpTo, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface UserSearchInput {
  keyword?: string | undefined
  status?: 0 | 1 | undefined
  pageNo: number
  pageSize: number
}

export interface FoundUser {
  id: string
  name: string | null
  mobileMasked: string
  status: 0 | 1
  createdAt: Date
}

const WHOLE_MOBILE = /^1[3-9]\d{9}$/
const MASKED_MOBILE = /^1\d{2}\*{4}\d{4}$/
const LAST_DIGITS = /^\d{4}$/

/** What the search reads of a person. */
interface UserRow {
  id: string
  user_name: string | null
  mobile_masked: string
  status: number
  created_at: Date
  closed_at: Date | null
}

/**
 * SQL: the people with this text in their own name or in the name that a company has given them. The two indexes find them first: for one
 * condition with `or` the planner may read everybody.
 */
const namedUsers = (keyword: string) =>
  sql<UserRow>`(select one.* from (select id from app_user where ${containsSql(sql`user_name`, keyword)}
      union select user_id from membership where ${containsSql(sql`name`, keyword)}) as found
    join app_user as one on one.id = found.id)`

/**
 * A complete mobile number finds its owner by its claim; a masked number or its last digits find all who share them; other text searches
 * names.
 */
function matching(db: Db, keys: Keys, { keyword, status }: UserSearchInput) {
  const isNumber = keyword !== undefined && [WHOLE_MOBILE, MASKED_MOBILE, LAST_DIGITS].some((form) => form.test(keyword))
  const from = keyword && !isNumber ? namedUsers(keyword) : sql<UserRow>`app_user`
  // A person who has closed his account is not found.
  let query = db.selectFrom(from.as('app_user')).where('closed_at', 'is', null)
  if (status !== undefined) query = query.where('status', '=', status)
  if (!keyword || !isNumber) return query
  if (WHOLE_MOBILE.test(keyword)) {
    const claim = db.selectFrom('mobile_claim').select('user_id').where('mobile_hmac', '=', keys.hmac('mobile', keyword))
    return query.where('id', '=', claim)
  }
  if (MASKED_MOBILE.test(keyword)) return query.where('mobile_masked', '=', keyword)
  return query.where(sql`right(mobile_masked, 4)`, '=', keyword)
}

/** Returns a page of users, newest first. */
export async function searchUsersForConsole(db: Db, keys: Keys, input: UserSearchInput): Promise<{ users: FoundUser[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const rows = await fetchSlice(
    matching(all, keys, input)
      .select(['id', 'user_name', 'mobile_masked', 'status', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id'),
    toSlice(input),
  )
  const total = await countRowsUpTo(all, matching(all, keys, input))
  const users = rows.map((row) => ({
    id: row.id,
    name: row.user_name,
    mobileMasked: row.mobile_masked,
    createdAt: row.created_at,
    status: row.status === 1 ? (1 as const) : (0 as const),
  }))
  return { users, total }
}
