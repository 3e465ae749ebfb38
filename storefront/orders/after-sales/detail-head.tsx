import { type ReactNode, useState } from 'react'
import { afterSaleTypes, formatAfterSaleStatus } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleDetail as Detail } from '#contract/orders/after-sales/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'
import { afterSaleApi, invalidatedByAfterSale } from './after-sale-api.ts'
import { afterSaleSteps } from './apply-view.ts'
import { EnterReturnParcelDialog, ReturnAddress } from './return-parcel.tsx'

/** Describes the next step in a sentence. */
function next({ type, state, deadline, exchangeOrderNo, refunded }: Detail, now: Date): string {
  if (state === 'APPLIED') return '客服会在 1 个工作日内处理'
  if (state === 'APPROVED') {
    if (type === 'REFUND') return '已同意，财务正在退款'
    const left = deadline ? formatTimeLeft(deadline, now) : ''
    return left === '' ? '寄回时间已过，售后即将关闭' : `请在 ${left} 内寄回商品并填写退货物流，逾期自动关闭`
  }
  if (state === 'RETURNING') return '商品寄回途中，仓库收到后验收'
  if (state === 'RECEIVED') return type === 'EXCHANGE' ? '已验收，正在安排换货' : '已验收，财务正在退款'
  if (state === 'EXCHANGED') return `换货订单 ${exchangeOrderNo ?? ''} 已生成，可查看发货进度`
  if (state === 'REFUNDED') return refunded === 0 ? '无需再退款，原因见“进度和留言”' : '款项已按原路退回'
  return ''
}

/** The state of an after-sale, the next step, and its amounts. */
export function AfterSaleHead({ opened }: { opened: Detail }) {
  const { id, afterSaleNo, orderNo, type, state, createdAt, actions, entries } = opened
  const now = useNow(60_000)
  const [asking, setAsking] = useState<'withdraw' | 'sendBack'>()
  const close = () => setAsking(undefined)
  const withdraw = useApiMutation(() => afterSaleApi.withdraw({ id }), {
    invalidates: invalidatedByAfterSale,
    onSuccess: () => {
      emitClientEvent('afterSaleStatusChanged', { id })
      close()
      showNotice('已撤销')
    },
  })
  const why = state === 'REJECTED' || state === 'CANCELLED' ? entries.findLast(({ verb }) => verb !== 'say')?.text : ''
  return (
    <section aria-label="售后进度" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-lg font-semibold">
            {afterSaleTypes[type].label} · {formatAfterSaleStatus(type, state)}
          </p>
          <p className="mt-1 text-mute">{why || next(opened, now)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {actions.includes('sendBack') && <Button onClick={() => setAsking('sendBack')}>填写退货物流</Button>}
          {actions.includes('withdraw') && (
            <Button look="line" onClick={() => setAsking('withdraw')}>
              撤销申请
            </Button>
          )}
        </div>
      </div>
      {state === 'APPROVED' && type !== 'REFUND' && <ReturnAddress returnTo={opened.returnTo} className="mt-3" />}
      {state !== 'REJECTED' && state !== 'CANCELLED' && <Steps opened={opened} />}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 border-t border-line-soft pt-3 text-sm">
        <Fact name="售后单号">{afterSaleNo}</Fact>
        <Fact name="订单号">
          <Link to="/my_order_detail" search={{ orderNo }} className="finger text-jade hover:underline">
            {orderNo}
          </Link>
        </Fact>
        <Fact name="申请时间">{formatShanghaiTimeToMinute(createdAt)}</Fact>
        {opened.trackingNo && (
          <Fact name="退货物流">
            {opened.carrier} {opened.trackingNo}
          </Fact>
        )}
        {opened.exchangeOrderNo && (
          <Fact name="换货订单">
            <Link to="/my_order_detail" search={{ orderNo: opened.exchangeOrderNo }} className="finger text-jade hover:underline">
              {opened.exchangeOrderNo}
            </Link>
          </Fact>
        )}
      </dl>
      <ConfirmDialog
        open={asking === 'withdraw'}
        onClose={close}
        title="撤销申请"
        text="撤销后，未发的商品恢复发货；需要时可以重新申请。"
        confirm="撤销申请"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(undefined)}
      />
      <EnterReturnParcelDialog id={id} returnTo={opened.returnTo} open={asking === 'sendBack'} onClose={close} />
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-mute">{name}</dt>
    <dd className="num break-all">{children}</dd>
  </div>
)

function Steps({ opened: { type, state } }: { opened: Detail }) {
  return (
    <ol className="mt-4 flex flex-wrap gap-x-2 gap-y-2 text-sm">
      {afterSaleSteps(type, state).map(({ label, status }, at) => (
        <li key={label} className="flex items-center gap-2" aria-current={status === 'current' ? 'step' : undefined}>
          {at > 0 && <span aria-hidden className={`h-px w-4 md:w-10 ${status === 'ahead' ? 'bg-line' : 'bg-jade'}`} />}
          <span
            className={`num grid size-5.5 place-items-center rounded-full text-xs ${
              status === 'done'
                ? 'bg-jade text-white'
                : status === 'current'
                  ? 'border border-jade text-jade'
                  : 'border border-line text-mute'
            }`}
          >
            {at + 1}
          </span>
          <span className={status === 'ahead' ? 'text-mute' : ''}>{label}</span>
        </li>
      ))}
    </ol>
  )
}
