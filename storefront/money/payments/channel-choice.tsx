import { CreditCard, type LucideIcon, MessageCircle, QrCode, Smartphone } from 'lucide-react'
import type { OfferedPaymentChannel, OnlinePaymentChannel, PaymentScene } from '#contract/money/payments/api.ts'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { chooseScene, detectPaymentScene, getReasonAgainstChannelHere } from './payment-scene.ts'

const about: Record<OnlinePaymentChannel, { icon: LucideIcon; hint: string }> = {
  wechat: { icon: QrCode, hint: '出示二维码，用微信扫一扫' },
  alipay: { icon: Smartphone, hint: '前往支付宝页面付款' },
  card: { icon: CreditCard, hint: '前往银行页面，支持企业网银' },
}

/** By 微信支付 a phone has something shorter than a code. */
const wechatElsewhere: Partial<Record<PaymentScene, { icon: LucideIcon; hint: string }>> = {
  phone: { icon: Smartphone, hint: '打开微信付款，付完回到本页' },
  wechat: { icon: MessageCircle, hint: '直接在微信中付款' },
}

const CARD = 'flex items-start gap-3 rounded-control border border-line px-3.5 py-3 has-checked:border-jade has-checked:bg-jade-tint'

/** Another payment method, besides those of the providers. */
export interface OtherPaymentMethodOption<Name extends string> {
  name: Name
  label: string
  hint: string
  icon: LucideIcon
}

interface Props<Name extends string> {
  offered: readonly OfferedPaymentChannel[]
  others?: readonly OtherPaymentMethodOption<Name>[]
  value: OnlinePaymentChannel | NoInfer<Name>
  onChange: (value: OnlinePaymentChannel | NoInfer<Name>) => void
  disabled?: boolean
}

/** The payment channels as cards. */
export function PaymentChannelChoice<Name extends string = never>({
  offered,
  others = [],
  value,
  onChange,
  disabled = false,
}: Props<Name>) {
  const here = detectPaymentScene()
  const describe = (channel: OnlinePaymentChannel) =>
    (channel === 'wechat' ? wechatElsewhere[chooseScene(offered, channel, here)] : undefined) ?? about[channel]
  const ways = [
    ...offered.map(({ channel, label }) => ({
      name: channel,
      label,
      ...describe(channel),
      reason: getReasonAgainstChannelHere(channel, here),
    })),
    ...others.map((other) => ({ ...other, reason: undefined })),
  ]
  return (
    <RadioGroup aria-label="支付渠道" value={value} onChange={onChange} disabled={disabled} className="grid gap-2.5 sm:grid-cols-2">
      {ways.map(({ name, label, hint, icon: Icon, reason }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control
        <label key={name} className={`${CARD} ${disabled || reason ? 'cursor-not-allowed' : 'cursor-pointer hover:border-jade'}`}>
          <RadioCircle value={name} lowered disabled={reason !== undefined} />
          <span className="min-w-0 flex-1">
            <span className={`flex items-center gap-1.5 font-medium ${reason ? 'text-mute' : ''}`}>
              <Icon className="size-4.5 shrink-0" strokeWidth={1.6} aria-hidden />
              {label}
            </span>
            <span className="mt-0.5 block text-xs text-mute">{reason ?? hint}</span>
          </span>
        </label>
      ))}
    </RadioGroup>
  )
}
