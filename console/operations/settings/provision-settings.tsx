import { Form } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { type ProvisionBands, provisionBandFields } from '#contract/money/provisions/bands.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'
import { useSetSensitiveSetting } from './use-sensitive-setting.ts'

const { provision } = settingFields
const bands = [
  ['days1', 'rate1Bp'],
  ['days2', 'rate2Bp'],
  ['days3', 'rate3Bp'],
  ['days4', 'rate4Bp'],
] as const

function Share({ name }: { name: keyof ProvisionBands }) {
  return (
    <Form.Item name={name} label={provision[name].label} required rules={[toFormRule(provisionBandFields[name])]}>
      <NumberInput className="num settings-number" prefix="万分之" />
    </Form.Item>
  )
}

/** The age bands of the provision for bad debts, and what is set aside of each. */
export function ProvisionSettingsForm(stored: StoredSettings<Settings['provision']>) {
  const save = useSetSensitiveSetting(settingApi.setProvision)
  return (
    <SettingsGroupForm<ProvisionBands>
      group="provision"
      sensitive
      note="每月 2 日起按上月末账单的账龄计提坏账准备，下次计提起用新的比例。账龄须逐级增加，比例不能低于上一级；万分之 50 即 0.5%。"
      stored={stored}
      initial={stored.values}
      call={save}
      save={(fields) => save.mutate(fields)}
    >
      <Share name="notDueBp" />
      {bands.map(([days, rate]) => (
        <div key={days} className="field-pair">
          <Form.Item name={days} label={provision[days].label} required rules={[toFormRule(provisionBandFields[days])]}>
            <NumberInput className="num settings-number" suffix="天" />
          </Form.Item>
          <Share name={rate} />
        </div>
      ))}
      <Share name="olderBp" />
    </SettingsGroupForm>
  )
}
