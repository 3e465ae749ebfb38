import { sql } from 'kysely'
import type { Db } from '#server/platform/core/db.ts'

/** The facts of a mall that its opening depends on. */
export interface SetupCounts {
  admins: number
  /** The roles of all people in use, each once, separated by commas. */
  roles: string
  /** What the mall's own roles of these people permit, separated by commas, with repetitions. */
  customCodes: string
  /** When a requested administrator becomes one, unless another administrator approves earlier; null: none was requested. */
  adminFrom: Date | null
  agreementsUnread: number
  shops: number
  freightRows: number
  categories: number
  licenceKinds: number
  goods: number
  /** 1 if something that is on sale has stock, else 0. */
  stocked: number
  /** How many files of the old system were moved in, and how many are neither finished nor cancelled. */
  movedIn: number
  movingIn: number
}

/** Counts everything in one statement. An agreement counts as read when a person has published it. */
export async function readSetupCounts(db: Db): Promise<SetupCounts | undefined> {
  const { rows } = await sql<SetupCounts>`
    select (select count(*)::int from staff where status = 1 and roles like '%admin%') as "admins",
      (select coalesce(string_agg(distinct roles, ','), '') from staff where status = 1) as "roles",
      (select coalesce(string_agg(distinct custom_codes, ','), '') from staff where status = 1) as "customCodes",
      (select min(takes_effect_at) from sensitive_change where state = 'PENDING' and kind in ('staffAdd', 'staffRoles')
        and payload->'roles' ? 'admin') as "adminFrom",
      (select count(*)::int from article a join article_version v on v.article_id = a.id and v.no = a.published_no
        where a.agreement_id is not null and v.published_by is null) as "agreementsUnread",
      (select count(*)::int from shop where state = 'open') as "shops",
      (select count(*)::int from freight_row) as "freightRows",
      (select count(*)::int from category where parent_id is not null) as "categories",
      (select count(*)::int from licence_kind) as "licenceKinds",
      (select count(*)::int from (select id from goods where on_shelf limit 1) any_goods) as "goods",
      (select count(*)::int from (select sku.id from sku join goods on goods.id = sku.goods_id join sku_stock stock on stock.sku_id = sku.id
        where goods.on_shelf and sku.on_shelf and stock.available > 0 limit 1) any_stock) as "stocked",
      (select count(*)::int from moving_in where state = 'done') as "movedIn",
      (select count(*)::int from moving_in where state not in ('done', 'cancelled')) as "movingIn"`.execute(db)
  return rows[0]
}
