import { randomBytes } from 'node:crypto'
import { fen } from '#contract/platform/core/money.ts'
import { createCategory } from '#server/catalog/categories/public.ts'
import { insertSampleGoodsOnShelf, refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import { adjustStock } from '#server/catalog/inventory/public.ts'
import { createShop } from '#server/catalog/shops/public.ts'
import { applyCreditLimitChange, recordCreditAgreementAcceptance } from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise } from '#server/money/ledger/public.ts'
import { hashPassword, registerUserWithEnterprise, setPaymentPassword } from '#server/people/identity/public.ts'
import { recordVerifiedEnterpriseDetails } from '#server/people/organisation/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import { type Database, type Db, openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { createKeys, type Keys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'

export const PASSWORD = 'Demo123456'
export const PAY_PASSWORD = '135790'
export const LOAD_STAFF_EMAIL = 'load@staff.test'
/** A colleague with the same roles, for decisions of two people. */
export const LOAD_SECOND_STAFF_EMAIL = 'second@staff.test'

/** A buying enterprise: enough data to log in and to order. */
export interface LoadBuyer {
  mobile: string
  userId: string
  enterpriseId: string
}

export interface LoadWorld {
  database: Database
  keys: Keys
  buyers: LoadBuyer[]
  /** SKU ids, in the order of their creation. */
  skuIds: string[]
}

export interface LoadWorldOptions {
  url: string
  secret: Buffer
  buyers: number
  skus: number
  stock: number
}

const moment = () => createMoment(systemClock())

async function makeGoods(db: Db, count: number, stock: number): Promise<string[]> {
  const { shopId, categoryId } = await runInTransaction(db, async (tx) => {
    const parentId = await createCategory(tx, { parentId: null, name: '截齿' })
    const below = await createCategory(tx, { parentId, name: '合金系列' })
    return { shopId: await createShop(tx, moment(), { name: '岩锋自营', city: '深圳' }), categoryId: below }
  })
  const skuIds: string[] = []
  const PER_GOODS = 4
  for (let at = 0; at < count; at += PER_GOODS) {
    await runInTransaction(db, async (tx) => {
      const { goodsId, skuIds: made } = await insertSampleGoodsOnShelf(tx, moment(), {
        slug: `load-${at}`,
        shopId,
        categoryId,
        name: `截齿 L${at}`,
        spec: '柄径 38',
        unit: '支',
        parameters: [],
        description: '压测',
        hardness: [4, 6] as const,
        position: at,
        skus: Array.from({ length: Math.min(PER_GOODS, count - at) }, (_, step) => ({
          code: `KT-L${at + step}`,
          props: { 规格: `L${at + step}` },
          minimum: 1,
          step: 1,
          weightGrams: 900,
          salePriceFen: fen(3_851 + at),
          creditPriceFen: fen(4_037 + at),
        })),
      })
      for (const skuId of made)
        await adjustStock(tx, moment(), { skuId, minimum: 1, change: stock, kind: 'receipt', reason: '期初', staffId: null })
      await refreshSearchRowsOfGoods(tx, [goodsId])
      skuIds.push(...made)
    })
  }
  return skuIds
}

async function makeBuyer(db: Db, keys: Keys, { at, passwordHash }: { at: number; passwordHash: string }): Promise<LoadBuyer> {
  const mobile = `137${String(at).padStart(8, '0')}`
  return runInTransaction(db, async (tx) => {
    const membership = await registerUserWithEnterprise(tx, moment(), {
      keys,
      user: { mobile, userName: `买家${at}`, passwordHash },
      openAccounts: createLedgerAccountsOfEnterprise,
    })
    const { enterpriseId, userId } = membership
    await recordVerifiedEnterpriseDetails(tx, enterpriseId, { name: `第 ${at} 矿业有限公司`, authLevel: 3, authStatus: 7 })
    await setPaymentPassword(tx, moment(), { keys, membership, payPwd: PAY_PASSWORD })
    await applyCreditLimitChange(tx, moment(), {
      enterpriseId,
      kind: 'base',
      limitFen: fen(9_000_000_000_00),
      reason: '压测',
      staffId: null,
    })
    await recordCreditAgreementAcceptance(tx, moment(), { enterpriseId, userId, version: '压测', hash: randomBytes(32), ip: '127.0.0.1' })
    return { mobile, userId, enterpriseId }
  })
}

/** Fills a migrated, empty database with enterprises, goods and one staff account. */
export async function createLoadWorld({ url, secret, buyers, skus, stock }: LoadWorldOptions): Promise<LoadWorld> {
  const database = openDatabase({ url, poolSize: 8 })
  const keys = createKeys(secret)
  const passwordHash = await hashPassword(keys, PASSWORD)
  const skuIds = await makeGoods(database.db, skus, stock)
  const made: LoadBuyer[] = []
  for (let at = 0; at < buyers; at++) made.push(await makeBuyer(database.db, keys, { at, passwordHash }))
  const roles = ['support', 'warehouse', 'finance', 'catalogue', 'admin'] as const
  for (const email of [LOAD_STAFF_EMAIL, LOAD_SECOND_STAFF_EMAIL])
    await runInTransaction(database.db, (tx) => insertStaff(tx, moment(), { email, name: '压测', roles, passwordHash }))
  return { database, keys, buyers: made, skuIds }
}
