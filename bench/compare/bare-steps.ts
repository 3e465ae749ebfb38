/**
 * The limit that the mall is compared with: only Fastify and pg, with a table of orders, one of lines, one of stock and one of accounts. An
 * order takes as many round trips as the caller says; after its own work it reads one row by its key until the number is reached. `node
 * bench/compare/bare-steps.ts URL PORT`, as the owner of the database.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

const [, , url = '', port = '0'] = process.argv
const LINES = 3
const pool = new pg.Pool({ connectionString: url, max: 16 })
await pool.query(`
  create schema if not exists bare;
  create table if not exists bare.purchase (id uuid primary key, account int not null, state text not null, body jsonb not null, at timestamptz not null);
  create table if not exists bare.line (purchase_id uuid, no int, sku int not null, quantity int not null, primary key (purchase_id, no));
  create table if not exists bare.stock (sku int primary key, available bigint not null);
  create table if not exists bare.account (id int primary key, balance bigint not null);
  insert into bare.stock select n, 1e12 from generate_series(0, 1999) n on conflict do nothing;
  insert into bare.account select n, 1e15 from generate_series(0, 99) n on conflict do nothing`)

interface Asked {
  account: number
  skus: number[]
  trips: number
  id: string
}

const BODY = JSON.stringify({ receiver: '压测', region: '广东省 深圳市 南山区', detail: '高新南一道', remark: '', words: 'x'.repeat(200) })

/** Runs the statements in one transaction, with additional reads by key until the given number of round trips. */
async function inTrips(
  trips: number,
  account: number,
  statements: readonly { name: string; text: string; values: unknown[] }[],
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const reads = trips - 2 - statements.length
    for (let read = 0; read < reads; read++)
      await client.query({ name: 'read', text: 'select balance from bare.account where id = $1', values: [account] })
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const app = Fastify({ logger: false })
app.get('/hello', () => ({ hello: 'world' }))
app.post('/submit', async (request) => {
  const { account, skus, trips } = request.body as Asked
  const id = randomUUID()
  const sorted = skus.toSorted((one, other) => one - other)
  await inTrips(trips, account, [
    { name: 'buy', text: 'insert into bare.purchase values ($1, $2, $3, $4, now())', values: [id, account, 'WAIT_PAY', BODY] },
    {
      name: 'lines',
      text: 'insert into bare.line select $1, no, sku, 2 from unnest($2::int[]) with ordinality as l(sku, no)',
      values: [id, sorted.slice(0, LINES)],
    },
    {
      name: 'stock',
      text: `update bare.stock s set available = available - 2 from (select sku from bare.stock where sku = any($1::int[]) order by sku for update) l
        where s.sku = l.sku and s.available >= 2`,
      values: [sorted],
    },
  ])
  return { code: 200, data: { id } }
})
app.post('/pay', async (request) => {
  const { account, trips, id } = request.body as Asked
  await inTrips(trips, account, [
    { name: 'draw', text: 'update bare.account set balance = balance - 600 where id = $1 and balance >= 600', values: [account] },
    { name: 'paid', text: `update bare.purchase set state = 'WAIT_SEND' where id = $1`, values: [id] },
  ])
  return { code: 200, data: null }
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
