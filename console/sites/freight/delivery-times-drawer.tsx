import { Button, Form, Input, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { createWholeNumberRule, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { consoleDeliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { type DeliveryTimes, deliveryTimeApi } from './delivery-time-api.ts'

export const DELIVERY_TIMES_QUERY_KEY = ['delivery-times']

/** Provinces that share a number of days. */
export interface ProvinceGroup {
  codes: string[]
  days: number | null
}

interface Values {
  cutOff: string
  defaultDays: number | null
  groups: ProvinceGroup[]
}

export const formatCarrierDays = (days: number | null): string => (days === null ? '不承诺送达日' : `承运 ${days} 天`)

/** The rows of the table, by their days, the shortest first; those without a promise last. */
export function groupProvincesByDays(provinces: readonly { code: string; days: number | null }[]): ProvinceGroup[] {
  const groups = [...Map.groupBy(provinces, ({ days }) => days)].map(([days, rows]) => ({ days, codes: rows.map(({ code }) => code) }))
  return groups.sort((a, b) => (a.days ?? Number.POSITIVE_INFINITY) - (b.days ?? Number.POSITIVE_INFINITY))
}

const { cutOff: CutOff } = consoleDeliveryTimeEndpoints.save.input.shape

/** Until when goods leave on the same day, and how many days the carrier takes to each province. */
export function EditDeliveryTimesDrawer({ times, open, close }: { times: DeliveryTimes; open: boolean; close: () => void }) {
  const { terms, names, rowVersion } = times
  const save = useApiMutation(deliveryTimeApi.save, {
    invalidates: [DELIVERY_TIMES_QUERY_KEY],
    successMessage: '送达时效已保存',
    close,
  })
  const submit = ({ cutOff, defaultDays, groups }: Values) =>
    save.mutate({
      cutOff,
      defaultDays: defaultDays ?? null,
      provinces: groups.flatMap(({ codes, days }) => codes.map((code) => ({ code, days: days ?? null }))),
      rowVersion,
    })
  return (
    <FormDrawer<Values>
      title="送达时效"
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ cutOff: terms.cutOff, defaultDays: terms.defaultDays, groups: groupProvincesByDays(terms.provinces) }}
      submit={submit}
      submitText="保存时效"
      wide
    >
      <p className="drawer-lead">买家按这里看到预计送达日；保存之后付款的订单按新的时效，已付款的不变。节假日在「节假日」页维护。</p>
      <Form.Item name="cutOff" label="截单时间" required rules={[toFormRule(CutOff)]} extra="工作日这个时间之前付款的，当天交承运商">
        <Input placeholder="16:00" className="num freight-weight" />
      </Form.Item>
      <Form.Item name="defaultDays" label="其余地区承运天数" rules={[createWholeNumberRule(1, 60)]} extra="留空则不承诺送达日">
        <NumberInput suffix="天" className="num freight-weight" />
      </Form.Item>
      <Form.List name="groups">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <fieldset key={key} className="freight-row" aria-label={`地区 ${name + 1}`}>
                <div className="freight-row-head">
                  <b>{`地区 ${name + 1}`}</b>
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<Trash2 size={14} aria-hidden />}
                    aria-label={`删除地区 ${name + 1}`}
                    onClick={() => remove(name)}
                  />
                </div>
                <Form.Item name={[name, 'codes']} label="省份" required rules={[{ required: true, message: '请选择省份' }]}>
                  <Select
                    mode="multiple"
                    optionFilterProp="label"
                    options={names.map(({ code, name: label }) => ({ value: code, label }))}
                    placeholder="可选多个"
                    getPopupContainer={getOverlayContainer}
                  />
                </Form.Item>
                <Form.Item name={[name, 'days']} label="承运天数" rules={[createWholeNumberRule(1, 60)]} extra="留空则不承诺送达日">
                  <NumberInput suffix="天" className="num freight-weight" />
                </Form.Item>
              </fieldset>
            ))}
            <Button icon={<Plus size={14} aria-hidden />} block onClick={() => add({ codes: [], days: null })}>
              为部分省份另设天数
            </Button>
          </>
        )}
      </Form.List>
    </FormDrawer>
  )
}
