import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeWorkerUtils } from 'graphile-worker'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createJobQueueTables } from '#server/operations/jobs/queue-run.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { TenantGuard } from '#server/platform/core/tenant-guard.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { startEmbeddedPostgresWithMallDatabase } from '#server/platform/database/embedded-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { moveAllRowsToUnusedDatabase } from '#server/platform/database/move-database.ts'
import { OWNER_ROLE, replaceDatabaseUrlParts } from '#server/platform/database/roles.ts'
import { startChildProgram } from '#server/platform/testing/child-program.ts'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { allowJobQueueSchemaCreation } from '#server/platform/testing/job-queue.ts'
import { sealAllLedgerRows } from '#server/platform/testing/ledger-seals.ts'
import { type Buyer, openMall, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { createWaybillNo } from '#server/platform/testing/waybills.ts'

const mall = await openMall()
const skuId = await mall.createSku('U84 采煤截齿', { sale: '38.50', credit: '40.40' })
const lines = [{ skuId, goodsNum: 3 }]
const created: string[] = []
afterAll(async () => {
  await withDatabaseClient(inject('superUrl'), async (client) => {
    for (const name of created) await client.query(`drop database ${name} with (force)`)
  })
})

/** A database of its own as an operator creates it: empty, owned by mall_owner. */
async function createTarget(): Promise<{ ownerUrl: string; appUrl: string }> {
  const database = `move_${randomBytes(6).toString('hex')}`
  created.push(database)
  await withDatabaseClient(inject('superUrl'), (client) =>
    client.query(`create database ${database} owner ${OWNER_ROLE} template template0 encoding 'UTF8'`),
  )
  const url = (base: string) => replaceDatabaseUrlParts(base, { database })
  return { ownerUrl: url(inject('ownerUrl')), appUrl: url(inject('appUrl')) }
}

async function createMigratedTarget() {
  const target = await createTarget()
  await migrate(target.ownerUrl)
  await createJobQueueTables(target.ownerUrl, createErrorLog())
  return target
}

async function submits(buyer: Buyer, method: 'credit' | 'wallet') {
  const { quote } = await buyer.api.order.preview({ lines, method })
  return buyer.api.order.submit({ lines, method, addressId: buyer.addressId, quote })
}

/** The number of rows of a query, as the owner. */
const countRows = (url: string, sql: string): Promise<number> =>
  withDatabaseClient(
    url,
    async (client) => (await client.query<{ count: number }>(`select count(*)::int as count from ${sql}`)).rows[0]?.count ?? 0,
  )

describe('a mall moved to an external database', async () => {
  const lin = await mall.buyer('林', { credit: '500000', wallet: '10000' })
  const paid = await submits(lin, 'credit')
  await lin.api.order.payByCredit({ tradeId: paid.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
  const orderNo = paid.orders[0]?.orderNo ?? ''
  const parcel = { carrier: '德邦快递', trackingNo: createWaybillNo(), lines: [{ lineNo: 1, quantity: 2 }] }
  await (await mall.staff('warehouse')).api.consoleFulfilment.ship({ enterpriseId: lin.enterpriseId, orderNo, ...parcel })
  const open = await submits(lin, 'wallet')
  await allowJobQueueSchemaCreation(mall.ownerUrl)
  await createJobQueueTables(mall.ownerUrl, createErrorLog())
  const queue = await makeWorkerUtils({ connectionString: mall.ownerUrl })
  await queue.addJob('announcements', {}, { jobKey: 'waiting' })
  await queue.release()

  test('has every row, keeps all invariants, and its users continue where they were', async () => {
    const target = await createMigratedTarget()
    const moved = await moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)
    expect(moved.find(({ table }) => table === 'public."order"')?.rows).toBe(2)
    expect(moved.find(({ table }) => table === 'graphile_worker._private_jobs')?.rows).toBe(1)
    expect(await findInvariantBreaches(target.ownerUrl)).toEqual({})

    const { db, close } = openDatabase({ url: target.appUrl, poolSize: 4, plugins: [new TenantGuard()] })
    const { http } = await buildApp({
      db,
      keys: mall.keys,
      services: mall.services,
      log: createErrorLog(),
      limits: unlimitedServerLimits,
      trustProxy: [],
      secure: false,
      strict: true,
      clock: () => mall.clock.now,
      requireTotp: false,
    })
    const { token } = await createTestUser(http).api.security.loginByMobile({ mobile: lin.mobile, pwd: TEST_USER_PASSWORD })
    const there = createTestUser(http, token)
    expect(await there.api.order.list({})).toEqual(await lin.api.order.list({}))
    expect(await there.api.credit.overview({})).toEqual(await lin.api.credit.overview({}))
    expect((await there.api.order.payByWallet({ tradeId: open.tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })).orders[0]?.orderNo).toBe(
      open.orders[0]?.orderNo,
    )
    // Numbers go on: an order of today does not get the number of a moved one.
    const { quote } = await there.api.order.preview({ lines, method: 'wallet' })
    const next = await there.api.order.submit({ lines, method: 'wallet', addressId: lin.addressId, quote })
    expect([orderNo, open.orders[0]?.orderNo]).not.toContain(next.orders[0]?.orderNo)
    expect(await findInvariantBreaches(target.ownerUrl)).toEqual({})
    await http.close()
    await close()
  })

  test('is refused if the target has data or other tables, and leaves the target unchanged', async () => {
    const target = await createMigratedTarget()
    await withDatabaseClient(target.ownerUrl, (client) => client.query('alter table goods add column foreign_note text'))
    await expect(moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)).rejects.toThrow('两个数据库的表不同：public.goods')
    await withDatabaseClient(target.ownerUrl, (client) => client.query('alter table goods drop column foreign_note'))
    await moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)
    await expect(moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)).rejects.toThrow('目标数据库里已有数据（')
  })

  test('is not moved if its data break a constraint of the target, and can be moved after the repair', async () => {
    const target = await createMigratedTarget()
    await withDatabaseClient(target.ownerUrl, (client) =>
      client.query(`alter table "order" add constraint broken check (order_no <> '${orderNo}')`),
    )
    const foreignKeys = await countRows(target.ownerUrl, `pg_constraint where contype = 'f'`)
    await expect(moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)).rejects.toThrow('broken')
    expect(await countRows(target.ownerUrl, 'goods')).toBe(0)
    expect(await countRows(target.ownerUrl, `pg_constraint where contype = 'f'`)).toBe(foreignKeys)
    await withDatabaseClient(target.ownerUrl, (client) => client.query('alter table "order" drop constraint broken'))
    await moveAllRowsToUnusedDatabase(mall.ownerUrl, target.ownerUrl)
    expect(await countRows(target.ownerUrl, `pg_constraint where contype = 'f'`)).toBe(foreignKeys)
    expect(await findInvariantBreaches(target.ownerUrl)).toEqual({})
  })
})

test('a statement that is sealed holds where transactions have higher numbers', async () => {
  const other = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
  const { draws, dawns, jobs } = createDebtHelpers(other)
  const wu = await other.buyer('吴', { credit: '50000' })
  await draws(wu.enterpriseId, yuanTextToFen('600'))
  await dawns('2026-12-02')
  await jobs()
  await sealAllLedgerRows(other)
  await allowJobQueueSchemaCreation(other.ownerUrl)
  await createJobQueueTables(other.ownerUrl, createErrorLog())
  // The migrations of the target run after the statement was written.
  const target = await createMigratedTarget()
  await moveAllRowsToUnusedDatabase(other.ownerUrl, target.ownerUrl)
  expect(await countRows(target.ownerUrl, `ledger_seal where table_name = 'statement'`)).toBe(1)
  expect(await findInvariantBreaches(target.ownerUrl)).toEqual({})
})

describe('npm run move', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-move-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const run = async (env: Record<string, string>) => {
    const { code, output, complaints } = await startChildProgram('tools/move.ts', { DATA_DIR: dataDir, ...env }).ended
    return { code, output, complaints: complaints.trim() }
  }

  test('moves the mall of the folder to the configured database, only with its own secret', async () => {
    const source = await startEmbeddedPostgresWithMallDatabase(dataDir)
    await migrate(source.ownerUrl)
    await withDatabaseClient(source.ownerUrl, (client) =>
      client.query(`insert into help_category (id, name, note, position) values (gen_random_uuid(), '配送', '', 1)`),
    )
    source.close()
    const target = await createTarget()
    const settings = { DATABASE_URL: target.appUrl, DATABASE_OWNER_URL: target.ownerUrl }
    expect(await run({})).toMatchObject({ code: 2, complaints: expect.stringContaining('缺少目标数据库') })
    expect(await run({ ...settings, MALL_SECRET: randomBytes(32).toString('hex') })).toMatchObject({
      code: 2,
      complaints: expect.stringMatching(/^没有迁移：MALL_SECRET 要与 .* 相同/),
    })
    const { code, output, complaints } = await run({ ...settings, MALL_SECRET: source.secret.toString('hex') })
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(output).toMatch(/✓ public\.help_category: \d+\n/)
    expect(output.match(/invariants, 0 broken/g)).toHaveLength(2)
    expect(await countRows(target.ownerUrl, `help_category where name = '配送'`)).toBe(1)
  })
})
