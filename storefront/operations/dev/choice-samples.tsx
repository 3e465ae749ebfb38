import { useState } from 'react'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { MonthPicker } from '#storefront/platform/components/month-picker.tsx'
import { MonthRangeBoundSelect } from '#storefront/platform/components/month-select.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { QuantityStepper } from '#storefront/platform/components/stepper.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { ComponentSample, ComponentSampleState } from './sample.tsx'

const nothing = () => {}

/** Components to choose from options. */
export function ChoiceSamples() {
  return (
    <ComponentSample title="选择">
      <Months />
      <Quantities />
      <Ticks />
      <ComponentSampleState name="页签" wide>
        <LinkTabs
          label="订单状态"
          tabs={[
            { to: '/my_order', label: '全部', current: true },
            { to: '/my_order', label: '待支付', current: false, count: 3 },
            { to: '/my_order', label: '待收货', current: false, count: 120 },
          ]}
        />
      </ComponentSampleState>
      <Pages />
    </ComponentSample>
  )
}

function Months() {
  const current = useToday().slice(0, 7)
  const [month, setMonth] = useState<string>()
  const [from, setFrom] = useState(current)
  return (
    <>
      <ComponentSampleState name="月份">
        <MonthPicker value={month} onChange={setMonth} />
      </ComponentSampleState>
      <ComponentSampleState name="月份，本月">
        <MonthPicker value={current} onChange={nothing} />
      </ComponentSampleState>
      <ComponentSampleState name="起止月份之一">
        <MonthRangeBoundSelect label="起始月份" value={from} fits={(other) => other <= current} onChange={setFrom} />
      </ComponentSampleState>
    </>
  )
}

function Quantities() {
  const [many, setMany] = useState(60)
  const rule = { minimum: 20, step: 20 }
  return (
    <>
      <ComponentSampleState name="数量">
        <QuantityStepper label="U84 数量" value={many} rule={rule} onChange={setMany} onTooLarge={nothing} />
      </ComponentSampleState>
      <ComponentSampleState name="数量，起订量">
        <QuantityStepper label="U85 数量" value={20} rule={rule} size="sm" onChange={nothing} onTooLarge={nothing} />
      </ComponentSampleState>
      <ComponentSampleState name="数量，不可改">
        <QuantityStepper label="U92 数量" value={20} rule={rule} disabled onChange={nothing} onTooLarge={nothing} />
      </ComponentSampleState>
    </>
  )
}

function Ticks() {
  const [checked, setTicked] = useState(false)
  return (
    <ComponentSampleState name="勾选">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Checkbox label="同意协议" value={checked ? 'all' : 'none'} onChange={setTicked}>
          未选
        </Checkbox>
        <Checkbox label="选择店铺" value="some" onChange={nothing}>
          部分
        </Checkbox>
        <Checkbox label="选择商品" value="all" onChange={nothing}>
          已选
        </Checkbox>
        <Checkbox label="已下架商品" value="none" disabled onChange={nothing}>
          不可选
        </Checkbox>
        <Checkbox label="必须同意" value="none" invalid onChange={nothing}>
          漏选
        </Checkbox>
      </div>
    </ComponentSampleState>
  )
}

function Pages() {
  const [page, setPage] = useState(5)
  return (
    <ComponentSampleState name="分页" wide>
      <Pagination pageNo={page} pageSize={10} total={118} onChange={setPage} />
    </ComponentSampleState>
  )
}
