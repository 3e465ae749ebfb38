// Finds companies and people.
import { sql } from 'kysely'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { anyOfDigestsSql } from '#server/platform/core/db.ts'
import { containsSql } from '#server/platform/core/like-pattern.ts'
import {
  enterpriseNameSql,
  type FindHitsOfOneKind,
  finderCandidatesLimitSql,
  finderHitsLimitSql,
  toFinderHit,
  unionOfCandidateSelectsSql,
} from './hits.ts'

/** The state of a person or a company, if it is not the usual one. */
const formatAccountStatus = ({ status, closed_at }: { status: number; closed_at: Date | null }): string | null =>
  closed_at !== null ? '已注销' : status === 1 ? null : '已冻结'

interface EnterpriseFound {
  id: string
  name: string | null
  agent_name: string | null
  status: number
  closed_at: Date | null
}

/** By a part of its name, or by the whole mobile number of one of its people. */
export const findEnterpriseHits: FindHitsOfOneKind = async (db, { text, part, mobile }, { keys, isSeenEnterprise }) => {
  const ofMobile = mobile === undefined ? undefined : anyOfDigestsSql(keys.hmacs('mobile', mobile))
  const found = unionOfCandidateSelectsSql([
    part && sql`(select id from enterprise where name = ${text} and ${isSeenEnterprise('id')})`,
    part &&
      sql`(select id from enterprise where ${containsSql(sql`name`, part)} and ${isSeenEnterprise('id')} ${finderCandidatesLimitSql})`,
    ofMobile &&
      sql`(select m.enterprise_id as id from mobile_claim as claim join membership as m on m.user_id = claim.user_id
        where claim.mobile_hmac = ${ofMobile} and m.deleted_at is null and ${isSeenEnterprise('m.enterprise_id')} ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<EnterpriseFound>`
    select c.id, c.name, c.agent_name, c.status, c.closed_at from ${found} as found
    join enterprise as c on c.id = found.id
    where c.id <> ${PLATFORM_ENTERPRISE_ID}
    order by c.name = ${text} desc nulls last, starts_with(c.name, ${text}) desc nulls last, char_length(c.name), c.name, c.id
    ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, name, agent_name, ...standing }) => {
    const hit = { id, enterpriseId: id, title: name ?? '未认证企业', exact: name === text }
    return toFinderHit('enterprise', hit, [agent_name && `经办人 ${agent_name}`, formatAccountStatus(standing)])
  })
}

interface UserFound {
  id: string
  user_name: string | null
  seat_name: string | null
  company: string | null
  mobile_masked: string
  status: number
  closed_at: Date | null
}

/** By the whole mobile number, by what is visible of it, or by a part of the name. Whoever has closed his account is not found. */
export const findUserHits: FindHitsOfOneKind = async (db, { text, part, mobile, maskedMobile, lastDigits }, { keys }) => {
  const named = part !== undefined && lastDigits === undefined && mobile === undefined ? part : undefined
  const matches = unionOfCandidateSelectsSql([
    mobile &&
      sql`(select user_id as id, null as name from mobile_claim where mobile_hmac = ${anyOfDigestsSql(keys.hmacs('mobile', mobile))})`,
    maskedMobile && sql`(select id, user_name as name from app_user where mobile_masked = ${maskedMobile} ${finderCandidatesLimitSql})`,
    lastDigits &&
      sql`(select id, user_name as name from app_user where right(mobile_masked, 4) = ${lastDigits} ${finderCandidatesLimitSql})`,
    named && sql`(select id, user_name as name from app_user where ${containsSql(sql`user_name`, named)} ${finderCandidatesLimitSql})`,
    named &&
      sql`(select user_id as id, name from membership where ${containsSql(sql`name`, named)} and deleted_at is null ${finderCandidatesLimitSql})`,
  ])
  if (!matches) return []
  // Ids grow with time, so the newest people are chosen before anybody is looked up.
  const { rows } = await sql<UserFound>`
    with found as materialized (select id, bool_or(name is not null and name = ${text}) as is_exact from ${matches} as found
      group by id order by is_exact desc, id desc ${finderCandidatesLimitSql})
    select u.id, u.user_name, seat.name as seat_name, seat.company, u.mobile_masked, u.status, u.closed_at
    from found join app_user as u on u.id = found.id
    left join (select distinct on (m.user_id) m.user_id, m.name, ${enterpriseNameSql('m.enterprise_id')} as company from membership as m
      where m.user_id in (select id from found) and m.deleted_at is null order by m.user_id, m.created_at, m.enterprise_id) as seat
      on seat.user_id = u.id
    where u.closed_at is null
    order by found.is_exact desc, u.created_at desc, u.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, user_name, seat_name, company, mobile_masked, ...standing }) => {
    const title = user_name ?? seat_name ?? '未填姓名'
    const hit = { id, enterpriseId: null, title, exact: mobile !== undefined || title === text }
    return toFinderHit('user', hit, [mobile_masked, company, formatAccountStatus(standing)])
  })
}
