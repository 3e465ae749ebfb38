/**
 * The limit that the mall is compared with: only Fastify and pg. /hello returns a constant; /submit and /pay send exactly the statements
 * that the mall sends for one order. The bench starts it: node bench/bare.ts URL TRACES.json PORT
 */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import pg from 'pg'
import { createRoleValuesForOrder, replayTrace, type StatementTrace } from './trace.ts'

const [, , url = '', file = '', port = '0'] = process.argv
const { submit, pay, numbers } = JSON.parse(readFileSync(file, 'utf8'), (_, value) =>
  value?.type === 'Buffer' ? Buffer.from(value.data) : value,
) as { submit: StatementTrace; pay: StatementTrace; numbers: string[] }

const pool = new pg.Pool({ connectionString: url, max: 16 })
const app = Fastify({ logger: false })
const numberRoles = new Set(numbers)

interface Given {
  tokenHash: string
  [role: string]: string
}

async function run(trace: StatementTrace, given: Given): Promise<(role: string) => unknown> {
  const { tokenHash, ...rest } = given
  const cast = createRoleValuesForOrder({ ...rest, tokenHash: Buffer.from(tokenHash, 'hex') }, numberRoles)
  const client = await pool.connect()
  try {
    await replayTrace(client, trace, cast)
  } finally {
    client.release()
  }
  return cast
}

app.get('/hello', () => ({ hello: 'world' }))
app.post('/submit', async (request) => {
  const cast = await run(submit, request.body as Given)
  return { code: 200, data: { order: cast('order'), trade: cast('trade'), orderNo: cast('orderNo') } }
})
app.post('/pay', async (request) => {
  await run(pay, request.body as Given)
  return { code: 200, data: null }
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
