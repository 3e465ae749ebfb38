import type pg from 'pg'

/** The objects of the acts, of one company with orders in every state. */
export interface QueryPlanActionObjects {
  tradeId: string
  orderNo: string
  poNumber: string
  paymentNumber: string
  projectId: string
  tagId: string
}

/** Creates a project for a company, for a quarter of the orders that are written afterwards. */
export async function insertPlanProject(client: pg.Client, enterpriseId: string): Promise<void> {
  await client.query(
    `insert into project (enterprise_id, id, name, code, site, budget_span, open, created_at) values ($1, uuid_v7(), '一号井', 'A1', '', 'month', true, now())`,
    [enterpriseId],
  )
}

/** Makes a staff member, who is no administrator, keep only the shop that was created last. */
export async function limitStaffToLastShop(client: pg.Client, email: string): Promise<void> {
  await client.query(
    `insert into staff_shop (staff_id, shop_id) select (select id from staff where email = $1), id from shop order by created_at desc limit 1`,
    [email],
  )
}

/** Gives a tag to a company and to one of 400 orders of all. */
export async function insertPlanTags(client: pg.Client, enterpriseId: string): Promise<void> {
  await client.query(`insert into enterprise_tag (id, name, created_at) values (uuid_v7(), '加急', now())`)
  await client.query(
    `insert into tagged_enterprise (enterprise_id, tag_id, tagged_by, at) select $1, id, (select id from staff limit 1), now() from enterprise_tag`,
    [enterpriseId],
  )
  await client.query(
    `insert into tagged_order (enterprise_id, order_id, tag_id, tagged_by, at)
     select enterprise_id, o.id, tag.id, (select id from staff limit 1), now()
     from (select enterprise_id, id, row_number() over (order by created_at) as g from "order") as o, enterprise_tag as tag where o.g % 400 = 0`,
  )
  await client.query('vacuum (analyze) tagged_order, tagged_enterprise, enterprise_tag')
}

/** Finds the objects of the acts, after `insertOrdersForQueryPlans`. Throws if there are none. */
export async function findQueryPlanActionObjects(client: pg.Client, enterpriseId: string): Promise<QueryPlanActionObjects> {
  const { rows } = await client.query<QueryPlanActionObjects>(
    `select o.trade_id as "tradeId", o.order_no as "orderNo", p.reference as "paymentNumber", o.project_id as "projectId",
       (select po_number from "order" where po_number <> '' limit 1) as "poNumber", (select id from enterprise_tag limit 1) as "tagId"
     from "order" o join payment p on p.enterprise_id = o.enterprise_id and p.trade_id = o.trade_id
     where o.enterprise_id = $1 and o.project_id is not null and p.reference is not null order by o.created_at desc limit 1`,
    [enterpriseId],
  )
  const [known] = rows
  if (!known) throw new Error('nothing to ask about')
  return known
}
