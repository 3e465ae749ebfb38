import { Form, Input } from 'antd'
import { settingApi } from '#console/operations/settings/settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from '#console/operations/settings/settings-group.tsx'
import { useSetSensitiveSetting } from '#console/operations/settings/use-sensitive-setting.ts'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { OWN_ACCOUNT_SHORT_NAME_MAX } from '#contract/billing/bank/own-accounts.ts'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { type BankFormValues, shownAccountFields, toBankFormValues, toBankSettings } from './bank-form.ts'
import { OtherAccountsField } from './other-accounts-field.tsx'

const { bank } = settingFields
const { shape } = settingGroups.bank

/** 收款账户: the bank accounts of the platform, and the amount from which two people confirm a transfer. */
export function BankTransferSettingsForm({ used, ...stored }: StoredSettings<Settings['bank'] | null> & { used: readonly string[] }) {
  const save = useSetSensitiveSetting(settingApi.setBank)
  const { values } = stored
  return (
    <SettingsGroupForm<BankFormValues>
      group="bank"
      sensitive
      note="下面第一个账户显示在转账支付页；没有账户时不提供转账支付。所有账户的对账单都可以导入。更换前请确认在途的转账已经到账。"
      stored={stored}
      initial={values ? toBankFormValues(values) : { others: [] }}
      call={save}
      save={(fields) => save.mutate({ ...fields, ...toBankSettings(fields) })}
    >
      <div className="field-pair">
        {shownAccountFields.map((name) => (
          <Form.Item key={name} name={name} label={bank[name].label} required rules={[toFormRule(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="shortName" label={bank.shortName.label}>
        <Input autoComplete="off" maxLength={OWN_ACCOUNT_SHORT_NAME_MAX} placeholder="如 工行基本户，不填则用开户银行" />
      </Form.Item>
      <OtherAccountsField used={used} />
      <AmountField
        name="secondAbove"
        label={bank.secondAbove.label}
        rule={shape.secondAbove}
        help="到账超过此数由两人录入同一金额确认；一人登记而未经对账单确认的到账，每人每日、每家企业每日合计也以此为限"
      />
    </SettingsGroupForm>
  )
}
