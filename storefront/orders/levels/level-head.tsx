import { Award, Gem, Medal, UserRound } from 'lucide-react'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { EnterpriseLevelOverview } from '#contract/orders/levels/shapes.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { computeLevelProgressPercent, formatThresholdMark } from './level-view.ts'

const levelIcons = { 1: UserRound, 2: Medal, 3: Award, 4: Gem } as const

/** The level, the paid amount, what is missing to the next level, and until when the level is kept. */
export function LevelHead({ status }: { status: EnterpriseLevelOverview }) {
  const { level, paid, keptUntil, levels } = status
  const Icon = levelIcons[level]
  return (
    <section aria-label="当前等级" className="drawing-grid rounded-panel bg-pine p-4 text-white md:px-6 md:py-5">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="flex items-center gap-3">
          <span className="grid size-14 place-items-center rounded-full border border-gold-line/60 bg-white/8 text-gold-line">
            <Icon className="size-7" strokeWidth={1.5} aria-hidden />
          </span>
          <div>
            <p className="text-xs text-white/80">当前等级</p>
            <p className="text-xl font-semibold">{formatLevelName(level)}</p>
          </div>
        </div>
        {paid && (
          <div className="md:text-right">
            <p className="text-xs text-white/80">
              近 12 个月实付（<span className="num">{paid.from}</span> 起）
            </p>
            <p className="num text-2xl">{formatMoney(paid.amount)}</p>
          </div>
        )}
      </div>
      {paid && (
        <Scale
          amount={paid.amount}
          thresholds={levels.map(({ threshold }) => threshold)}
          names={levels.map((one) => formatLevelName(one.level))}
          current={formatLevelName(level)}
        />
      )}
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 border-t border-white/15 pt-3 text-sm text-white/90">
        <span>{nextText(status)}</span>
        {keptUntil !== null && (
          <span>
            {formatLevelName(level)}至少保留到 <span className="num">{keptUntil}</span>
          </span>
        )}
      </p>
    </section>
  )
}

function nextText({ level, paid }: EnterpriseLevelOverview): string {
  if (!paid) return '您的子账号没有查看企业实付金额的权限，可联系企业主账号开通'
  if (!paid.next) return `已是最高等级${formatLevelName(level)}`
  const name = formatLevelName(paid.next.level)
  return paid.next.missing === 0 ? `已达到${name}门槛，次日凌晨核算后升级` : `再付 ${formatMoney(paid.next.missing)} 升至${name}`
}

interface ScaleProps {
  amount: Fen
  thresholds: readonly Fen[]
  names: readonly string[]
  /** The current level. It may be kept although the paid amount is lower. */
  current: string
}

/** A progress bar with the levels at equal distances, filled up to the paid amount. */
function Scale({ amount, thresholds, names, current }: ScaleProps) {
  const percent = computeLevelProgressPercent(amount, thresholds)
  const places = ['left-0', 'left-1/3 -translate-x-1/2 text-center', 'left-2/3 -translate-x-1/2 text-center', 'right-0 text-right']
  return (
    <div className="mt-5">
      <svg
        viewBox="0 0 300 10"
        preserveAspectRatio="none"
        className="block h-2.5 w-full"
        role="img"
        aria-label={`近 12 个月实付 ${formatMoney(amount)}，各级门槛：${names.map((name, at) => `${name} ${formatMoney(thresholds[at] ?? amount)}`).join('，')}`}
      >
        <rect x="0" y="3" width="300" height="4" className="fill-white/20" />
        <rect x="0" y="3" width={percent * 3} height="4" className="fill-gold-line" />
        {[0, 100, 200, 300].map((at) => (
          <rect
            key={at}
            x={Math.min(at, 299)}
            y="0"
            width="1"
            height="10"
            className={percent * 3 >= at ? 'fill-gold-line' : 'fill-white/50'}
          />
        ))}
      </svg>
      <div aria-hidden className="relative mt-1.5 h-9 text-xs">
        {names.map((name, at) => (
          <p
            key={name}
            className={`absolute whitespace-nowrap ${places[at] ?? ''} ${name === current ? 'font-semibold text-white' : amount >= (thresholds[at] ?? 0) ? 'text-gold-line' : 'text-white/75'}`}
          >
            {name}
            <span className="num block">{formatThresholdMark(thresholds[at] ?? amount)}</span>
          </p>
        ))}
      </div>
    </div>
  )
}
