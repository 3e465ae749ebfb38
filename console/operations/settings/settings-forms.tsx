import { Form, Input, InputNumber } from 'antd'
import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { useShowChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { amountOf, parseAmount, toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { DAILY_RATE_MAX_BP } from '#contract/money/statements/credit-terms.ts'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { invalidatedBySetting, settingApi } from './settings-api.ts'
import { SettingsGroup, type StoredSettings } from './settings-group.tsx'

/** A call that sets a group which moves money, and the notice after it was applied or waits. */
function useSetting<Input>(call: (input: Input) => ReturnType<typeof settingApi.setBank>) {
  const done = useShowChangeResult('已保存')
  return useApiMutation(call, { refresh: invalidatedBySensitiveChange, done })
}

export function SiteSettings(stored: StoredSettings<Settings['site']>) {
  const save = useApiMutation(settingApi.setSite, { refresh: invalidatedBySetting, said: '已保存，商城几秒内更新' })
  const { shape } = settingGroups.site
  const { site } = settingFields
  return (
    <SettingsGroup
      group="site"
      note="显示在商城页脚和联系客服页。"
      stored={stored}
      initial={stored.values}
      call={save}
      save={(values) => save.mutate(values)}
    >
      <div className="field-pair">
        {(Object.keys(site) as (keyof Settings['site'])[]).map((name) => (
          <Form.Item key={name} name={name} label={site[name].label} required rules={[toFormRule(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
    </SettingsGroup>
  )
}

interface CreditFields {
  overdueTolerance: string
  graceDays: number
  dailyRateBp: number
}

export function CreditSettings(stored: StoredSettings<Settings['credit']>) {
  const save = useSetting(settingApi.setCredit)
  const { shape } = settingGroups.credit
  const { overdueTolerance, ...rest } = stored.values
  const { credit } = settingFields
  return (
    <SettingsGroup<CreditFields>
      group="credit"
      sensitive
      note="账单出账后按此判定逾期、暂停新的赊销并计息。"
      stored={stored}
      initial={{ ...rest, overdueTolerance: formatYuan(overdueTolerance) }}
      call={save}
      save={(fields) => save.mutate({ ...fields, overdueTolerance: amountOf(fields.overdueTolerance) })}
    >
      <AmountField
        name="overdueTolerance"
        label={credit.overdueTolerance.label}
        rule={shape.overdueTolerance}
        help="未还不超过此数的账单不算逾期"
      />
      <div className="field-pair">
        <Form.Item name="graceDays" label={credit.graceDays.label} required rules={[toFormRule(shape.graceDays)]} extra="过后暂停新的赊销">
          <InputNumber min={0} max={30} precision={0} className="num settings-number" suffix="天" />
        </Form.Item>
        <Form.Item
          name="dailyRateBp"
          label={credit.dailyRateBp.label}
          required
          rules={[toFormRule(shape.dailyRateBp)]}
          extra="万分之 5 即每日 0.05%"
        >
          <InputNumber min={0} max={DAILY_RATE_MAX_BP} precision={0} className="num settings-number" prefix="万分之" />
        </Form.Item>
      </div>
    </SettingsGroup>
  )
}

const accountFields = ['accountName', 'bankName', 'accountNo', 'bankCode'] as const
type BankFields = Record<(typeof accountFields)[number] | 'secondAbove', string>

/** The bank account for transfers, and the amount from which two people confirm a transfer. */
export function BankSettings(stored: StoredSettings<Settings['bank']>) {
  const save = useSetting(settingApi.setBank)
  const { shape } = settingGroups.bank
  const { bank } = settingFields
  return (
    <SettingsGroup<BankFields>
      group="bank"
      sensitive
      note="账户显示在转账支付页，对账单须属于这个账户。修改前请确认在途的转账已经到账。"
      stored={stored}
      initial={{ ...stored.values, secondAbove: formatYuan(stored.values.secondAbove) }}
      call={save}
      save={(fields) => save.mutate({ ...fields, secondAbove: amountOf(fields.secondAbove) })}
    >
      <div className="field-pair">
        {accountFields.map((name) => (
          <Form.Item key={name} name={name} label={bank[name].label} required rules={[toFormRule(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <AmountField
        name="secondAbove"
        label={bank.secondAbove.label}
        rule={shape.secondAbove}
        help="到账超过此数由两人录入同一金额确认；一人登记而未经对账单确认的到账，每人每日、每家企业每日合计也以此为限"
      />
    </SettingsGroup>
  )
}

const levelFields = settingFields.levels
type Level = keyof Settings['levels']
const levelNames = Object.keys(levelFields) as Level[]

/** Each level has a higher threshold than the one below it. */
function Threshold({ level }: { level: Level }) {
  const form = Form.useFormInstance<Record<Level, string>>()
  const below = levelNames[levelNames.indexOf(level) - 1]
  const against = (text: string) => {
    const least = below && parseAmount(form.getFieldValue(below) ?? '')
    const amount = parseAmount(text)
    return least !== undefined && amount !== undefined && amount <= least ? `应高于${levelFields[below as Level].label}` : undefined
  }
  return (
    <AmountField
      name={level}
      label={levelFields[level].label}
      rule={settingGroups.levels.shape[level]}
      against={against}
      {...(below === undefined ? {} : { beside: below })}
    />
  )
}

export function LevelSettings(stored: StoredSettings<Settings['levels']>) {
  const save = useSetting(settingApi.setLevels)
  const { silver, gold, platinum } = stored.values
  return (
    <SettingsGroup<Record<Level, string>>
      group="levels"
      sensitive
      note="最近 12 个月的实付金额达到门槛即升级。"
      stored={stored}
      initial={{ silver: formatYuan(silver), gold: formatYuan(gold), platinum: formatYuan(platinum) }}
      call={save}
      save={({ silver: first, gold: next, platinum: top, ...proof }) =>
        save.mutate({ ...proof, silver: amountOf(first), gold: amountOf(next), platinum: amountOf(top) })
      }
    >
      {levelNames.map((level) => (
        <Threshold key={level} level={level} />
      ))}
    </SettingsGroup>
  )
}
