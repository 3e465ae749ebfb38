import type { ReactNode } from 'react'
import { benefitKinds } from '#contract/orders/levels/benefits.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** The changes of the level, the claims, and the rules. */
export function LevelChangesClaimsAndRules({ status: { changes, claims } }: { status: EnterpriseLevelOverview }) {
  return (
    <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-2">
      <List title="领取记录" empty="还没有领取过会员权益">
        {claims.map(({ benefit, text, at }) => (
          <Entry key={`${benefit} ${at.toISOString()}`} head={benefitKinds[benefit].label} when={formatShanghaiTimeToMinute(at)}>
            {text}
          </Entry>
        ))}
      </List>
      <List title="等级变化" empty="等级还没有变化过">
        {changes.map(({ day, from, to, paid }) => (
          <Entry key={day} head={to > from ? `升至${formatLevelName(to)}` : `调整为${formatLevelName(to)}`} when={day}>
            {paid === null ? `此前为${formatLevelName(from)}` : `此前为${formatLevelName(from)}，近 12 个月实付 ${formatMoney(paid)}`}
          </Entry>
        ))}
      </List>
      <section aria-label="等级规则" className="panel p-4 text-sm text-mute md:p-5 lg:col-span-2">
        <h2 className="text-md text-ink md:text-lg">等级规则</h2>
        <ol className="mt-2 list-decimal space-y-1 pl-5">
          <li>等级按近 12 个月实付金额每日核算：现金支付的订单和已还的赊销，减去退款；利息和钱包充值不计入。</li>
          <li>达到门槛的次日生效；达到后保留一年，期间不因实付减少而降级，期满后按实付金额重新核算。</li>
          <li>临时额度每季度、专享券每月、会员礼每个等级每年可领一次；有逾期账单时权益暂停，还清后恢复。</li>
          <li>临时额度按固定额度的比例计算，到期当日 23:59:59 失效；已有临时额度生效时，到期后再领取。</li>
        </ol>
      </section>
    </div>
  )
}

function List({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section aria-label={title} className="panel p-4 md:p-5">
      <h2 className="text-md md:text-lg">{title}</h2>
      {children.length === 0 ? (
        <p className="mt-2 text-sm text-mute">{empty}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line-soft">{children}</ul>
      )}
    </section>
  )
}

function Entry({ head, when, children }: { head: string; when: string; children: ReactNode }) {
  return (
    <li className="py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{head}</span>
        <span className="num shrink-0 text-xs text-mute">{when}</span>
      </p>
      <p className="text-sm break-words text-mute">{children}</p>
    </li>
  )
}
