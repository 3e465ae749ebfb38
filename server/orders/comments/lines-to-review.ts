import { COMMENT_DAYS_AFTER_RECEIPT_MAX, type CommentableOrderLine } from '#contract/orders/comments/shapes.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { Db } from '#server/platform/core/db.ts'
import { countRows, fetchSlice, toSlice } from '#server/platform/core/paging.ts'

/**
 * Selects the order lines of an enterprise that have arrived and are not reviewed. Only orders in the state WAIT_COMMENT are read, so the
 * cost does not grow with the number of old orders.
 */
const waiting = (db: Db, enterpriseId: string, orderNo?: string) => {
  const query = db
    .selectFrom('order')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .leftJoin('comment', (join) =>
      join
        .onRef('comment.enterprise_id', '=', 'line.enterprise_id')
        .onRef('comment.order_id', '=', 'line.order_id')
        .onRef('comment.line_no', '=', 'line.line_no'),
    )
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.state', '=', 'WAIT_COMMENT')
    .where('line.shipped', '>', 0)
    .where('comment.id', 'is', null)
  return orderNo === undefined ? query : query.where('order.order_no', '=', orderNo)
}

export const countLinesToReview = async (db: Db, enterpriseId: string, orderNo?: string): Promise<number> =>
  await countRows(waiting(db, enterpriseId, orderNo))

/** Returns a page of them, earliest receipt first. */
export async function listLinesToReview(
  db: Db,
  enterpriseId: string,
  { pageNo, pageSize, orderNo }: { pageNo: number; pageSize: number; orderNo?: string | undefined },
): Promise<{ dataList: CommentableOrderLine[]; total: number }> {
  const rows = await fetchSlice(
    waiting(db, enterpriseId, orderNo)
      .select(['order.order_no', 'order.state_at', 'line.line_no', 'line.goods_id', 'line.goods_name', 'line.picture', 'line.unit'])
      .select(['line.sku_code', 'line.sku_props', 'line.quantity'])
      .orderBy('order.state_at')
      .orderBy('order.id')
      .orderBy('line.line_no'),
    toSlice({ pageNo, pageSize }),
  )
  const dataList = rows.map((row) => ({
    orderNo: row.order_no,
    lineNo: row.line_no,
    goodsId: row.goods_id,
    goodsName: row.goods_name,
    image: row.picture,
    skuCode: row.sku_code,
    skuProps: JSON.stringify(row.sku_props),
    goodsNum: row.quantity,
    unit: row.unit,
    receivedAt: row.state_at,
    deadline: addHours(row.state_at, COMMENT_DAYS_AFTER_RECEIPT_MAX * 24),
  }))
  return { dataList, total: await countLinesToReview(db, enterpriseId, orderNo) }
}
