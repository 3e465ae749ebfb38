import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findDetailPath, findSkuIdsByProductId } from '#server/integration/punch-out/find-items.ts'
import { cutToLength } from '#server/integration/punch-out/items.ts'
import type { PunchOutOperation } from '#server/integration/punch-out/punch-out-store.ts'
import { startPunchOut } from '#server/integration/punch-out/punch-outs.ts'
import { requireAllowedReturnUrl } from '#server/integration/punch-out/setup/return-url.ts'
import type { PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { readXmlText, type WrittenXml, writeXmlElement, type XmlElement } from '#server/integration/xml/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { CxmlRequest } from './cxml-envelope.ts'

const OPERATIONS: readonly PunchOutOperation[] = ['create', 'edit', 'inspect']
const COOKIE_LENGTH_MAX = 1_000
const LINES_MAX = 200
const PRODUCT_ID_LENGTH_MAX = 255

/** What a line of a buyer's message names: our id, if it has come back, else the part number. Refuses PUNCH_OUT_REQUEST if it is too long. */
export function readProductId(item: XmlElement): string {
  const sent = readXmlText(item, 'ItemID', 'SupplierPartAuxiliaryID').split('/')[0] || readXmlText(item, 'ItemID', 'SupplierPartID')
  return sent.length > PRODUCT_ID_LENGTH_MAX ? refuse('PUNCH_OUT_REQUEST', { msg: `商品编号最多 ${PRODUCT_ID_LENGTH_MAX} 个字符` }) : sent
}

/** The whole number of a line: 2, 2.0. Refuses PUNCH_OUT_REQUEST. */
export function readQuantity(item: XmlElement): number {
  const text = item.attributes.get('quantity')?.trim() ?? ''
  const quantity = /^\d{1,9}(?:\.0{1,6})?$/.test(text) ? Number(text) : 0
  if (quantity < 1 || quantity > QUANTITY_MAX)
    refuse('PUNCH_OUT_REQUEST', { msg: `数量应为 1 到 ${QUANTITY_MAX} 的整数：${cutToLength(text, 40)}` })
  return quantity
}

/** The lines of a message. Refuses PUNCH_OUT_REQUEST if there are too many. */
export function listItemOuts(request: XmlElement): XmlElement[] {
  const items = request.children.filter(({ name }) => name === 'ItemOut')
  return items.length > LINES_MAX ? refuse('PUNCH_OUT_REQUEST', { msg: `一次最多 ${LINES_MAX} 行` }) : items
}

/** The lines of an earlier cart that are still known. */
async function readEarlierLines(db: Db, request: XmlElement): Promise<{ skuId: string; goodsNum: number }[]> {
  const lines = listItemOuts(request).map((item) => ({ productId: readProductId(item), goodsNum: readQuantity(item) }))
  const found = await findSkuIdsByProductId(
    db,
    lines.map(({ productId }) => productId),
  )
  return lines.flatMap(({ productId, goodsNum }) => {
    const skuId = found.get(productId)
    return skuId === undefined ? [] : [{ skuId, goodsNum }]
  })
}

/** The first screen: the goods that were selected in the procurement system, the earlier cart, or the catalogue. */
async function findStartPath(db: Db, request: XmlElement, operation: PunchOutOperation): Promise<string> {
  const selected = request.children.find(({ name }) => name === 'SelectedItem')
  const productId = selected ? readProductId(selected) : ''
  const detail = productId === '' ? undefined : await findDetailPath(db, productId)
  return detail ?? (operation === 'create' ? '/shop' : '/cart')
}

interface SetupRequest {
  setup: PunchOutSetupRecord
  message: CxmlRequest
  publicUrl: string
  allowsLoopback: boolean
}

/**
 * Answers a PunchOutSetupRequest with the address that opens a visit, once. Refuses PUNCH_OUT_REQUEST, and PUNCH_OUT_RETURN_URL for a
 * BrowserFormPost that the owner has not allowed.
 */
export async function answerPunchOutSetupRequest(db: Db, moment: Moment, asked: SetupRequest): Promise<WrittenXml> {
  const { setup, message, publicUrl, allowsLoopback } = asked
  const { request, to } = message
  const operation = OPERATIONS.find((one) => one === (request.attributes.get('operation') ?? 'create'))
  if (!operation) refuse('PUNCH_OUT_REQUEST', { msg: 'operation 应为 create、edit 或 inspect' })
  const buyerCookie = readXmlText(request, 'BuyerCookie')
  if (buyerCookie === '' || buyerCookie.length > COOKIE_LENGTH_MAX) refuse('PUNCH_OUT_REQUEST', { msg: '缺少 BuyerCookie' })
  const { returnHosts } = setup
  const returnUrl = requireAllowedReturnUrl(readXmlText(request, 'BrowserFormPost', 'URL'), { returnHosts, allowsLoopback })
  const lines = operation === 'create' ? [] : await readEarlierLines(db, request)
  const startPath = await findStartPath(db, request, operation)
  const path = await startPunchOut(db, moment, setup, { operation, returnUrl, buyerCookie, seller: to, startPath, lines })
  return writeXmlElement('PunchOutSetupResponse', {}, writeXmlElement('StartPage', {}, writeXmlElement('URL', {}, `${publicUrl}${path}`)))
}
