import type { BillEntryDetail } from '#contract/billing/bills/api.ts'
import { formatMaterialCode } from '#contract/orders/orders/buyer-references.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { DescriptionItem } from '#storefront/platform/components/description-item.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatCount, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { useBillEntry } from './bill-api.ts'

/** A window with one bill, over the list of bills. */
export function BillEntryDetailDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Modal open={id !== undefined} onClose={onClose} title="账单详情">
      {id !== undefined && <BillEntryView id={id} />}
    </Modal>
  )
}

/** One bill: amount, type, payment method, time, order number, goods with quantities (specification §2). */
export function BillEntryView({ id }: { id: string }) {
  const bill = useBillEntry(id)
  return (
    <QueryContent from={bill} skeleton={<Skeleton className="h-72" />}>
      {(detail) => <Detail detail={detail} />}
    </QueryContent>
  )
}

function Detail({ detail }: { detail: BillEntryDetail }) {
  const { sign, amount, typeLabel, kindLabel, title, method, at, orderNo, poNumber, costCentre, lines } = detail
  return (
    <>
      <div className="border-b border-line-soft pb-4 text-center">
        <p className="text-sm text-mute">交易金额</p>
        <p className={`num text-[30px] leading-9 font-semibold ${sign === '+' ? 'text-success' : ''}`}>{`${sign}${formatMoney(amount)}`}</p>
        <p className="mt-1">{title}</p>
      </div>
      <dl className="mt-4 grid gap-2.5">
        <DescriptionItem name="交易类型">{typeLabel === kindLabel ? typeLabel : `${typeLabel}（${kindLabel}）`}</DescriptionItem>
        <DescriptionItem name="支付方式">{method}</DescriptionItem>
        <DescriptionItem name="交易时间">
          <span className="num">{formatShanghaiTimeToSecond(at)}</span>
        </DescriptionItem>
        {orderNo !== null && (
          <DescriptionItem name="订单编号">
            <OrderLinkIfPermitted orderNo={orderNo} />
          </DescriptionItem>
        )}
        {poNumber !== '' && <DescriptionItem name="采购单号">{poNumber}</DescriptionItem>}
        {costCentre !== '' && <DescriptionItem name="成本中心">{costCentre}</DescriptionItem>}
      </dl>
      {lines.length > 0 && <Goods lines={lines} />}
    </>
  )
}

function Goods({ lines }: Pick<BillEntryDetail, 'lines'>) {
  return (
    <div className="mt-4 border-t border-line-soft pt-3">
      <h3 className="mb-1 text-sm font-normal text-mute">商品明细</h3>
      <ul className="divide-y divide-line-soft">
        {lines.map(({ goodsName, skuProps, materialCode, quantity, unit }) => (
          <li key={`${goodsName}${skuProps}`} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              {goodsName}
              <span className="block text-xs text-mute">{formatSkuProps(skuProps)}</span>
              <span className="block text-xs text-mute empty:hidden">{formatMaterialCode({ materialCode })}</span>
            </span>
            <span className="num whitespace-nowrap">{`${formatCount(quantity)} ${unit}`}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
