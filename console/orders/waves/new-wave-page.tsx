import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AutoComplete, Button, Form } from 'antd'
import { WarehouseFilterPicker } from '#console/catalog/warehouse/warehouse-field.tsx'
import { ShipByDay } from '#console/orders/orders/order-columns.tsx'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { choiceFilter, dayFilter, parseListSearchParams, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { carrierNames } from '#contract/orders/fulfilment/waybill.ts'
import { consoleWaveEndpoints } from '#contract/orders/waves/api.ts'
import { WAVE_ORDERS_MAX, type WaveCandidate } from '#contract/orders/waves/shapes.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { shipDueFilters } from '#contract/sites/delivery-times/ship-by-day.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { invalidatedByWave, waveApi, waveChoicesQuery } from './waves-api.ts'

const fields = {
  shopId: pickFilter('店铺', Id),
  province: pickFilter('省份', Text(20)),
  lastCarrier: pickFilter('上次承运', Text(30)),
  shipDue: choiceFilter('发货时限', shipDueFilters),
  waitsSince: dayFilter('待发不晚于', Day),
  warehouseId: pickFilter('发货仓库', Id),
}

interface ChoicePickerProps {
  picker: Parameters<FilterPickerComponent>[0]
  kind: 'shops' | 'provinces' | 'carriers'
  placeholder: string
}

/** A filter by what the waiting orders have, which says how many of them have it. */
function ChoicePicker({ picker, kind, placeholder }: ChoicePickerProps) {
  const { data, error, isPending } = useQuery(waveChoicesQuery)
  const choices = (data?.[kind] ?? []).map(({ value, label, orders }) => ({ value, label: `${label}（${orders} 单）` }))
  return <OptionFilterPicker {...picker} choices={choices} loading={isPending} error={error} placeholder={placeholder} other="所选项" />
}
const pickers: Record<string, FilterPickerComponent> = {
  shopId: (picker) => <ChoicePicker picker={picker} kind="shops" placeholder="全部店铺" />,
  province: (picker) => <ChoicePicker picker={picker} kind="provinces" placeholder="全部省份" />,
  lastCarrier: (picker) => <ChoicePicker picker={picker} kind="carriers" placeholder="不限" />,
  warehouseId: WarehouseFilterPicker,
}

const columns: Column<WaveCandidate>[] = [
  customColumn({
    title: '订单号',
    width: 172,
    value: ({ enterpriseId, orderNo }) => (
      <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
        {orderNo}
      </Link>
    ),
  }),
  customColumn({
    title: '采购企业',
    value: (row) => (
      <div className="two-lines">
        <EnterpriseLink row={row} />
        <small>{row.receiverRegion}</small>
      </div>
    ),
  }),
  customColumn({
    title: '商品',
    value: ({ firstGoods, shopName }) => (
      <div className="two-lines">
        <span>{firstGoods}</span>
        <small>{shopName}</small>
      </div>
    ),
  }),
  countColumn({ title: '待发件数', value: ({ units }) => units }),
  customColumn({ title: '上次承运', width: 112, value: ({ lastCarrier }) => lastCarrier || EMPTY_CELL }),
  customColumn({
    title: '发货时限',
    width: 208,
    value: ({ shipByDay, waitsSince }) => (
      <div className="two-lines">
        <ShipByDay day={shipByDay} />
        <small>待发始于 {formatShanghaiTimeToMinute(waitsSince)}</small>
      </div>
    ),
  }),
]

interface Values {
  count: number
  carrier?: string
}

const { count: Count } = consoleWaveEndpoints.create.input.shape

/** 新建波次: the waiting orders by a choice, and the button that makes a wave of those that wait longest. */
export function Page() {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const { pageNo: _, pageSize: __, ...filter } = parseListSearchParams(fields, search)
  const navigate = useNavigate()
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(consoleWaveEndpoints.create)
  const making = useApiMutation(waveApi.create, {
    invalidates: invalidatedByWave,
    successMessage: ({ orders }) => `已编入 ${orders} 单`,
    afterSuccess: ({ id }) => void navigate({ to: '/wave', search: { id } }),
  })
  return (
    <>
      <ListPage
        title="新建波次"
        note="待发货且不在其他波次中的订单，等得最久的在前"
        queryKey={['wave', 'candidates']}
        fields={fields}
        pickers={pickers}
        list={waveApi.candidates}
        columns={columns}
        rowKey={({ orderNo }) => orderNo}
        width={1152}
        exportRows={(input) => exportApi.waveCandidates(input)}
        actions={({ rows }) => (
          <Button
            type="primary"
            {...toDisabledProps(why ?? (rows.length === 0 ? '没有可编入的订单' : undefined))}
            onClick={() => drawer.show(true)}
          >
            编成波次
          </Button>
        )}
        empty="没有待编入波次的订单"
        next="订单付款后出现在这里；已在其他波次中的不再列出"
      />
      <FormDrawer<Values>
        title="编成波次"
        open={drawer.open}
        close={drawer.close}
        busy={making.isPending}
        initial={{ count: WAVE_ORDERS_MAX }}
        submit={({ count, carrier = '' }) => making.mutate({ ...filter, count, carrier })}
        submitText="确定"
      >
        <p className="drawer-lead">按当前筛选条件，从等得最久的订单编起。</p>
        <Form.Item
          name="count"
          label="最多单数"
          required
          rules={[{ validator: async (_rule, typed) => void Count.parse(typed ?? undefined), message: `请输入 1 至 ${WAVE_ORDERS_MAX}` }]}
        >
          <NumberInput autoFocus className="num" />
        </Form.Item>
        <Form.Item name="carrier" label="承运公司（选填，装箱时默认）">
          <AutoComplete options={carrierNames.map((value) => ({ value }))} placeholder="选择或输入" maxLength={30} />
        </Form.Item>
      </FormDrawer>
    </>
  )
}
