import { useState } from 'react'
import { INVOICE_ORDERS_MAX, type InvoiceableOrder } from '#contract/billing/invoices/shapes.ts'
import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { PAGE_SIZE, useInvoiceableOrders } from '#storefront/billing/invoices/invoice-api.ts'
import { computeSelectedOrdersSummary, invoiceOrderSelectionError } from '#storefront/billing/invoices/invoice-view.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'

/** 可开票订单: they are selected one by one, over several pages. All must be of the same shop. */
export function InvoiceableOrders({ pageNo }: { pageNo: number }) {
  const found = useInvoiceableOrders(pageNo)
  const turn = usePagination(found, { pageNo, pageSize: PAGE_SIZE })
  const [checked, setTicked] = useState<readonly InvoiceableOrder[]>([])
  const toggle = (order: InvoiceableOrder, on: boolean) =>
    setTicked((before) => (on ? [...before, order] : before.filter(({ orderNo }) => orderNo !== order.orderNo)))
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {({ dataList, total }) => (
        <>
          {total === 0 ? (
            <div className="panel">
              <EmptyState
                title="没有可开票的订单"
                hint="订单全部发货后，可在这里申请开票"
                action={<ButtonLink to="/my_order">查看我的订单</ButtonLink>}
              />
            </div>
          ) : (
            <>
              <div className="mb-3 flex justify-end">
                <ExportButtons ask={(format) => buyerListExportApi.openOrders({ format })} />
              </div>
              <ul className="panel divide-y divide-line-soft">
                {dataList.map((order) => (
                  <Row
                    key={order.orderNo}
                    order={order}
                    checked={checked.some(({ orderNo }) => orderNo === order.orderNo)}
                    why={invoiceOrderSelectionError(order, checked, INVOICE_ORDERS_MAX)}
                    onToggle={(on) => toggle(order, on)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          {total > 0 && <Bar checked={checked} onClear={() => setTicked([])} />}
          <WhatCannot />
        </>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="pt-11">
    <SkeletonRows row="h-28 md:h-21" />
  </div>
)

interface RowProps {
  order: InvoiceableOrder
  checked: boolean
  why: string | undefined
  onToggle: (on: boolean) => void
}

function Row({
  order: { orderNo, createdAt, shopName, firstGoods, goodsKinds, image, goodsCount, amount },
  checked,
  why,
  onToggle,
}: RowProps) {
  return (
    <li className={`flex items-center gap-3 px-4 py-3.5 md:px-5 ${checked ? 'bg-jade-tint' : ''}`}>
      <Checkbox label={`选择订单 ${orderNo}`} value={checked ? 'all' : 'none'} disabled={why !== undefined} onChange={onToggle} />
      <div className="size-12 shrink-0 overflow-hidden rounded-control border border-line-soft md:size-14">
        <GoodsPicture picture={image} alt="" sizes="56px" className="h-full" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1 md:flex-row md:items-center md:justify-between">
        <div className="min-w-0">
          <p className="break-words">
            {formatGoodsNames(firstGoods, goodsKinds)}
            <span className="text-mute">
              {' '}
              数量 <span className="num">{formatCount(goodsCount)}</span>
            </span>
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-mute">
            <OrderLinkIfPermitted orderNo={orderNo} />
            <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
            <span>{shopName}</span>
          </p>
          {why !== undefined && <p className="mt-0.5 text-xs text-gold">{why}</p>}
        </div>
        <p className="shrink-0 md:text-right">
          <span className="mr-2 text-xs text-mute md:mr-0 md:block">可开票金额</span>
          <span className="num text-md font-semibold">{formatMoney(amount)}</span>
        </p>
      </div>
    </li>
  )
}

/** The bar with the selection, which stays visible while scrolling. */
function Bar({ checked, onClear }: { checked: readonly InvoiceableOrder[]; onClear: () => void }) {
  const navigate = useNavigate()
  const { count: many, amount, shopName } = computeSelectedOrdersSummary(checked)
  const openApplication = () =>
    void navigate({ to: '/my_invoice_can_open', search: { orderNo: checked.map(({ orderNo }) => orderNo).join(',') } })
  return (
    <section
      aria-label="已选订单"
      className="panel sticky bottom-16 z-10 mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 md:bottom-4 md:px-5"
    >
      <p aria-live="polite" className="min-w-0 text-sm">
        已选 <b className="num">{many}</b> 张{shopName !== undefined && <span className="text-mute">（{shopName}）</span>}
        {many > 0 && (
          <button type="button" onClick={onClear} className="finger ml-3 text-jade hover:underline">
            清空
          </button>
        )}
      </p>
      <p className="ml-auto whitespace-nowrap">
        <span className="text-sm text-mute">价税合计</span> <strong className="num text-lg">{formatMoney(amount)}</strong>
      </p>
      <Button disabled={many === 0} onClick={openApplication} className="max-md:w-full">
        申请开票
      </Button>
    </section>
  )
}

const cannot = [
  ['未全部发货', '全部发货后才能开票；部分发货的订单请等最后一个包裹发出。'],
  ['已申请开票', '每行商品只开一次，进度在“开票记录”查看；被驳回的可以重新申请。'],
  ['已全额退款或已取消', '没有实付金额，不开票；部分退款的按剩余金额开。'],
  ['金额为 0', '换货补发等订单没有付款，不开票。'],
] as const

/** Which orders are not in the list, and why. */
const WhatCannot = () => (
  <details className="mt-3 text-sm">
    <summary className="finger w-fit cursor-pointer text-jade">哪些订单不能开票？</summary>
    <dl className="panel mt-2 grid gap-2 p-4">
      {cannot.map(([name, why]) => (
        <div key={name} className="md:flex md:gap-4">
          <dt className="font-medium md:w-36 md:shrink-0">{name}</dt>
          <dd className="text-mute">{why}</dd>
        </div>
      ))}
    </dl>
  </details>
)
