import { Form, Radio } from 'antd'
import { toOwnAccountOptions } from '#console/billing/own-accounts/own-accounts-view.ts'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import type { OwnAccountOption } from '#contract/billing/bank/own-accounts.ts'

interface Props {
  fileName: string
  accounts: readonly OwnAccountOption[]
  open: boolean
  close: () => void
  busy: boolean
  /** Imports the file as a statement of this account. */
  importAs: (accountNo: string) => void
}

/** 选择收款账户: says of which account a statement is that does not name one. Nothing is chosen beforehand. */
export function StatementAccountDrawer({ fileName, accounts, open, close, busy, importAs }: Props) {
  return (
    <FormDrawer<{ accountNo: string }>
      title="选择收款账户"
      open={open}
      close={close}
      busy={busy}
      initial={{}}
      submit={({ accountNo }) => importAs(accountNo)}
      submitText="导入"
    >
      <p className="drawer-lead">“{fileName}”没有写明账号。请核对网银后选择它属于哪个收款账户；选错会把同一笔到账记到另一个账户。</p>
      <Form.Item name="accountNo" label="收款账户" required rules={[{ required: true, message: '请选择收款账户' }]}>
        <Radio.Group className="account-choice" options={toOwnAccountOptions(accounts)} />
      </Form.Item>
    </FormDrawer>
  )
}
