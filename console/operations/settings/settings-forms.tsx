import { Form, Radio } from 'antd'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { parseAmount, parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { type Settings, settingGroups } from '#contract/operations/settings/console-api.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { settingApi } from './settings-api.ts'
import { SettingsGroupForm, type StoredSettings } from './settings-group.tsx'
import { useSetSensitiveSetting } from './use-sensitive-setting.ts'

interface CreditFields {
  overdueTolerance: string
  graceDays: number
  dailyRateBp: number
  holidayGrace: boolean
}

export function CreditSettingsForm(stored: StoredSettings<Settings['credit']>) {
  const save = useSetSensitiveSetting(settingApi.setCredit)
  const { shape } = settingGroups.credit
  const { overdueTolerance, ...rest } = stored.values
  const { credit } = settingFields
  return (
    <SettingsGroupForm<CreditFields>
      group="credit"
      sensitive
      note="账单出账后按此判定逾期、暂停新的赊销并计息。"
      stored={stored}
      initial={{ ...rest, holidayGrace: rest.holidayGrace ?? true, overdueTolerance: formatYuan(overdueTolerance) }}
      call={save}
      save={(fields) => save.mutate({ ...fields, overdueTolerance: parseAmountOrThrow(fields.overdueTolerance) })}
    >
      <AmountField
        name="overdueTolerance"
        label={credit.overdueTolerance.label}
        rule={shape.overdueTolerance}
        help="未还不超过此数的账单不算逾期"
      />
      <div className="field-pair">
        <Form.Item name="graceDays" label={credit.graceDays.label} required rules={[toFormRule(shape.graceDays)]} extra="过后暂停新的赊销">
          <NumberInput className="num settings-number" suffix="天" />
        </Form.Item>
        <Form.Item
          name="dailyRateBp"
          label={credit.dailyRateBp.label}
          required
          rules={[toFormRule(shape.dailyRateBp)]}
          extra="万分之 5 即每日 0.05%"
        >
          <NumberInput className="num settings-number" prefix="万分之" />
        </Form.Item>
      </div>
      <Form.Item
        name="holidayGrace"
        label={credit.holidayGrace.label}
        extra="还款日仍为 10 日；遇节假日，下一工作日（含）前到账视为按时，不计息、不算逾期。改动自下次出账起生效"
      >
        <Radio.Group
          options={[
            { value: true, label: '顺延至下一工作日' },
            { value: false, label: '不顺延' },
          ]}
        />
      </Form.Item>
    </SettingsGroupForm>
  )
}

interface CollectionFields {
  band1: number
  band2: number
  band3: number
  typerAssignsUpTo: string
}

const bands = ['band1', 'band2', 'band3'] as const

export function CollectionSettingsForm(stored: StoredSettings<Settings['collection']>) {
  const save = useSetSensitiveSetting(settingApi.setCollection)
  const { shape } = settingGroups.collection
  const { typerAssignsUpTo, ...rest } = stored.values
  const { collection } = settingFields
  return (
    <SettingsGroupForm<CollectionFields>
      group="collection"
      sensitive
      note="催收任务按逾期天数分档；登记银行流水的人不能认领自己登记的、超过限额的流水。"
      stored={stored}
      initial={{ ...rest, typerAssignsUpTo: formatYuan(typerAssignsUpTo) }}
      call={save}
      save={(fields) => save.mutate({ ...fields, typerAssignsUpTo: parseAmountOrThrow(fields.typerAssignsUpTo) })}
    >
      <div className="field-pair">
        {bands.map((band) => (
          <Form.Item key={band} name={band} label={collection[band].label} required rules={[toFormRule(shape[band])]}>
            <NumberInput className="num settings-number" suffix="天" />
          </Form.Item>
        ))}
      </div>
      <AmountField
        name="typerAssignsUpTo"
        label={collection.typerAssignsUpTo.label}
        rule={shape.typerAssignsUpTo}
        help="超过此数的流水，登记人自己不能认领，由另一位财务人员认领"
      />
    </SettingsGroupForm>
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

export function LevelSettingsForm(stored: StoredSettings<Settings['levels']>) {
  const save = useSetSensitiveSetting(settingApi.setLevels)
  const { silver, gold, platinum } = stored.values
  return (
    <SettingsGroupForm<Record<Level, string>>
      group="levels"
      sensitive
      note="最近 12 个月的实付金额达到门槛即升级。"
      stored={stored}
      initial={{ silver: formatYuan(silver), gold: formatYuan(gold), platinum: formatYuan(platinum) }}
      call={save}
      save={({ silver: first, gold: next, platinum: top, ...proof }) =>
        save.mutate({ ...proof, silver: parseAmountOrThrow(first), gold: parseAmountOrThrow(next), platinum: parseAmountOrThrow(top) })
      }
    >
      {levelNames.map((level) => (
        <Threshold key={level} level={level} />
      ))}
    </SettingsGroupForm>
  )
}
