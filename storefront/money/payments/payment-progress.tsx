import { useQuery } from '@tanstack/react-query'
import { CircleX, ExternalLink, Hourglass, LoaderCircle } from 'lucide-react'
import { useEffect } from 'react'
import { type OfferedPaymentChannel, onlinePaymentChannels, type Payment } from '#contract/money/payments/api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatTimeLeft } from '#ui/format.ts'
import { PAYMENT_QUERY_KEY, paymentApi, paymentChannelsQuery } from './payment-api.ts'
import { detectPaymentScene, getReasonAgainstChannelHere } from './payment-scene.ts'
import {
  isOpenPayment,
  type PaymentPageState,
  paymentTextsByPurpose,
  sandboxPageUrl,
  toPayAgainAndPaidForLinks,
  toPaymentPageState,
} from './payment-view.ts'
import { StatusMessage } from './status-message.tsx'
import { usePolledPayment } from './use-payment.ts'
import { WechatPayment } from './wechat-payment.tsx'

const SECOND_MS = 1_000

/** A started payment: the QR code or the link to pay, the remaining time, and the state. `back`: the provider has led the buyer back here. */
export function PaymentProgress({ paymentId, back = false }: { paymentId: string; back?: boolean }) {
  const navigate = useNavigate()
  const payment = usePolledPayment(paymentId)
  const settled = payment.data?.state === 'SETTLED'
  useEffect(() => {
    if (settled) void navigate({ to: '/order_pay_success', search: { paymentId }, replace: true })
  }, [settled, paymentId, navigate])
  if (payment.error instanceof Refusal && payment.error.reason === 'PAYMENT_NOT_FOUND')
    return (
      <div className="panel">
        <EmptyState title="没有找到这笔支付" action={<ButtonLink to="/my_order">查看订单</ButtonLink>} />
      </div>
    )
  return (
    <QueryContent from={payment} skeleton={<Skeleton className="h-120" />}>
      {(found) => (settled ? <Skeleton className="h-120" /> : <Sheet payment={found} back={back} />)}
    </QueryContent>
  )
}

function Sheet({ payment, back }: { payment: Payment; back: boolean }) {
  const now = useNow(SECOND_MS)
  const step = toPaymentPageState(payment, now)
  return (
    <section aria-label="支付" className="panel p-4 md:p-6">
      <div className="text-center">
        <p className="text-sm text-mute">
          {onlinePaymentChannels[payment.channel].label} · {paymentTextsByPurpose[payment.purpose].amount}
        </p>
        <Price amount={payment.amount} kind="sale" size="lg" />
        <p className="mt-0.5 text-xs break-words text-mute">{payment.title}</p>
      </div>
      <div className="mt-5 border-t border-line-soft pt-6">
        <Stage payment={payment} step={step} back={back} />
        {isOpenPayment(payment) && step.at !== 'unclear' && <Clock until={payment.expiresAt} now={now} />}
      </div>
      {isOpenPayment(payment) && <Ways payment={payment} unclear={step.at === 'unclear'} />}
    </section>
  )
}

/** The seconds are only shown. A screen reader announces the text once. */
function Clock({ until, now }: { until: Date; now: Date }) {
  const left = formatTimeLeft(until, now)
  if (left === '') return null
  return (
    <p role="timer" aria-live="off" className="mt-4 text-center text-sm text-mute">
      请在 <b className="num text-copper">{left}</b> 内完成支付，逾期自动关闭
    </p>
  )
}

function Stage({ payment, step, back }: { payment: Payment; step: PaymentPageState; back: boolean }) {
  const offered = useQuery(paymentChannelsQuery)
  switch (step.at) {
    case 'scan':
      return <Scan payment={payment} code={step.code} offered={offered.data ?? []} />
    case 'go':
      return <Go payment={payment} url={step.url} back={back} />
    case 'wechat':
      return <WechatPayment paymentId={payment.paymentId} step={step.step} other={formatOtherWays(payment)} />
    case 'closed':
      return <Over payment={payment} why={step.why} />
    case 'unclear':
      return (
        <StatusMessage
          icon={Hourglass}
          title="支付结果确认中"
          text="支付机构暂时没有答复，我们会持续查询，请不要重复付款。结果明确前，不能更换支付方式或取消订单。"
        />
      )
    case 'ending':
      return <StatusMessage icon={LoaderCircle} spin title="支付时间已到" text="正在向支付机构确认是否已付款，请稍候。" />
    default:
      return <StatusMessage icon={LoaderCircle} spin title="正在向支付机构下单" text="通常只需几秒，请不要关闭页面。" />
  }
}

/** What else the buyer may do, at the end of a sentence: the links stand below. */
const formatOtherWays = ({ purpose }: Payment): string => (purpose === 'trade' ? '，或更换支付方式' : '')

/**
 * Leads to the provider's page, in the phone's browser to the one that opens WeChat. WeChat leads back whether the buyer has paid or not, so
 * then the page says that nothing has arrived yet. Its page opens only from ours, so the request names where it comes from.
 */
function Go({ payment, url, back }: { payment: Payment; url: string; back: boolean }) {
  const { channel } = payment
  const reason = getReasonAgainstChannelHere(channel, detectPaymentScene())
  if (reason !== undefined)
    return <StatusMessage icon={ExternalLink} title="请在浏览器中付款" text={`${reason}${formatOtherWays(payment)}。`} />
  const wechat = channel === 'wechat'
  const title = back ? '还没有收到付款' : wechat ? '在手机微信中付款' : `前往${onlinePaymentChannels[channel].label}页面付款`
  const text = back
    ? `如果已经付款，请稍候，本页会自动显示结果；没有付款，可以再次前往付款${formatOtherWays(payment)}。`
    : '付款后会自动回到本商城并显示结果。'
  return (
    <StatusMessage icon={back ? Hourglass : ExternalLink} title={title} text={text}>
      <a
        href={url}
        referrerPolicy="origin"
        className="inline-flex h-12 items-center justify-center rounded-control bg-cta px-7 text-md font-medium text-white hover:brightness-95"
      >
        {back ? '再次前往付款' : wechat ? '打开微信付款' : '前往付款'}
      </a>
    </StatusMessage>
  )
}

function Scan({ payment, code, offered }: { payment: Payment; code: string; offered: readonly OfferedPaymentChannel[] }) {
  const { label } = onlinePaymentChannels[payment.channel]
  const sandbox = sandboxPageUrl(payment, code, offered)
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <div className="rounded-panel border border-line p-1.5">
        <QrCode text={code} label={`${label}二维码`} />
      </div>
      <p className="font-medium">请用{label.replace('支付', '')}扫一扫付款</p>
      <p className="text-sm text-mute">付款后本页自动显示结果；在手机上可截屏，从“扫一扫”的相册中识别。</p>
      {sandbox !== undefined && (
        <a
          href={sandbox}
          target="_blank"
          rel="noreferrer"
          className="finger inline-flex items-center gap-1 text-sm font-medium text-jade hover:underline"
        >
          打开沙箱支付页
          <ExternalLink className="size-3.5" aria-hidden />
        </a>
      )}
    </div>
  )
}

function Over({ payment, why }: { payment: Payment; why: string }) {
  const {
    again,
    look: { label, ...look },
  } = toPayAgainAndPaidForLinks(payment)
  const word = { trade: '重新支付', topUp: '重新充值', repay: '重新还款' }[payment.purpose]
  return (
    <StatusMessage icon={CircleX} tone="text-danger" title="支付未完成" text={`${why}。如已付款，款项会原路退回，也可联系客服核实。`}>
      <ButtonLink {...again}>{word}</ButtonLink>
      <ButtonLink {...look} look="line">
        {label}
      </ButtonLink>
      <ButtonLink to="/service_contact" look="line">
        联系客服
      </ButtonLink>
    </StatusMessage>
  )
}

/** Other actions while nothing is paid. While the result is unknown, nothing can be cancelled. */
function Ways({ payment, unclear }: { payment: Payment; unclear: boolean }) {
  const { paymentId, purpose, tradeId } = payment
  const { label, ...look } = toPayAgainAndPaidForLinks(payment).look
  const cancel = useApiMutation(() => paymentApi.cancel({ paymentId }), { invalidates: [PAYMENT_QUERY_KEY] })
  return (
    <div className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-3 border-t border-line-soft pt-5 text-sm">
      {unclear ? (
        <>
          <ButtonLink to="/service_contact" look="plain">
            联系客服
          </ButtonLink>
          <ButtonLink {...look} look="plain">
            {label}
          </ButtonLink>
        </>
      ) : (
        <>
          {purpose === 'trade' && tradeId !== null && (
            <>
              <ButtonLink to="/order_pay_online_pay" search={{ tradeId }} look="plain">
                更换支付渠道
              </ButtonLink>
              <ButtonLink to="/order_pay_password" search={{ tradeId }} look="plain">
                更换支付方式
              </ButtonLink>
            </>
          )}
          <Button look="plain" busy={cancel.isPending} busyText="正在取消" onClick={() => cancel.mutate()}>
            {purpose === 'topUp' ? '取消充值' : '取消支付'}
          </Button>
        </>
      )}
    </div>
  )
}
