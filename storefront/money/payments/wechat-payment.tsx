import { CircleX, Hourglass, LoaderCircle, MessageCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { WechatBridgeCall } from '#contract/money/payments/api.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { takeWechatAuthorisation } from '#storefront/platform/routing/wechat-visitor.ts'
import { HANDLED_AT_FIELD, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { PAYMENT_QUERY_KEY, paymentApi } from './payment-api.ts'
import { detectPaymentScene } from './payment-scene.ts'
import type { WechatStep } from './payment-view.ts'
import { StatusMessage } from './status-message.tsx'
import { openWechatSheet, type WechatSheetResult } from './wechat-bridge.ts'

/** Paying inside WeChat. `other`: what else the person may do, as a part of a sentence. */
export function WechatPayment({ paymentId, step, other }: { paymentId: string; step: WechatStep; other: string }) {
  // The sheet opens by itself only after WeChat has just said who pays. After a reload the person presses.
  const [named, setNamed] = useState(false)
  if (detectPaymentScene() !== 'wechat')
    return (
      <StatusMessage
        icon={MessageCircle}
        title="在微信中付款"
        text={other === '' ? '请在微信中打开本页，或取消后在这里重新发起。' : '请在微信中打开本页，或在这里更换支付渠道。'}
      />
    )
  return step.do === 'authorise' ? (
    <Authorise paymentId={paymentId} url={step.url} onNamed={() => setNamed(true)} />
  ) : (
    <Sheet call={step.call} atOnce={named} other={other} />
  )
}

/** Leads to WeChat's page, which leads back with a code, and sends this to the server. Neither asks the person anything. */
function Authorise({ paymentId, url, onNamed }: { paymentId: string; url: string; onNamed: () => void }) {
  const begun = useRef(false)
  const sending = useApiMutation((given: { code: string; state: string }) => paymentApi.authorise({ paymentId, ...given }), {
    invalidates: [PAYMENT_QUERY_KEY],
    onSuccess: onNamed,
    onError: () => HANDLED_AT_FIELD,
  })
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const authorisation = takeWechatAuthorisation()
    if (authorisation === undefined) location.replace(url)
    else sending.mutate(authorisation)
  })
  if (sending.error)
    return (
      <StatusMessage icon={CircleX} tone="text-danger" title="没有确认付款人" text={sending.error.message}>
        <Button look="call" onClick={() => location.replace(url)}>
          重新授权
        </Button>
      </StatusMessage>
    )
  return <StatusMessage icon={LoaderCircle} spin title="正在打开微信支付" text="微信正在确认付款人，请稍候。" />
}

const sheetTexts: Record<WechatSheetResult, { title: string; text: string }> = {
  ok: { title: '正在确认支付结果', text: '微信已受理，请稍候，不要重复付款。' },
  cancel: { title: '还没有付款', text: '可以再次付款' },
  fail: { title: '微信没有打开支付', text: '请再试一次' },
}

/** Opens WeChat's sheet. Its answer only changes what is said here: whether it is paid, the server finds out. */
function Sheet({ call, atOnce, other }: { call: WechatBridgeCall; atOnce: boolean; other: string }) {
  const [result, setResult] = useState<WechatSheetResult>()
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)
  const open = async () => {
    setBusy(true)
    setResult(await openWechatSheet(call))
    setBusy(false)
  }
  useEffect(() => {
    if (begun.current || !atOnce) return
    begun.current = true
    void open()
  })
  if (result === 'ok') return <StatusMessage icon={LoaderCircle} spin {...sheetTexts.ok} />
  const { title, text } = result === undefined ? { title: '在微信中付款', text: '付款后本页自动显示结果' } : sheetTexts[result]
  return (
    <StatusMessage
      icon={result === undefined ? MessageCircle : Hourglass}
      title={title}
      text={`${text}${result === undefined ? '' : other}。`}
    >
      <Button look="call" size="lg" busy={busy} busyText="正在打开微信" onClick={() => void open()}>
        {result === undefined ? '微信付款' : '再次付款'}
      </Button>
    </StatusMessage>
  )
}
