import { Button, Checkbox, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { OTHER_OWN_ACCOUNTS_MAX, OtherOwnAccount } from '#contract/billing/bank/own-accounts.ts'
import { settingFields } from '#contract/operations/settings/setting-fields.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { type BankFormValues, showOtherAccount } from './bank-form.ts'

const { bank } = settingFields
const fields = ['shortName', 'accountName', 'bankName', 'accountNo', 'bankCode'] as const

interface Props {
  /** The numbers of accounts with bank lines. */
  used: readonly string[]
}

/** 其他账户: our accounts that buyers do not see. */
export function OtherAccountsField({ used }: Props) {
  return (
    <Form.List name="others">
      {(rows, { add, remove }) => (
        <fieldset className="own-accounts" aria-label={bank.others.label}>
          <p className="field-label">其他账户（买家看不到，对账单可以导入）。已有流水的账号不能修改或删除，可以停用。</p>
          {rows.map(({ key, name }) => (
            <OtherAccount key={key} at={name} used={used} remove={() => remove(name)} />
          ))}
          <Button
            icon={<Plus size={14} aria-hidden />}
            block
            disabled={rows.length >= OTHER_OWN_ACCOUNTS_MAX}
            onClick={() => add({ bankCode: '', enabled: true })}
          >
            新增账户
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

function OtherAccount({ at, used, remove }: Props & { at: number; remove: () => void }) {
  const form = Form.useFormInstance<BankFormValues>()
  const number: unknown = Form.useWatch(['others', at, 'accountNo'], form)
  const short: unknown = Form.useWatch(['others', at, 'shortName'], form)
  const name = typeof short === 'string' && short !== '' ? short : `第 ${at + 1} 个账户`
  const whyKept = typeof number === 'string' && used.includes(number) ? '已有流水，可以停用' : undefined
  return (
    <section className="own-account" aria-label={name}>
      <div className="field-pair">
        {fields.map((field) => (
          <Form.Item
            key={field}
            name={[at, field]}
            label={bank[field].label}
            required={field !== 'bankCode'}
            rules={[toFormRule(OtherOwnAccount.shape[field])]}
          >
            <Input autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <div className="own-account-foot">
        <Form.Item name={[at, 'enabled']} valuePropName="checked" noStyle>
          <Checkbox>启用</Checkbox>
        </Form.Item>
        <Button size="small" onClick={() => form.setFieldsValue(showOtherAccount(form.getFieldsValue(true), at))}>
          设为买家看到的账户
        </Button>
        <Button size="small" danger aria-label={`删除${name}`} {...toDisabledProps(whyKept)} onClick={remove}>
          删除
        </Button>
      </div>
    </section>
  )
}
