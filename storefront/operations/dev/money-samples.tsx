import { fen, formatMoney, fromYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { StatementStateTag } from '#storefront/billing/bills/statement-state-tag.tsx'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { CreditGauge, CreditGaugeLegend } from '#storefront/platform/components/credit-gauge.tsx'
import { toCreditGauge } from '#storefront/platform/components/credit-gauge-view.ts'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11']
const amounts = (yuan: readonly number[]) => yuan.map(fromYuan)

const LIMITS = { creditBaseAmount: fen(50_000_000), creditTempAmount: fen(10_000_000) }
const GAUGES = [
  ['有占用、有临时额度', toCreditGauge({ ...LIMITS, creditWaitReturnAmount: fen(6_606_000), heldAmount: fen(1_588_600) })],
  ['超出额度', toCreditGauge({ ...LIMITS, creditTempAmount: ZERO_FEN, creditWaitReturnAmount: fen(52_000_000), heldAmount: ZERO_FEN })],
  [
    '没有额度',
    toCreditGauge({ creditBaseAmount: ZERO_FEN, creditTempAmount: ZERO_FEN, creditWaitReturnAmount: ZERO_FEN, heldAmount: ZERO_FEN }),
  ],
] as const

/** Components that show amounts. */
export function MoneySamples() {
  return (
    <>
      <ComponentSample title="金额明细与额度">
        <ComponentSampleState name="明细">
          <AmountRows className="w-72">
            <AmountRow name="商品合计">{formatMoney(fen(2_940_000))}</AmountRow>
            <AmountRow name="配送运费">免运费</AmountRow>
            <AmountRow name="订单合计" sum>
              {formatMoney(fen(2_940_000))}
            </AmountRow>
          </AmountRows>
        </ComponentSampleState>
        {GAUGES.map(([name, gauge]) => (
          <ComponentSampleState key={name} name={name}>
            <div className="flex w-72 flex-col gap-2 md:w-96">
              <CreditGauge gauge={gauge} />
              <CreditGauge gauge={gauge} slim />
              <CreditGaugeLegend gauge={gauge} />
            </div>
          </ComponentSampleState>
        ))}
        <ComponentSampleState name="状态标签">
          <span className="flex gap-2">
            <StatementStateTag statement={{ state: 'CLOSED', label: '待还款' }} />
            <StatementStateTag statement={{ state: 'OVERDUE', label: '已逾期' }} />
            <StatementStateTag statement={{ state: 'PAID', label: '已还清' }} />
            <StatementStateTag statement={{ state: 'WRITTEN_OFF', label: '已核销待追偿' }} />
          </span>
        </ComponentSampleState>
      </ComponentSample>
      <ComponentSample title="按月图表与面板">
        <div className="grid w-full gap-4 md:grid-cols-3">
          <MonthChart
            caption="每月现金与赊销采购"
            empty="还没有采购"
            months={MONTHS}
            series={[
              { label: '现金', colour: 'copper', amounts: amounts([8_000, 12_500, 0, 42_506, 9_800]) },
              { label: '赊销', colour: 'steel', amounts: amounts([22_000, 18_000, 31_000, 22_264, 12_000]) },
            ]}
          />
          <MonthChart caption="每月还款" empty="还没有还款" months={MONTHS} series={[{ label: '还款', colour: 'jade', amounts: [] }]} />
          <div className="grid gap-3">
            <Card title="现金钱包" more={{ label: '明细', to: '/cash_account' }}>
              <p className="num text-xl">{formatMoney(fen(8_000_000))}</p>
            </Card>
            <Card title="赊销账户" blocked="您没有查看赊销账户的权限，请联系主账号">
              {null}
            </Card>
          </div>
        </div>
      </ComponentSample>
    </>
  )
}
