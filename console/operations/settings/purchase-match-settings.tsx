import { Form } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'
import { useSetSensitiveSetting } from './use-sensitive-setting.ts'

const { label } = settingFields.purchaseMatch.priceToleranceBp

/** By how much an invoice of a supplier may differ from what was ordered without a second person. */
export function PurchaseMatchSettingsForm(stored: StoredSettings<Settings['purchaseMatch']>) {
  const save = useSetSensitiveSetting(settingApi.setPurchaseMatch)
  return (
    <SettingsGroupForm<Settings['purchaseMatch']>
      group="purchaseMatch"
      sensitive
      note="采购发票每行的金额与按采购价计算的相差不超过此幅度，即为已匹配；超过的须由另一人接受。数量和税率不允许差异。只用于之后的匹配；万分之 100 即 1%。"
      stored={stored}
      initial={stored.values}
      call={save}
      save={(fields) => save.mutate(fields)}
    >
      <Form.Item name="priceToleranceBp" label={label} required rules={[toFormRule(settingGroups.purchaseMatch.shape.priceToleranceBp)]}>
        <NumberInput className="num settings-number" prefix="万分之" />
      </Form.Item>
    </SettingsGroupForm>
  )
}
