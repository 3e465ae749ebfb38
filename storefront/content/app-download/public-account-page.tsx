import { CalendarClock, Megaphone, PackageCheck } from 'lucide-react'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { QrCode } from '#storefront/platform/components/qr-code.tsx'
import { mallProfile } from '#ui/mall.ts'

const virtues = [
  [Megaphone, '商城公告', '价格调整、服务变更和活动'],
  [CalendarClock, '发货安排', '节假日放假与恢复发货的时间'],
  [PackageCheck, '到货消息', '新品上架和紧俏规格到货'],
] as const

/** /public_account: the target of the public account's QR code. It explains what the account is and how to follow it. */
export function Page() {
  return (
    <div className="content flex flex-col gap-4 pt-3 md:gap-6 md:pt-6">
      <header className="relative overflow-hidden rounded-panel bg-pine px-5 py-7 text-white md:px-10 md:py-10">
        <div aria-hidden className="drawing-grid absolute inset-0 [mask-image:linear-gradient(90deg,transparent_30%,#000)]" />
        <div className="relative">
          <h1 className="text-xl md:text-2xl">{mallProfile.name}微信公众号</h1>
          <p className="mt-2 max-w-[36em] text-[#d5e6e0]">
            在微信里看商城的公告和发货安排。下单、审批、对账和还款在商城办理，公众号不收款。
          </p>
        </div>
      </header>
      <section
        aria-labelledby="follow"
        className="panel flex flex-col items-center gap-5 px-4 py-6 sm:flex-row sm:items-start md:px-8 md:py-8"
      >
        <div className="shrink-0 rounded-panel border border-line p-1 max-sm:hidden">
          <QrCode text={`${location.origin}/#/public_account`} label="公众号介绍页二维码" className="size-40" />
        </div>
        <div className="w-full">
          <h2 id="follow" className="text-lg">
            怎样关注
          </h2>
          <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 marker:text-jade">
            <li>
              复制公众号名称：
              <CopyableText text={mallProfile.name} what="公众号名称" />
            </li>
            <li>打开微信，点右上角的搜索，粘贴名称，选择“公众号”</li>
            <li>进入{mallProfile.name}，点“关注公众号”</li>
          </ol>
          <div className="mt-5 flex flex-wrap gap-3">
            <ButtonLink to="/shop">去商城选购</ButtonLink>
            <ButtonLink to="/service_contact" look="line">
              联系客服
            </ButtonLink>
          </div>
        </div>
      </section>
      <ul className="panel grid divide-line-soft md:grid-cols-3 md:divide-x">
        {virtues.map(([Icon, title, text]) => (
          <li key={title} className="flex gap-3.5 px-4 py-4 md:px-6 md:py-5">
            <span className="mt-0.5 text-jade">
              <Icon className="size-5" aria-hidden />
            </span>
            <div>
              <b className="font-medium">{title}</b>
              <p className="text-sm text-mute">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
