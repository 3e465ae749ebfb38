import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { toCxmlFields } from '#server/integration/punch-out/cxml/order-message.ts'
import { toOciFields } from '#server/integration/punch-out/oci/oci-fields.ts'
import { findPunchOutSetup } from '#server/integration/punch-out/setup/setup-store.ts'
import { deleteCartsOfPunchOuts, findCartLines, readPricedCartLinesByShop } from '#server/orders/cart/public.ts'
import { endSession } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { createPunchOutCode } from './codes.ts'
import { describePunchOutItems } from './describe-items.ts'
import { lockOpenPunchOut, markPunchOutReturned } from './punch-out-store.ts'

/** How long the page that sends the cart can be loaded again, if the browser could not reach the procurement system. */
const RETURN_HOURS = 0.25

export const RETURN_PAGE_PATH = '/api/punch-out/return'

interface CartReturn {
  caller: Member
  origin: RequestOrigin
  cartIds: readonly string[]
  /** The address of the mall. */
  publicUrl: string
}

/**
 * Ends a visit: keeps what goes back at the prices of this moment, and returns the address of the page that sends it. The session and the
 * cart are gone then. Of concurrent calls one succeeds. Refuses PUNCH_OUT_NOT_HERE, PUNCH_OUT_OVER, CART_LINE_NOT_FOUND,
 * PUNCH_OUT_LINE_FAULTY, NOT_ON_CREDIT.
 */
export async function returnPunchOutCart(tx: Tx, moment: Moment, { caller, origin, cartIds, publicUrl }: CartReturn): Promise<string> {
  const { enterpriseId, userId, punchOutId } = caller
  if (punchOutId === null) refuse('PUNCH_OUT_NOT_HERE')
  if (!(await endSession(tx, moment, { ...caller, reason: 'cart returned' }))) refuse('PUNCH_OUT_OVER')
  const visit = (await lockOpenPunchOut(tx, { enterpriseId, id: punchOutId })) ?? refuse('PUNCH_OUT_OVER')
  const setup = await findPunchOutSetup(tx, enterpriseId)
  if (!setup?.active) refuse('PUNCH_OUT_OVER')
  const lines = await findCartLines(tx, caller, cartIds)
  if (lines.length !== new Set(cartIds).size) refuse('CART_LINE_NOT_FOUND')
  const shops = await readPricedCartLinesByShop(tx, moment, { enterpriseId, lines })
  const items = await describePunchOutItems(tx, moment, { setup, shops, use: 'toBuy' })
  if (items.length !== lines.length) refuse('PUNCH_OUT_LINE_FAULTY')
  const fields =
    visit.protocol === 'OCI'
      ? toOciFields(items, { setup, punchOutId: visit.id })
      : toCxmlFields(moment, items, { setup, visit, host: new URL(publicUrl).host })
  const { code, hash } = createPunchOutCode(moment, enterpriseId)
  const until = addHours(moment.now, RETURN_HOURS)
  await markPunchOutReturned(tx, moment, visit, { fields, hash, until, lineCount: items.length })
  await deleteCartsOfPunchOuts(tx, enterpriseId, [visit.id])
  const actor = { kind: 'member', id: userId, enterpriseId } as const
  const facts = { lines: items.length }
  await recordAudit(tx, moment, { origin, actor, action: 'return punch-out', objectKind: 'punchOut', objectId: visit.id, facts })
  // In the query: the proxy logs paths only.
  return `${RETURN_PAGE_PATH}?code=${code}`
}
