import { ButtonLink } from '#storefront/platform/components/button.tsx'

const steps = [
  ['注册', '手机号即可，先看现金价与赊销价'],
  ['三步认证', '经办人、企业、高级，1–5 个工作日'],
  ['赊销', '额度内先发货，次月 10 号还款'],
] as const

const back = { redirectUrl: '/' }

/** Shown to guests: login, registration, and how to get credit. */
export function GuestLoginAndRegistrationPanel() {
  return (
    <aside aria-label="登录与开通" className="panel flex flex-col px-4 py-4 lg:px-5 lg:py-4.5">
      <p className="text-md font-semibold">登录后查看企业额度与订单</p>
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <ButtonLink to="/login" search={back}>
          登录
        </ButtonLink>
        <ButtonLink to="/register" search={back} look="line">
          注册
        </ButtonLink>
      </div>
      <p className="mt-4 border-t border-dashed border-line pt-3.5 text-sm text-mute">赊销怎么开通</p>
      <ol className="mt-2 flex flex-1 flex-col justify-between gap-2.5">
        {steps.map(([title, text], at) => (
          <li key={title} className="flex flex-1 items-center gap-3 rounded-control bg-paper px-3 py-2">
            <span className="num text-2xl leading-none font-semibold text-line" aria-hidden>
              {at + 1}
            </span>
            <span>
              <b className="block font-medium">{title}</b>
              <span className="block text-xs text-mute">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
