import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'

/** What there is of a mall, as far as its opening depends on it. */
export interface SetupFacts {
  admins: number
  /** The roles of all people in use, each once, separated by commas. */
  roles: string
  /** When an administrator who was asked for becomes one, unless another one agrees before; null: nobody was asked for. */
  adminFrom: Date | null
  agreementsUnread: number
  shops: number
  freightRows: number
  categories: number
  licenceKinds: number
  goods: number
  /** Files of the old system that are moved in, and those that nobody has finished or cancelled. */
  movedIn: number
  movingIn: number
}

/** Counts everything in one statement. An agreement is read when a person has published it. */
export async function readSetupFacts(db: Db): Promise<SetupFacts | undefined> {
  const { rows } = await sql<SetupFacts>`
    select (select count(*)::int from staff where status = 1 and roles like '%admin%') as "admins",
      (select coalesce(string_agg(distinct roles, ','), '') from staff where status = 1) as "roles",
      (select min(takes_effect_at) from sensitive_change where state = 'PENDING' and kind in ('staffAdd', 'staffRoles')
        and payload->'roles' ? 'admin') as "adminFrom",
      (select count(*)::int from article a join article_version v on v.article_id = a.id and v.no = a.published_no
        where a.agreement_id is not null and v.published_by is null) as "agreementsUnread",
      (select count(*)::int from shop where state = 'open') as "shops",
      (select count(*)::int from freight_row) as "freightRows",
      (select count(*)::int from category where parent_id is not null) as "categories",
      (select count(*)::int from licence_kind) as "licenceKinds",
      (select count(*)::int from (select from goods where on_shelf limit 1) any_goods) as "goods",
      (select count(*)::int from moving_in where state = 'done') as "movedIn",
      (select count(*)::int from moving_in where state not in ('done', 'cancelled')) as "movingIn"`.execute(db)
  return rows[0]
}
