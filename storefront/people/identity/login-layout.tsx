import type { ReactNode } from 'react'
import { mallProfile } from '#ui/mall.ts'

const promises = [
  ['双价同列', '现金价、赊销价并排看，差多少一目了然'],
  ['当月用，次月还', '赊销次月 10 号还款，账单逐笔可查'],
  ['多企业一个手机号', '登录后选择企业，子账号按权限下单'],
] as const

/** The frame of the login screens: the slogans of the mall, a form, and the copyright line. */
export function LoginLayout({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="content pt-3 md:pt-10">
      <div className="panel mx-auto grid max-w-[960px] overflow-hidden md:grid-cols-[1fr_440px]">
        <Stage />
        <section aria-labelledby="entrance-title" className="px-5 py-6 md:px-10 md:py-10">
          <h1 id="entrance-title" className="text-xl">
            {title}
          </h1>
          {hint && <p className="mt-1 text-sm text-mute">{hint}</p>}
          <div className="mt-5">{children}</div>
        </section>
      </div>
      <p className="mt-5 min-h-5 text-center text-xs text-mute">{mallProfile.copyright}</p>
    </div>
  )
}

function Stage() {
  return (
    <div className="drawing-grid relative hidden flex-col justify-between overflow-hidden bg-pine p-10 text-white md:flex">
      <div className="relative">
        <p className="text-sm tracking-[0.2em] text-white/80">{[mallProfile.tagline, '支持赊销'].filter(Boolean).join(' · ')}</p>
        <p className="mt-3 text-2xl leading-10 font-semibold">
          先用后付，
          <br />
          一件也能赊。
        </p>
      </div>
      <PickDrawing />
      <ul className="relative flex flex-col gap-3.5">
        {promises.map(([what, why]) => (
          <li key={what} className="border-l-2 border-[#d9772f] pl-3">
            <p className="font-medium">{what}</p>
            <p className="text-sm text-white/80">{why}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A pick as in a technical drawing, with its centre line and its length. */
function PickDrawing() {
  return (
    <svg viewBox="0 0 400 150" aria-hidden className="-mx-2 my-4 w-full text-white/55">
      <g fill="none" stroke="currentColor" strokeWidth="1.2">
        <path d="M20 75h352" strokeDasharray="14 4 3 4" strokeWidth=".7" />
        <path d="M360 75 326 61v28zM326 61l-14-6v40l14-6M312 50 232 34v82l80-16zM232 28h-16v94h16zM216 55H96v40h120zM96 59H84v32h12zM84 53H62l-6 5v34l6 5h22z" />
        <path d="M57 116v24M360 84v56M57 134h303" strokeWidth=".7" />
        <path d="m57 134 8-3v6zM360 134l-8-3v6z" fill="currentColor" stroke="none" />
      </g>
      <text x="300" y="129" textAnchor="middle" className="num fill-white/75 text-[12px]">
        155 mm
      </text>
    </svg>
  )
}
