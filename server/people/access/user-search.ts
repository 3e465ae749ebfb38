// Searches users for the console: reads tables of people/identity and people/organisation across enterprises.

import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { formatLikeContainsPattern, formatLikeEndsWithPattern } from '#server/platform/core/like-pattern.ts'
import { countRowsUpTo, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

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

/**
 * A complete mobile number finds its owner by its claim; a masked number or its last digits find all who share them; other text searches
 * names.
 */
function matching(db: Db, keys: Keys, { keyword, status }: UserSearchInput) {
  // A person who has closed his account is not found.
  let query = db.selectFrom('app_user').where('closed_at', 'is', null)
  if (status !== undefined) query = query.where('status', '=', status)
  if (!keyword) return query
  if (WHOLE_MOBILE.test(keyword)) {
    const claim = db.selectFrom('mobile_claim').select('user_id').where('mobile_hmac', '=', keys.hmac('mobile', keyword))
    return query.where('id', '=', claim)
  }
  if (MASKED_MOBILE.test(keyword)) return query.where('mobile_masked', '=', keyword)
  if (LAST_DIGITS.test(keyword)) return query.where('mobile_masked', 'like', formatLikeEndsWithPattern(keyword))
  // A keyword without upper and lower case is compared with LIKE, which is several times faster.
  const alike = /\p{Cased_Letter}/u.test(keyword) ? 'ilike' : 'like'
  const memberships = db.selectFrom('membership').select('user_id').where('name', alike, formatLikeContainsPattern(keyword))
  return query.where((eb) => eb.or([eb('user_name', alike, formatLikeContainsPattern(keyword)), eb('id', 'in', memberships)]))
}

/** Returns a page of users, newest first. */
export async function searchUsers(db: Db, keys: Keys, input: UserSearchInput): Promise<{ users: FoundUser[]; total: number }> {
  const all = acrossEnterprises(db, 'console')
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
