import { refuse } from '#contract/platform/core/refusals.ts'
import { findDetailPath, findSkuIdsByProductId, readPunchOutItems, searchPunchOutItems } from '#server/integration/punch-out/find-items.ts'
import { cutToLength } from '#server/integration/punch-out/items.ts'
import type { ReturnFields } from '#server/integration/punch-out/punch-out-store.ts'
import { startPunchOut } from '#server/integration/punch-out/punch-outs.ts'
import { authenticatePunchOut, type PunchOutLogin } from '#server/integration/punch-out/setup/authenticate.ts'
import { requireAllowedReturnUrl } from '#server/integration/punch-out/setup/return-url.ts'
import { findSeatInUse } from '#server/integration/punch-out/setup/seat.ts'
import { findPunchOutSetupsByUserName, type PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toOciFields } from './oci-fields.ts'
import type { OciRequest } from './oci-request.ts'

/** Where the browser goes next, or the form that the procurement system gets at once. */
export type OciAnswer = { location: string } | { returnUrl: string; fields: ReturnFields; returnHosts: readonly string[]; submits: boolean }

/** What only visits by cXML have. */
const OF_OCI = { buyerCookie: '', seller: { domain: '', identity: '' } }

interface OciCall extends Pick<PunchOutLogin, 'origin' | 'address' | 'failuresMax'> {
  request: OciRequest
  allowsLoopback: boolean
}

/** Refuses a PRODUCTID that no goods have. */
const refuseUnknownProduct = (productId: string): never =>
  refuse('PUNCH_OUT_REQUEST', { msg: `没有找到商品 ${cutToLength(productId, 40)}` })

/** The screen that a visit opens first: the catalogue, or with DETAIL the goods that were asked about. */
const findStartPath = async (db: Db, { function: asked, productId }: OciRequest): Promise<string> =>
  asked === 'DETAIL' ? ((await findDetailPath(db, productId)) ?? refuseUnknownProduct(productId)) : '/shop'

async function readItems(db: Db, moment: Moment, setup: PunchOutSetupRecord, request: OciRequest) {
  if (request.function === 'BACKGROUND_SEARCH')
    return request.searchText === '' ? [] : searchPunchOutItems(db, moment, setup, request.searchText)
  const { productId } = request
  const skuId = (await findSkuIdsByProductId(db, [productId])).get(productId) ?? refuseUnknownProduct(productId)
  return readPunchOutItems(db, moment, setup, [{ skuId, quantity: request.quantity }])
}

/**
 * Answers a call of the catalogue. It opens a visit; VALIDATE and BACKGROUND_SEARCH only ask about goods and are answered at once. Refuses a
 * wrong login, and a HOOK_URL that the owner has not allowed: the check is before every answer with prices.
 */
export async function answerOciCall(
  db: Db,
  moment: Moment,
  { request, origin, address, failuresMax, allowsLoopback }: OciCall,
): Promise<OciAnswer> {
  const { userName, password } = request
  const findSetups = () => findPunchOutSetupsByUserName(db, userName)
  const setup = await authenticatePunchOut(db, moment, { name: userName, secret: password, findSetups, origin, address, failuresMax })
  const returnUrl = requireAllowedReturnUrl(request.hookUrl, { returnHosts: setup.returnHosts, allowsLoopback })
  if (request.function === 'VALIDATE' || request.function === 'BACKGROUND_SEARCH') {
    if (!(await findSeatInUse(db, setup))) refuse('ACCOUNT_DISABLED')
    const fields = toOciFields(await readItems(db, moment, setup, request), { setup })
    // The result of a search is read by the procurement system itself, which has no browser that could send the form.
    return { returnUrl, fields, returnHosts: setup.returnHosts, submits: request.function === 'VALIDATE' }
  }
  const startPath = await findStartPath(db, request)
  return { location: await startPunchOut(db, moment, setup, { operation: 'create', returnUrl, ...OF_OCI, startPath }) }
}
