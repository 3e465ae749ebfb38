import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { SectionHead } from '#storefront/catalog/goods/section-head.tsx'
import { creditAccountQuery } from '#storefront/operations/home/home-api.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { CreditCalculator } from './credit-calculator.tsx'

const steps = [
  ['经办人认证', '姓名、身份证、手机号'],
  ['企业认证', '营业执照，1–5 个工作日'],
  ['高级认证', '经营与账户信息'],
  ['额度生效', '下单选“赊销支付”'],
  ['次月 10 号还款', '可提前还，账单可导出'],
] as const

/** The step after which the account is open. */
const OPENED = 3

/** The steps to open credit, the progress of the enterprise, and the cost of a purchase. */
export function OpenCreditSteps({ user }: { user: UserDetail | undefined }) {
  const passed = user?.authLevel ?? 0
  const maySee = usePermission(['applyLimit', 'buyPay']).allowed
  const opened = useQuery({ ...creditAccountQuery, enabled: maySee }).data?.account != null
  return (
    <section aria-label="赊销怎么开通" className="panel flex min-w-0 flex-col px-4 py-4 md:px-6 md:py-5">
      <SectionHead title="赊销怎么开通" more={{ to: '/help_center', label: '常见问题' }} />
      <ol className="mt-4 grid gap-y-4 md:grid-cols-5">
        {steps.map(([title, text], at) => (
          <Step
            key={title}
            title={title}
            text={text}
            number={at + 1}
            done={at < passed || (opened && at === OPENED)}
            last={at === steps.length - 1}
          />
        ))}
      </ol>
      <CreditCalculator />
    </section>
  )
}

function Step({ title, text, number, done, last }: { title: string; text: string; number: number; done: boolean; last: boolean }) {
  return (
    <li className="relative flex gap-3 md:block md:pr-3.5">
      {!last && (
        <i
          aria-hidden
          className="absolute top-8 -bottom-3.5 left-3.5 border-l-[1.5px] border-line md:top-3.5 md:right-1 md:bottom-auto md:left-9 md:border-t-[1.5px] md:border-l-0"
        />
      )}
      <span
        className={`num grid size-7.5 shrink-0 place-items-center rounded-full border-[1.5px] border-jade font-semibold ${done ? 'bg-jade text-white' : 'bg-white text-jade'}`}
      >
        {done ? <Check className="size-4" strokeWidth={2.5} aria-label="已完成" /> : number}
      </span>
      <span className="md:mt-2.5 md:block">
        <b className="block font-semibold">{title}</b>
        <span className="block text-xs text-mute">{text}</span>
      </span>
    </li>
  )
}
