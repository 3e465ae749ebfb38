import { Button, Form, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { type Settings, settingGroups } from '../../contract/content/console-api.ts'
import { formatYuan } from '../../contract/money.ts'
import { minute } from '../../ui/format.ts'
import { AmountField } from '../kit/form/fields.tsx'
import { amountOf, readAmount, ruleOf } from '../kit/form/rule.ts'
import { Panel } from '../kit/panel.tsx'
import { useCall } from '../kit/use-call.ts'
import { settingApi, settingMoves } from './settings-api.ts'

interface Stored<Values> {
  values: Values
  changedAt: Date | null
}

interface GroupProps<Fields> {
  title: string
  note: string
  changedAt: Date | null
  initial: Fields
  busy: boolean
  save: (fields: Fields) => void
  children: ReactNode
}

/** One group of settings: its fields, when they were last changed, and its own button. */
function Group<Fields extends object>({ title, note, changedAt, initial, busy, save, children }: GroupProps<Fields>) {
  return (
    <Panel title={title} extra={<span className="mute num">{changedAt === null ? '未修改过' : `上次修改 ${minute(changedAt)}`}</span>}>
      <p className="mute settings-note">{note}</p>
      <Form<Fields> layout="vertical" validateTrigger="onChange" initialValues={initial} onFinish={save}>
        {children}
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      </Form>
    </Panel>
  )
}

const siteLabels: Record<keyof Settings['site'], string> = {
  companyName: '公司名称',
  creditCode: '统一社会信用代码',
  phone: '客服电话',
  email: '邮箱',
  hours: '服务时间',
  address: '地址',
  copyright: '版权信息',
  filingNo: '备案号',
  filingUrl: '备案链接',
}

export function SiteSettings({ values, changedAt }: Stored<Settings['site']>) {
  const save = useCall(settingApi.setSite, { refresh: settingMoves, said: '已保存，商城几秒内更新' })
  const { shape } = settingGroups.site
  return (
    <Group
      title="站点信息"
      note="显示在商城页脚和联系客服页。"
      changedAt={changedAt}
      initial={values}
      busy={save.isPending}
      save={(site) => save.mutate(site)}
    >
      <div className="field-pair">
        {(Object.keys(siteLabels) as (keyof Settings['site'])[]).map((name) => (
          <Form.Item key={name} name={name} label={siteLabels[name]} required rules={[ruleOf(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
    </Group>
  )
}

interface CreditFields {
  overdueTolerance: string
  graceDays: number
  dailyRateBp: number
}

export function CreditSettings({ values, changedAt }: Stored<Settings['credit']>) {
  const save = useCall(settingApi.setCredit, { refresh: settingMoves, said: '已保存' })
  const { shape } = settingGroups.credit
  const { overdueTolerance, ...rest } = values
  return (
    <Group<CreditFields>
      title="逾期与计息"
      note="账单出账后按此判定逾期、暂停新的赊销并计息。"
      changedAt={changedAt}
      initial={{ ...rest, overdueTolerance: formatYuan(overdueTolerance) }}
      busy={save.isPending}
      save={(fields) => save.mutate({ ...fields, overdueTolerance: amountOf(fields.overdueTolerance) })}
    >
      <AmountField name="overdueTolerance" label="逾期容忍额" rule={shape.overdueTolerance} help="未还不超过此数的账单不算逾期" />
      <div className="field-pair">
        <Form.Item name="graceDays" label="宽限天数" required rules={[ruleOf(shape.graceDays)]} extra="过后暂停新的赊销">
          <InputNumber min={0} max={30} precision={0} className="num settings-number" suffix="天" />
        </Form.Item>
        <Form.Item name="dailyRateBp" label="逾期日利率" required rules={[ruleOf(shape.dailyRateBp)]} extra="万分之 5 即每日 0.05%">
          <InputNumber min={0} max={10} precision={0} className="num settings-number" prefix="万分之" />
        </Form.Item>
      </div>
    </Group>
  )
}

const accountLabels = { accountName: '户名', bankName: '开户银行', accountNo: '账号', bankCode: '联行号' } as const
type BankFields = Record<keyof typeof accountLabels | 'secondAbove', string>

/** Where buyers transfer to, and from what sum on two people confirm that it arrived. */
export function BankSettings({ values, changedAt }: Stored<Settings['bank']>) {
  const save = useCall(settingApi.setBank, { refresh: settingMoves, said: '已保存' })
  const { shape } = settingGroups.bank
  return (
    <Group<BankFields>
      title="收款账户"
      note="显示在转账支付页，对账单须属于这个账户。修改前请确认在途的转账已经到账。"
      changedAt={changedAt}
      initial={{ ...values, secondAbove: formatYuan(values.secondAbove) }}
      busy={save.isPending}
      save={(fields) => save.mutate({ ...fields, secondAbove: amountOf(fields.secondAbove) })}
    >
      <div className="field-pair">
        {(Object.keys(accountLabels) as (keyof typeof accountLabels)[]).map((name) => (
          <Form.Item key={name} name={name} label={accountLabels[name]} required rules={[ruleOf(shape[name])]}>
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <AmountField name="secondAbove" label="双人复核限额" rule={shape.secondAbove} help="超过此数的到账由两人录入同一金额确认" />
    </Group>
  )
}

const levelLabels = { silver: '白银会员', gold: '黄金会员', platinum: '铂金会员' } as const
type Level = keyof typeof levelLabels
const levelNames = Object.keys(levelLabels) as Level[]

/** A level costs more than the one below it. */
function Threshold({ level }: { level: Level }) {
  const form = Form.useFormInstance<Record<Level, string>>()
  const below = levelNames[levelNames.indexOf(level) - 1]
  const against = (text: string) => {
    const least = below && readAmount(form.getFieldValue(below) ?? '')
    const amount = readAmount(text)
    return least !== undefined && amount !== undefined && amount <= least ? `应高于${levelLabels[below as Level]}` : undefined
  }
  return (
    <AmountField
      name={level}
      label={levelLabels[level]}
      rule={settingGroups.levels.shape[level]}
      against={against}
      {...(below === undefined ? {} : { beside: below })}
    />
  )
}

export function LevelSettings({ values, changedAt }: Stored<Settings['levels']>) {
  const save = useCall(settingApi.setLevels, { refresh: settingMoves, said: '已保存' })
  const { silver, gold, platinum } = values
  return (
    <Group<Record<Level, string>>
      title="会员等级门槛"
      note="最近 12 个月的实付金额达到门槛即升级。"
      changedAt={changedAt}
      initial={{ silver: formatYuan(silver), gold: formatYuan(gold), platinum: formatYuan(platinum) }}
      busy={save.isPending}
      save={(fields) => save.mutate({ silver: amountOf(fields.silver), gold: amountOf(fields.gold), platinum: amountOf(fields.platinum) })}
    >
      {levelNames.map((level) => (
        <Threshold key={level} level={level} />
      ))}
    </Group>
  )
}
