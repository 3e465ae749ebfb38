import { Form, Select } from 'antd'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { acceptanceLimitReleaseTimes } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { Settings } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'
import { useSetSensitiveSetting } from './use-sensitive-setting.ts'

const { acceptance } = settingFields
const options = keysOf(acceptanceLimitReleaseTimes).map((value) => ({ value, label: acceptanceLimitReleaseTimes[value].label }))

/** When acceptance bills free the limit that they cover, by the kind of acceptor. */
export function AcceptanceSettingsForm(stored: StoredSettings<Settings['acceptance']>) {
  const save = useSetSensitiveSetting(settingApi.setAcceptance)
  return (
    <SettingsGroupForm<Settings['acceptance']>
      group="acceptance"
      sensitive
      note="票据接收后账款仍待还，到期后 3 日内不计息；所覆盖的额度何时可再用，按承兑人分别设置，对此后接收的票据生效。"
      stored={stored}
      initial={stored.values}
      call={save}
      save={(fields) => save.mutate(fields)}
    >
      <div className="field-pair">
        {keysOf(acceptance).map((name) => (
          <Form.Item key={name} name={name} label={acceptance[name].label} required>
            <Select options={options} getPopupContainer={getOverlayContainer} />
          </Form.Item>
        ))}
      </div>
    </SettingsGroupForm>
  )
}
