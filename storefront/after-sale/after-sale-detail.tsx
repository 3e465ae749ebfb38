import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { afterSaleTypes, standingLabel } from '../../contract/after-sale/after-sale-lifecycle.ts'
import type { AfterSaleDetail as Detail } from '../../contract/after-sale/shapes.ts'
import { joinSkuProps } from '../../contract/catalog/shapes.ts'
import { refundLifecycle } from '../../contract/payment/payment-lifecycle.ts'
import { Refusal } from '../../contract/refusals.ts'
import { count, minute, money, timeLeft } from '../../ui/format.ts'
import { usePicture } from '../../ui/use-picture.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog.tsx'
import { GoodsPicture } from '../parts/goods-picture.tsx'
import { showNotice } from '../parts/notify.ts'
import { Empty, Loaded, Skeleton } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import { useCall } from '../session/use-call.ts'
import { filesApi } from '../verification/verification-api.ts'
import { AFTER_STEP, afterSaleApi, useAfterSale } from './after-sale-api.ts'
import { stageWords, stepsOf } from './apply-view.ts'
import { Sum } from './refund-sum.tsx'
import { ReturnParcel } from './return-parcel.tsx'
import { Talk } from './talk.tsx'

/** One after-sale: where it stands, what to do next, its goods, money, pictures and what was said. */
export function AfterSaleDetail({ id }: { id: string }) {
  const found = useAfterSale(id)
  if (found.error instanceof Refusal && found.error.reason === 'AFTER_SALE_NOT_FOUND')
    return (
      <div className="panel">
        <Empty title="没有找到这张售后单" action={<ButtonLink to="/after_sale">查看售后单</ButtonLink>} />
      </div>
    )
  return (
    <Loaded from={found} skeleton={<Skeleton className="h-96" />}>
      {(opened) => (
        <div className="flex flex-col gap-3 lg:gap-4">
          <Head opened={opened} />
          <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-4">
            <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
              <Lines opened={opened} />
              <Why opened={opened} />
            </div>
            <Money opened={opened} />
          </div>
          <Talk opened={opened} />
        </div>
      )}
    </Loaded>
  )
}

/** What happens next, in a sentence. */
function next({ type, state, deadline, exchangeOrderNo }: Detail, now: Date): string {
  if (state === 'APPLIED') return '客服会在 1 个工作日内处理'
  if (state === 'APPROVED') {
    if (type === 'REFUND') return '已同意，财务正在退款'
    const left = deadline ? timeLeft(deadline, now) : ''
    return left === '' ? '寄回时间已过，售后即将关闭' : `请在 ${left} 内寄回商品并填写退货物流，逾期自动关闭`
  }
  if (state === 'RETURNING') return '商品寄回途中，仓库收到后验收'
  if (state === 'RECEIVED') return type === 'EXCHANGE' ? '已验收，正在安排换货' : '已验收，财务正在退款'
  if (state === 'EXCHANGED') return `换货订单 ${exchangeOrderNo ?? ''} 正在备货`
  return state === 'REFUNDED' ? '款项已按原路退回' : ''
}

function Head({ opened }: { opened: Detail }) {
  const { id, afterSaleNo, orderNo, type, state, createdAt, actions, entries } = opened
  const now = useNow(60_000)
  const [asking, setAsking] = useState<'withdraw' | 'sendBack'>()
  const close = () => setAsking(undefined)
  const withdraw = useCall(() => afterSaleApi.withdraw({ id }), {
    refresh: AFTER_STEP,
    done: () => {
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
            {afterSaleTypes[type].label} · {standingLabel(type, state)}
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
      {state !== 'REJECTED' && state !== 'CANCELLED' && <Steps opened={opened} />}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 border-t border-line-soft pt-3 text-sm">
        <Fact name="售后单号">{afterSaleNo}</Fact>
        <Fact name="订单号">
          <Link to="/my_order_detail" search={{ orderNo }} className="text-jade hover:underline">
            {orderNo}
          </Link>
        </Fact>
        <Fact name="申请时间">{minute(createdAt)}</Fact>
        {opened.trackingNo && (
          <Fact name="退货物流">
            {opened.carrier} {opened.trackingNo}
          </Fact>
        )}
        {opened.exchangeOrderNo && (
          <Fact name="换货订单">
            <Link to="/my_order_detail" search={{ orderNo: opened.exchangeOrderNo }} className="text-jade hover:underline">
              {opened.exchangeOrderNo}
            </Link>
          </Fact>
        )}
      </dl>
      <Confirm
        open={asking === 'withdraw'}
        onClose={close}
        title="撤销申请"
        text="撤销后，未发的商品恢复发货；需要时可以重新申请。"
        confirm="撤销申请"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(undefined)}
      />
      <ReturnParcel id={id} open={asking === 'sendBack'} onClose={close} />
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="flex gap-2">
    <dt className="text-mute">{name}</dt>
    <dd className="num break-all">{children}</dd>
  </div>
)

function Steps({ opened: { type, state } }: { opened: Detail }) {
  return (
    <ol className="mt-4 flex flex-wrap gap-x-2 gap-y-2 text-sm">
      {stepsOf(type, state).map(({ label, status }, at) => (
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
              <GoodsPicture slug={line.image} alt="" sizes="56px" className="h-full" />
            </div>
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{line.goodsName}</p>
              <p className="mt-0.5 text-xs text-mute">
                {joinSkuProps(line.skuProps)} · {stageWords[line.stage]} · <span className="num">{money(line.price)}</span>
              </p>
            </div>
            <div className="shrink-0 text-right text-sm">
              <p className="num">
                申请 {count(line.asked)} {line.unit}
              </p>
              {line.accepted !== line.asked && (
                <p className="num text-gold">
                  核定 {count(line.accepted)} {line.unit}
                </p>
              )}
              {line.refunded > 0 && <p className="num text-jade">退 {money(line.refunded)}</p>}
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
              <Shown fileId={fileId} label={`售后图片 ${at + 1}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Shown({ fileId, label }: { fileId: string; label: string }) {
  const picture = usePicture(fileId, (options) => filesApi.viewFile({ fileId }, options))
  if (picture.state === 'failed') return <p className="p-2 text-xs text-mute">图片未能显示</p>
  if (picture.state !== 'shown') return <div role="status" aria-label="加载中" className="skeleton size-full" />
  return (
    <a href={picture.url} target="_blank" rel="noreferrer" aria-label={`放大查看${label}`} className="block size-full">
      <img src={picture.url} alt={label} className="size-full object-cover" />
    </a>
  )
}

function Money({ opened: { preview, refunds, refunded, type } }: { opened: Detail }) {
  if (type === 'EXCHANGE' && refunds.length === 0)
    return <aside className="panel p-4 text-mute md:p-5">换货不涉及退款，验收后补发同规格商品。</aside>
  return (
    <aside className="panel p-4 md:p-5">
      <h2 className="mb-3 text-md md:text-lg">{refunded === null ? '预计退款' : '退款'}</h2>
      {preview && <Sum preview={preview} />}
      {refunds.length > 0 && (
        <ul className="flex flex-col gap-3">
          {refunds.map(({ refundNo, amount, way, state, at }) => (
            <li key={refundNo}>
              <p className="flex justify-between gap-3">
                <span>
                  {way} · {refundLifecycle.states[state].label}
                </span>
                <strong className="num">{money(amount)}</strong>
              </p>
              <p className="num text-xs break-all text-mute">
                {refundNo} · {minute(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!preview && refunds.length === 0 && <p className="text-mute">没有退款</p>}
    </aside>
  )
}
