import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterAll, expect } from 'vitest'
import type { Fen } from '#contract/platform/core/money.ts'
import type { PermissionCode, StaffRole } from '#contract/platform/core/permissions.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { noCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { insertSampleGoodsOnShelf, refreshSearchIndex } from '#server/catalog/goods/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { createProviderlessSmsGateway, type ExternalServices } from '#server/external-services.ts'
import { createWebhookSender } from '#server/integration/webhooks/public.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { createLedgerAccounts } from '#server/money/ledger/public.ts'
import { processOrderAndReturnDeadlines } from '#server/operations/jobs/deadlines.ts'
import { createFolderStore } from '#server/people/files/public.ts'
import { registerUserWithEnterprise, setPaymentPassword } from '#server/people/identity/public.ts'
import { insertMembership, recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { unsealSms } from '#server/people/sms/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
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
import { type GoodsOptions, toNewGoods } from './new-goods.ts'
import { createTestUser, type TestClientAddress, type TestUser } from './test-user.ts'
import { yuan } from './yuan.ts'

export { yuan }

export const TEST_USER_PASSWORD = 'Demo123456'
export const TEST_USER_PAYMENT_PASSWORD = '135790'

/** A buyer with his company, ready for a story. */
export interface Buyer extends TestUser {
  mobile: string
  userId: string
  enterpriseId: string
  addressId: string
}

export interface BuyerOptions {
  /** Base limit in yuan. Opens the credit account and accepts its agreement. */
  credit?: string
  wallet?: string
}

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
    express: noCarrierTracking,
    publicUrl: '',
    eInvoice: undefined,
    hooks: createWebhookSender({ anywhere: true }),
  }
  const services: ExternalServices = { files: createFolderStore(filesFolder), sms: createProviderlessSmsGateway(db, keys), ...nobody }
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
  let people = 0
  /** Kept for the whole file: a new connection reads the whole catalogue of the database again, which takes half of the check's time. */
  let checker: ReturnType<typeof connectInvariantChecker> | undefined
  afterAll(async () => {
    await expectNothingInFlight({ app })
    await (await checker)?.close()
    await app.http.close()
    await database.close()
    // Deadlocks are retried, so people notice only a delay. But each means that the order of locks is wrong somewhere.
    expect(await copy.countDeadlocks(), 'deadlocks').toBe(0)
    await copy.drop()
    rmSync(filesFolder, { recursive: true, force: true })
  })

  const guest = (origin?: TestClientAddress): TestUser => createTestUser(app.http, undefined, origin)
  const logsIn = async (mobile: string, pwd = TEST_USER_PASSWORD): Promise<TestUser> => {
    return createTestUser(app.http, (await guest().api.security.loginByMobile({ mobile, pwd })).token)
  }

  /** Logs every user in again, because a moved clock ends sessions. */
  const renewals: (() => Promise<void>)[] = []
  const renewable = <P extends TestUser>(person: P, again: () => Promise<TestUser>): P => {
    renewals.push(async () => {
      person.token = (await again()).token
    })
    return person
  }

  const newMobile = () => `138${String(++people).padStart(8, '0')}`

  /** Creates a company with a logged-in main account, an address and a payment password. */
  const buyer = async (name: string, options: BuyerOptions = {}): Promise<Buyer> => {
    const mobile = newMobile()
    const { userId, enterpriseId } = await inTransaction(async (tx) => {
      const made = await registerUserWithEnterprise(tx, moment(), {
        keys,
        user: { mobile, userName: name, passwordHash },
        openAccounts: createLedgerAccounts,
      })
      await recordVerifiedEnterpriseDetails(tx, made.enterpriseId, {
        name: `${name}矿业有限公司`,
        agentName: name,
        authLevel: 3,
        authStatus: 7,
      })
      await setPaymentPassword(tx, moment(), { keys, membership: made, payPwd: TEST_USER_PAYMENT_PASSWORD })
      if (options.credit !== undefined) {
        const change = {
          enterpriseId: made.enterpriseId,
          kind: 'base',
          limitFen: yuan(options.credit),
          reason: '开户',
          staffId: null,
        } as const
        await applyCreditLimitChange(tx, moment(), change)
      }
      return made
    })
    const person = await logsIn(mobile)
    const address = await person.api.address.add({ name, mobile, areaCode: '440305', detail: '高新南一道 1 号', isDefault: true })
    const version = options.credit && (await person.api.credit.overview({})).agreementVersion
    if (version) await person.api.credit.acceptAgreement({ agree: true, version })
    if (options.wallet !== undefined) await topsUp(enterpriseId, yuan(options.wallet), `B${mobile}`)
    return renewable(Object.assign(person, { mobile, userId, enterpriseId, addressId: address.id }), () => logsIn(mobile))
  }

  /** Creates a sub-account in a company with these permission codes. */
  const subAccount = async (of: Buyer, codes: readonly PermissionCode[], name = '子账号'): Promise<Buyer> => {
    const mobile = newMobile()
    const userId = await inTransaction(async (tx) => {
      const made = await registerUserWithEnterprise(tx, moment(), {
        keys,
        user: { mobile, userName: name, passwordHash },
        openAccounts: createLedgerAccounts,
      })
      const membership = { enterpriseId: of.enterpriseId, userId: made.userId }
      await insertMembership(tx, moment(), { ...membership, name, permCode: codes.join(',') })
      await setPaymentPassword(tx, moment(), { keys, membership, payPwd: TEST_USER_PAYMENT_PASSWORD })
      return made.userId
    })
    const sitsDown = async () => {
      const { token } = await (await logsIn(mobile)).api.enterprise.change({ enterpriseId: of.enterpriseId })
      return createTestUser(app.http, token)
    }
    const facts = { mobile, userId, enterpriseId: of.enterpriseId, addressId: of.addressId }
    return renewable(Object.assign(await sitsDown(), facts), sitsDown)
  }

  const colleagues = new Map<string, Promise<TestUser>>()
  /** Creates a staff member with these roles. */
  const staff = (...roles: StaffRole[]): Promise<TestUser> => {
    const known = colleagues.get(roles.join())
    if (known) return known
    const email = `${roles.join('-')}@staff.test`
    const enters = async () => {
      const { token } = await guest().api.staff.logIn({ email, pwd: TEST_USER_PASSWORD })
      return createTestUser(app.http, token)
    }
    const person = inTransaction((tx) => insertStaff(tx, moment(), { email, name: roles.join(), roles, passwordHash })).then(async () =>
      renewable(await enters(), enters),
    )
    colleagues.set(roles.join(), person)
    return person
  }

  /** Tops up a wallet from a bank line. Two staff members are needed because large sums require it. */
  const topsUp = async (enterpriseId: string, amount: Fen, reference: string): Promise<void> => {
    const [finance, second] = [await staff('finance'), await staff('finance', 'support')]
    const { lineId } = await finance.api.consoleBank.record({ reference, day: toShanghaiDay(clock.now), amount, payerName: '买家' })
    await second.api.consoleBank.assign({ lineId, rest: amount, parts: [{ to: 'wallet', enterpriseId, amount }] })
    // Removes the messages of this set-up, so that stories begin without them.
    await inTransaction((tx) => tx.deleteFrom('message').where('enterprise_id', '=', enterpriseId).execute())
  }

  let shelved = 0
  /** Creates a product with one SKU and returns the SKU's id. */
  const createSku = async (name: string, options: GoodsOptions = {}): Promise<string> =>
    inTransaction(async (tx) => {
      const at = ++shelved
      const { goodsId, skuIds } = await insertSampleGoodsOnShelf(tx, moment(), toNewGoods(name, { shopId, ...options, at }))
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
      await refreshSearchIndex(tx, [goodsId])
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
    guest,
    logsIn,
    buyer,
    subAccount,
    staff,
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
    /** Logs everybody in again. */
    async renew(): Promise<void> {
      for (const again of renewals) await again()
    },
    /** The SMS that were sent to a mobile, the newest last. */
    async texts(mobile: string): Promise<{ template: string; facts: Readonly<Record<string, string>> }[]> {
      const rows = await db.selectFrom('outbox').select('payload').where('topic', '=', 'sms.send').orderBy('at').orderBy('id').execute()
      return rows.map(({ payload }) => unsealSms(keys, (payload as { sealed: string }).sealed)).filter((text) => text.mobile === mobile)
    },
    /** Processes the deadlines that are due. */
    runDeadlines: () => processOrderAndReturnDeadlines(db, moment()),
    newShop: (name: string) => inTransaction((tx) => createShop(tx, moment(), { name, city: '深圳' })),
    async countStock(skuId: string): Promise<number> {
      const row = await db.selectFrom('sku_stock').select('available').where('sku_id', '=', skuId).executeTakeFirst()
      return row?.available ?? 0
    },
  }
}

export type Mall = Awaited<ReturnType<typeof openMall>>
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
