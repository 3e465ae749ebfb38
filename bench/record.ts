import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { CompiledQuery } from 'kysely'
import { type App, buildApp } from '#server/app.ts'
import { createExternalServices } from '#server/external-services.ts'
import { type Db, openDatabase } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { systemClock } from '#server/platform/core/moment.ts'
import { createInProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createIdempotencyKey } from './cluster.ts'
import { createTrace, findOrderNumberRoles, type StatementTrace } from './trace.ts'
import { type LoadWorld, PASSWORD, PAY_PASSWORD } from './world.ts'

export interface OrderTraces {
  submit: StatementTrace
  pay: StatementTrace
  /** Roles that are order numbers. */
  numbers: string[]
}

/** The mall in this process, with a record of every statement. */
export async function openAppRecordingStatements(
  url: string,
  keys: Keys,
): Promise<{ app: App; db: Db; queries: CompiledQuery[]; close(): Promise<void> }> {
  const queries: CompiledQuery[] = []
  const database = openDatabase({ url, poolSize: 4, onQuery: (query) => queries.push(query) })
  const app = await buildApp({
    db: database.db,
    keys,
    services: createExternalServices({ dataDir: tmpdir() }, database.db, keys),
    ...createInProcessAppOptions(),
    clock: systemClock,
  })
  await app.http.ready()
  return {
    app,
    db: database.db,
    queries,
    async close() {
      await app.http.close()
      await database.close()
    },
  }
}

/** Orders three SKUs on credit once, and records the statements for it. */
export async function recordOrderTraces(
  url: string,
  { keys, buyers, skuIds }: LoadWorld,
  goodsOf: ReadonlyMap<string, string>,
): Promise<OrderTraces> {
  const [buyer] = buyers
  if (!buyer) throw new Error('nobody to order')
  const { app, queries, close } = await openAppRecordingStatements(url, keys)
  const { token } = await createTestUser(app.http).api.security.loginByMobile({ mobile: buyer.mobile, pwd: PASSWORD })
  const person = createTestUser(app.http, token)
  const address = await person.api.address.add({
    name: '压测',
    mobile: buyer.mobile,
    areaCode: '440305',
    detail: '高新南一道',
    isDefault: true,
  })
  const chosen = skuIds.slice(0, 3)
  const lines = chosen.map((skuId) => ({ skuId, goodsNum: 2 }))
  const shown = await person.api.order.preview({ lines, method: 'credit' })
  const keysUsed = [createIdempotencyKey(), createIdempotencyKey()] as const
  queries.length = 0
  const trade = await person.api.order.submit(
    { lines, method: 'credit', addressId: address.id, quote: shown.quote },
    { idempotencyKey: keysUsed[0] },
  )
  const submitted = queries.splice(0)
  await person.api.order.payByCredit({ tradeId: trade.tradeId, payPwd: PAY_PASSWORD }, { idempotencyKey: keysUsed[1] })
  const paid = queries.splice(0)
  await close()
  const shopId = shown.shops[0]?.shopId ?? ''
  const orderNo = trade.orders[0]?.orderNo ?? ''
  const orderId =
    submitted.flatMap(({ sql, parameters }) => (sql.startsWith('insert into "order"') ? [String(parameters[1])] : []))[0] ?? randomUUID()
  const known = new Map([
    [buyer.enterpriseId, 'enterprise'],
    [buyer.userId, 'user'],
    [sha256(token).toString('hex'), 'tokenHash'],
    [address.id, 'address'],
    [trade.tradeId, 'trade'],
    [orderId, 'order'],
    [orderNo, 'orderNo'],
    [shopId, `=${shopId}`],
    [keysUsed[0], 'key'],
    [keysUsed[1], 'payKey'],
    ...chosen.flatMap((skuId, at) => [[skuId, `sku${at}`] as const, [goodsOf.get(skuId) ?? '', `goods${at}`] as const]),
  ])
  const submit = createTrace(submitted, known)
  const pay = createTrace(paid, known)
  return { submit, pay, numbers: [...findOrderNumberRoles(submitted, submit), ...findOrderNumberRoles(paid, pay)] }
}
