// What staff need to put a proposal together: the company's buyers, addresses and credit, and goods with its own prices.
import type { consoleOrderProposalEndpoints } from '#contract/orders/order-proposals/console-api.ts'
import type { OrderProposalCompany } from '#contract/orders/order-proposals/shapes.ts'
import type { QuickOrderMatches, QuickOrderRowResult } from '#contract/orders/quick-order/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { findOncePublishedGoodsById, findOncePublishedGoodsOfSkus } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { readOrderProposalValidDays } from '#server/content/content/public.ts'
import { findOrderAndCreditBlocks } from '#server/money/credit/public.ts'
import { matchQuickOrderRows } from '#server/orders/quick-order/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { listMembershipsOfEnterprise, type Membership, requireEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { listAddresses } from '#server/sites/address/public.ts'

/** Whether a member can confirm an order: he belongs to the company now, is not disabled, and may order. */
export const canMemberConfirmOrder = ({ status, acceptedAt, permCode, accountType }: Membership): boolean =>
  status === 1 && acceptedAt !== null && hasPermission({ permCode, accountType }, 'buyPay')

/** Reads what the editor shows about a company. Refuses ENTERPRISE_NOT_FOUND. */
export async function readCompanyForOrderProposal(db: Db, moment: Moment, enterpriseId: string): Promise<OrderProposalCompany> {
  const { name } = await requireEnterprise(db, enterpriseId)
  const buyers = (await listMembershipsOfEnterprise(db, enterpriseId)).filter(canMemberConfirmOrder)
  const userIds = buyers.map(({ userId }) => userId)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, userIds)
  const { orders, usableFen } = await findOrderAndCreditBlocks(db, moment, { enterpriseId, amountFen: ZERO_FEN })
  const addresses = await listAddresses(db, enterpriseId)
  return {
    enterpriseName: name ?? '未认证企业',
    buyers: buyers.map((buyer) => ({ userId: buyer.userId, name: names.get(buyer.userId) ?? '', isMain: hasPermission(buyer, 'main') })),
    addresses: addresses.map(({ id, province, city, district, detail, name: receiver }) => ({
      addressId: id,
      text: `${[...new Set([province, city, district])].join('')}${detail}（${receiver}）`,
    })),
    usableCredit: usableFen,
    stopped: orders,
    validDays: await readOrderProposalValidDays(db),
  }
}

/** Takes the goods of other shops out of a result, as if nothing had been found. */
const withoutForeignGoods = (row: QuickOrderRowResult, isOwn: (skuId: string) => boolean): QuickOrderRowResult => {
  const candidates = row.candidates.filter(({ skuId }) => isOwn(skuId))
  const isForeign = row.skuId !== null && !isOwn(row.skuId)
  if (!isForeign && (candidates.length > 0 || row.candidates.length === 0)) return { ...row, candidates }
  const unknown = { status: 'UNKNOWN', skuId: null, crossReference: null, offered: null, mergedInto: null } as const
  return { rowNo: row.rowNo, ...unknown, candidates: [], goodsNum: row.goodsNum, why: '请检查编码，或换成型号、名称' }
}

/**
 * Finds goods for a company by codes, names, or a pasted list, as its own quick order does: at its prices, and with its material codes. Whoever
 * keeps certain shops finds only their goods. Refuses ENTERPRISE_NOT_FOUND.
 */
export async function matchGoodsForOrderProposal(
  db: Db,
  moment: Moment,
  { staffId, enterpriseId, rows }: InputOf<typeof consoleOrderProposalEndpoints.match> & { staffId: string },
): Promise<QuickOrderMatches> {
  await requireEnterprise(db, enterpriseId)
  const found = await matchQuickOrderRows(db, moment, { enterpriseId, rows })
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shops === null) return found
  const goods = await findOncePublishedGoodsById(db, [...new Set(found.skus.map(({ goodsId }) => goodsId))])
  const ownGoods = new Set(goods.filter(({ shopId }) => shops.includes(shopId)).map(({ id }) => id))
  const skus = found.skus.filter(({ goodsId }) => ownGoods.has(goodsId))
  const own = new Set(skus.map(({ skuId }) => skuId))
  return { rows: found.rows.map((row) => withoutForeignGoods(row, (skuId) => own.has(skuId))), skus }
}

/** The shops of some SKUs, each once. */
export const listShopIdsOfSkus = async (db: Db, skuIds: readonly string[]): Promise<string[]> => [
  ...new Set((await findOncePublishedGoodsOfSkus(db, skuIds)).map(({ shopId }) => shopId)),
]
