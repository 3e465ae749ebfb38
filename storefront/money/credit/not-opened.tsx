import { CreditCard } from 'lucide-react'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { CurrentMembershipWithSwitchLink } from './current-account.tsx'

const steps = [
  ['三步认证', '经办人、企业、高级'],
  ['审核 1-5 个工作日', '通过后核定赊销额度'],
  ['当月赊销', '下单选“赊销支付”'],
  ['次月10号还款', '按账单还，可提前还'],
] as const

/** Shown to an enterprise without credit: what to do next, for members who can do it. */
export function CreditNotOpened() {
  const { reason: denied } = usePermission('applyLimit', 'own')
  return (
    <section className="panel overflow-hidden">
      <div className="grid justify-items-center gap-4 px-4 py-12 text-center md:py-16">
        <span className="grid size-16 place-items-center rounded-full bg-steel-tint text-steel">
          <CreditCard className="size-8" strokeWidth={1.4} aria-hidden />
        </span>
        <p className="text-lg">抱歉，您暂未开通赊销账户!</p>
        {denied === undefined ? (
          <ButtonLink to="/account_authentication" look="call" size="lg">
            申请额度
          </ButtonLink>
        ) : (
          <p className="text-sm text-mute">{denied}</p>
        )}
        <CurrentMembershipWithSwitchLink />
      </div>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-5 border-t border-line-soft bg-paper px-4 py-5 md:grid-cols-4 md:px-8">
        {steps.map(([what, how], at) => (
          <li key={what} className="flex gap-2.5">
            <span aria-hidden className="num grid size-6 shrink-0 place-items-center rounded-full border border-jade text-sm text-jade">
              {at + 1}
            </span>
            <span>
              <span className="block font-medium">{what}</span>
              <span className="block text-xs text-mute">{how}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
