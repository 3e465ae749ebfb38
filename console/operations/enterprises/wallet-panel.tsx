import { Button, Form, Input } from 'antd'
import { OwnAccountField } from '#console/billing/own-accounts/own-account-field.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { walletApi } from '#console/people/enterprises/enterprises-api.ts'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'

/** The wallet of an enterprise, and the recording of money that came by bank. */
export function EnterpriseWalletPanel({ enterprise }: { enterprise: ConsoleEnterprise }) {
  const drawer = useDrawer<'topUp'>()
  const { reason: why } = usePermission(consoleWalletEndpoints.recordTopUp)
  return (
    <Panel
      title="现金钱包"
      extra={
        <Button {...toDisabledProps(why)} onClick={() => drawer.show('topUp')}>
          登记转账充值
        </Button>
      }
    >
      <div className="credit-top">
        <div>
          <span>余额</span>
          <strong className="num">{formatMoney(enterprise.walletBalance)}</strong>
        </div>
      </div>
      {why !== undefined && <p className="why-grey">{why}</p>}
      <TopUpDrawer enterprise={enterprise} open={drawer.open} close={drawer.close} />
    </Panel>
  )
}

function TopUpDrawer({ enterprise, open, close }: { enterprise: ConsoleEnterprise; open: boolean; close: () => void }) {
  const { enterpriseId } = enterprise
  const record = useApiMutation(walletApi.recordTopUp, { invalidates: [['enterprise']], successMessage: '充值已入账', close })
  return (
    <FormDrawer<{ accountNo?: string; amount: string; bankReference: string }>
      title="登记转账充值"
      open={open}
      close={close}
      busy={record.isPending}
      initial={{}}
      submit={({ amount, ...typed }) => record.mutate({ enterpriseId, amount: parseAmountOrThrow(amount), ...typed })}
      submitText="入账"
    >
      <p className="drawer-lead">{formatEnterpriseName(enterprise)} · 请核对银行到账回单。同一流水号只能登记一次。</p>
      <OwnAccountField label="收款账户" />
      <AmountField name="amount" label="到账金额" rule={consoleWalletEndpoints.recordTopUp.input.shape.amount} focus />
      <Form.Item name="bankReference" label="银行流水号" required rules={[toFormRule(RequiredText(40, '请输入银行流水号'))]}>
        <Input autoComplete="off" className="num" />
      </Form.Item>
    </FormDrawer>
  )
}
