import { ButtonLink } from '../parts/button.tsx'

const steps = [
  ['粘贴或上传', '从 Excel、聊天记录粘贴，或上传 XLSX / CSV'],
  ['逐行匹配', '大小写、空格、连字符、全角都认；每行给出结果'],
  ['整单加购', '同时看到现金价与赊销价，一次加入购物车'],
] as const

/** The way to order many lines at once, and what it does. */
export function QuickOrder() {
  return (
    <section aria-labelledby="quick-title" className="drawing-grid flex flex-col rounded-panel bg-pine px-5 py-5 text-white md:px-6">
      <h2 id="quick-title" className="text-lg md:text-xl">
        批量下单
      </h2>
      <p className="mt-1 text-sm text-[#cfe3dc]">按型号和数量下单，一次上千行</p>
      <ol className="mt-4 flex flex-1 flex-col">
        {steps.map(([title, text], at) => (
          <li key={title} className="flex gap-3 border-t border-white/14 py-2.5">
            <span className="num w-4 shrink-0 text-[#9fc7bc]">{at + 1}</span>
            <span>
              <b className="block font-medium">{title}</b>
              <span className="text-sm text-[#cfe3dc]">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-3 flex">
        <ButtonLink to="/quick_order" look="call">
          开始批量下单
        </ButtonLink>
      </div>
    </section>
  )
}
