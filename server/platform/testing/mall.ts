import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterAll, expect } from 'vitest'
import { unconfiguredCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { insertSampleGoodsOnShelf, refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { createLocalSmsGatewayWithMallName, type ExternalServices } from '#server/external-services.ts'
import { createWebhookSender } from '#server/integration/webhooks/public.ts'
import { applyOrderReturnAndOfferDeadlines } from '#server/operations/jobs/deadlines.ts'
import { createFolderStore } from '#server/people/files/public.ts'
import { unsealSms } from '#server/people/sms/public.ts'
import { type Db, openDatabase, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { createMoment, type Moment } from '#server/platform/core/moment.ts'
import { type ServerLimits, unlimitedServerLimits } from '#server/platform/core/server-limits.ts'
import { TenantGuard } from '#server/platform/core/tenant-guard.ts'
import { hashPasswordCheaply } from './cheap-hash.ts'
import { setUpDemoCompany } from './company.ts'
import { copyDatabase } from './copy-database.ts'
import { expectNothingInFlight } from './in-flight.ts'
import { connectInvariantChecker, type InvariantBreaches } from './invariant-breaches.ts'
import { createMallPeople, TEST_USER_PASSWORD } from './mall-people.ts'
import { type GoodsOptions, toNewGoodsWithOneSku } from './new-goods.ts'
import { recordStatements } from './record-statements.ts'
import { listRefusedStatements } from './refused-statements.ts'
import { yuanTextToFen } from './yuan.ts'

export { type Buyer, type BuyerOptions, TEST_USER_PASSWORD, TEST_USER_PAYMENT_PASSWORD } from './mall-people.ts'
export { yuanTextToFen }

export interface TestMallOptions extends Partial<Pick<AppOptions, 'requireTotp' | 'trustProxy'>> {
  /** The server's clock at the start. Default: an afternoon in Shanghai. */
  now?: Date
  limits?: Partial<ServerLimits>
  secret?: Buffer
  /** Left out: the company profile is not written yet. */
  company?: boolean
}

/**
 * Opens a real server on a real PostgreSQL, empty except for its categories and one shop, with users who call it over HTTP. A statement
 * without its enterprise, and a refusal that its call does not list, are errors here.
 */
export async function openMall({
  now = new Date('2026-11-18T06:00:00Z'),
  limits = {},
  secret = randomBytes(32),
  requireTotp = false,
  trustProxy = [],
  company = true,
}: TestMallOptions = {}) {
  const copy = await copyDatabase()
  const statements: string[] = []
  const roundTrips: (readonly string[])[] = []
  let recorded: CompiledQuery[] | undefined
  const database = openDatabase({
    url: copy.appUrl,
    poolSize: 24,
    plugins: [new TenantGuard()],
    onQuery: (query) => {
      statements.push(query.sql)
      recorded?.push(query)
    },
    onRoundTrip: (sent) => roundTrips.push(sent),
  })
  const { db } = database
  const clock = { now, forward: (ms: number) => (clock.now = new Date(clock.now.getTime() + ms)) }
  const keys = createKeys(secret)
  const filesFolder = mkdtempSync(path.join(tmpdir(), 'mall-files-'))
  const nobody = {
    gateways: new Map(),
    express: unconfiguredCarrierTracking,
    publicUrl: '',
    eInvoice: undefined,
    eSignature: undefined,
    waybills: undefined,
    documentReader: undefined,
    companyRegister: undefined,
    mail: undefined,
    robot: undefined,
    wechatAccount: undefined,
    hooks: createWebhookSender({ anywhere: true }),
  }
  const services: ExternalServices = { files: createFolderStore(filesFolder), sms: createLocalSmsGatewayWithMallName(db, keys), ...nobody }
  const app = await buildApp({
    db,
    keys,
    services,
    log: createErrorLog(),
    trustProxy,
    secure: false,
    strict: true,
    requireTotp,
    clock: () => clock.now,
    limits: { ...unlimitedServerLimits, ...limits },
  })
  await app.http.ready()
  const moment = (): Moment => createMoment(clock.now)
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => runInTransaction(db, work)
  if (company) await inTransaction((tx) => setUpDemoCompany(tx, moment()))
  const shopId = await inTransaction(async (tx) => {
    const taxClass = { taxCode: '1090201020000000000', taxName: '矿山专用设备' }
    const parentId = await createCategory(tx, { parentId: null, name: '截齿', taxClass })
    await createCategory(tx, { parentId, name: '合金系列' })
    return createShop(tx, moment(), { name: '岩锋自营', city: '深圳' })
  })
  const passwordHash = await hashPasswordCheaply(keys, TEST_USER_PASSWORD)
  /** Kept for the whole file: a new connection reads the whole catalogue of the database again, which takes half of the check's time. */
  let checker: ReturnType<typeof connectInvariantChecker> | undefined
  afterAll(async () => {
    await expectNothingInFlight({ app })
    await (await checker)?.close()
    await app.http.close()
    await database.close()
    recordStatements(statements)
    expect(listRefusedStatements(statements), 'a distributed database refuses (docs/scale.md)').toEqual([])
    // Deadlocks are retried, so people notice only a delay. But each means that the order of locks is wrong somewhere.
    expect(await copy.countDeadlocks(), 'deadlocks').toBe(0)
    await copy.drop()
    rmSync(filesFolder, { recursive: true, force: true })
  })

  const people = createMallPeople({ http: app.http, clock, keys, moment, inTransaction, passwordHash })

  let shelved = 0
  /** Creates a product with one SKU and returns the SKU's id. */
  const createSku = async (name: string, options: GoodsOptions = {}): Promise<string> =>
    inTransaction(async (tx) => {
      const at = ++shelved
      const { goodsId, skuIds } = await insertSampleGoodsOnShelf(tx, moment(), toNewGoodsWithOneSku(name, { shopId, ...options, at }))
      const skuId = skuIds[0] ?? expect.fail('a good without a SKU')
      if (options.stock !== 0)
        await adjustStock(tx, moment(), {
          skuId,
          minimum: options.minimum ?? 1,
          change: options.stock ?? 1_000,
          kind: 'receipt',
          reason: '期初',
          staffId: null,
        })
      await refreshSearchRowsOfGoods(tx, [goodsId])
      return skuId
    })

  return {
    db: db as Db,
    pool: database.pool,
    app,
    clock,
    keys,
    statements,
    /** The statements that were sent together, in the order of the waits for the database. */
    roundTrips,
    /** Returns the statements of some work with their parameters. */
    async queriesOf(work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> {
      const own: CompiledQuery[] = []
      recorded = own
      await work().finally(() => (recorded = undefined))
      return own
    },
    shopId,
    ownerUrl: copy.ownerUrl,
    appUrl: copy.appUrl,
    passwordHash,
    guest: people.guest,
    logsIn: people.logsIn,
    buyer: people.buyer,
    subAccount: people.subAccount,
    staff: people.staff,
    /** Logs everybody in again. */
    renew: people.renew,
    createSku,
    runInTransaction: inTransaction,
    moment,
    filesFolder,
    services,
    /** Violations of the ledger's invariants; empty if there are none. */
    async findInvariantBreaches(): Promise<InvariantBreaches> {
      checker ??= connectInvariantChecker(copy.ownerUrl)
      return (await checker).look()
    },
    /** The SMS that were sent to a mobile, the newest last. */
    async texts(mobile: string): Promise<{ template: string; facts: Readonly<Record<string, string>> }[]> {
      const rows = await db.selectFrom('outbox').select('payload').where('topic', '=', 'sms.send').orderBy('at').orderBy('id').execute()
      return rows.map(({ payload }) => unsealSms(keys, (payload as { sealed: string }).sealed)).filter((text) => text.mobile === mobile)
    },
    /** Processes the deadlines that are due. */
    runDeadlines: () => applyOrderReturnAndOfferDeadlines(db, moment()),
    newShop: (name: string) => inTransaction((tx) => createShop(tx, moment(), { name, city: '深圳' })),
    async countStock(skuId: string): Promise<number> {
      const row = await db.selectFrom('sku_stock').select('available').where('sku_id', '=', skuId).executeTakeFirst()
      return row?.available ?? 0
    },
  }
}

export type Mall = Awaited<ReturnType<typeof openMall>>
export const ONE_HOUR_MS = 3_600_000
export const ONE_DAY_MS = 24 * ONE_HOUR_MS
