/**
 * The limits that reads are compared with: only Fastify and pg. /hello returns a constant; /list reads a page of 24 goods with the prices of a
 * company with one query. The bench starts it: node bench/bare-reads.ts URL PORT
 */
import Fastify from 'fastify'
import pg from 'pg'

const [, , url = '', port = '0'] = process.argv
const pool = new pg.Pool({ connectionString: url, max: 16 })
const app = Fastify({ logger: false })

const PAGE_OF_GOODS = `
  select g.id, g.name, g.spec, g.unit, g.category_id, g.pictures -> 0 ->> 'id' as picture, s.id as sku_id, s.code, s.minimum, s.step,
    t.available, coalesce(p.sale_price_fen, s.sale_price_fen) as sale, coalesce(p.credit_price_fen, s.credit_price_fen) as credit
  from (select id, name, spec, unit, category_id, pictures, position from goods where on_shelf order by position, id limit 24) g
    cross join lateral (select id, code, minimum, step, sale_price_fen, credit_price_fen from sku
      where goods_id = g.id and on_shelf order by position limit 1) s
    join sku_stock t on t.sku_id = s.id
    left join price_list l on l.enterprise_id = $1 and l.enabled
    left join price_list_item p on p.enterprise_id = l.enterprise_id and p.list_id = l.id and p.sku_id = s.id and p.from_quantity = 1
  order by g.position, g.id`

app.get('/hello', () => ({ hello: 'world' }))
app.get('/list', async (request) => {
  const { enterprise } = request.query as { enterprise: string }
  const { rows } = await pool.query({ name: 'page of goods', text: PAGE_OF_GOODS, values: [enterprise] })
  return { code: 200, data: { dataList: rows, total: 500 } }
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
