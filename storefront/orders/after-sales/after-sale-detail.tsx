import { refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import type { AfterSaleDetail as Detail } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { EnterprisePictureLink } from '#storefront/platform/components/picture-link.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useAfterSale } from './after-sale-api.ts'
import { shippingStageLabels } from './apply-view.ts'
import { AfterSaleConversation } from './conversation.tsx'
import { AfterSaleHead } from './detail-head.tsx'
import { RefundAmounts } from './refund-summary.tsx'

/** One after-sale: its state, the next step, its goods, money, pictures and conversation. */
export function AfterSaleDetail({ id }: { id: string }) {
  const found = useAfterSale(id)
  if (found.error instanceof Refusal && found.error.reason === 'AFTER_SALE_NOT_FOUND')
    return (
      <div className="panel">
        <EmptyState title="没有找到这张售后单" action={<ButtonLink to="/after_sale">查看售后单</ButtonLink>} />
      </div>
    )
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {(opened) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <AfterSaleHead opened={opened} />
          <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-4">
            <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
              <Lines opened={opened} />
              <Why opened={opened} />
            </div>
            <Money opened={opened} />
          </div>
          <AfterSaleConversation opened={opened} />
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 lg:gap-4">
    <Skeleton className="h-48" />
    <Skeleton className="h-36" />
    <Skeleton className="h-60" />
  </div>
)

function Lines({ opened: { lines, freightAsked } }: { opened: Detail }) {
  return (
    <section aria-labelledby="lines" className="panel overflow-hidden">
      <h2 id="lines" className="px-4 pt-4 text-md md:px-5 md:text-lg">
        售后商品
      </h2>
      <ul className="divide-y divide-line-soft px-4 md:px-5">
        {lines.map((line) => (
          <li key={`${line.lineNo} ${line.stage}`} className="flex gap-3 py-4">
            <div className="size-14 shrink-0 overflow-hidden rounded-control border border-line-soft">
              <GoodsPicture picture={line.image} alt="" sizes="56px" className="h-full" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{line.goodsName}</p>
              <p className="mt-0.5 text-xs text-mute">
                {formatSkuProps(line.skuProps)} · {shippingStageLabels[line.stage]} · <span className="num">{formatMoney(line.price)}</span>
              </p>
            </div>
            <div className="shrink-0 text-right text-sm">
              <p className="num">
                申请 {formatCount(line.asked)} {line.unit}
              </p>
              {line.accepted !== line.asked && (
                <p className="num text-gold">
                  核定 {formatCount(line.accepted)} {line.unit}
                </p>
              )}
              {line.refunded > 0 && <p className="num text-jade">退 {formatMoney(line.refunded)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {lines.length === 0 && <p className="px-4 py-4 text-mute md:px-5">{freightAsked ? '只申请退运费' : '没有商品'}</p>}
    </section>
  )
}

function Why({ opened: { reason, description, pictures } }: { opened: Detail }) {
  return (
    <section aria-labelledby="reason" className="panel p-4 md:p-5">
      <h2 id="reason" className="mb-2 text-md md:text-lg">
        原因和说明
      </h2>
      <p>{reason}</p>
      {description !== '' && <p className="mt-1 break-words whitespace-pre-wrap text-mute">{description}</p>}
      {pictures.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-2 md:grid-cols-6">
          {pictures.map((fileId, at) => (
            <li key={fileId} className="aspect-square overflow-hidden rounded-control border border-line bg-paper">
              <EnterprisePictureLink fileId={fileId} label={`售后图片 ${at + 1}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Money({ opened: { preview, refunds, refunded, type } }: { opened: Detail }) {
  if (type === 'EXCHANGE' && refunds.length === 0)
    return <aside className="panel p-4 text-mute md:p-5">换货不涉及退款，验收后补发同规格商品。</aside>
  return (
    <aside className="panel p-4 md:p-5">
      <h2 className="mb-3 text-md md:text-lg">{refunded === null ? '预计退款' : '退款'}</h2>
      {preview && <RefundAmounts preview={preview} />}
      {refunds.length > 0 && (
        <ul className="flex flex-col gap-3">
          {refunds.map(({ refundNo, amount, way, state, at }) => (
            <li key={refundNo}>
              <p className="flex justify-between gap-3">
                <span>
                  {way} · {refundLifecycle.states[state].label}
                </span>
                <strong className="num">{formatMoney(amount)}</strong>
              </p>
              <p className="num text-xs break-all text-mute">
                {refundNo} · {formatShanghaiTimeToMinute(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!preview && refunds.length === 0 && <p className="text-mute">没有退款</p>}
    </aside>
  )
}
