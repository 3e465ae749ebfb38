import { Button } from 'antd'
import { EnterpriseField } from '#console/people/enterprises/enterprise-field.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { enterpriseQuery } from '#console/people/enterprises/enterprises-api.ts'
import { AmountField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmount, parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { queryClient } from '#console/platform/sessions/session.ts'
import { type Fen, formatMoney, PositiveYuan } from '#contract/platform/core/money.ts'
import type { AllocationDraft } from './bank-view.ts'

/** Money that was not announced, but whose enterprise is known. */
const uses = {
  wallet: { title: '转入企业钱包', note: '企业的钱包增加这笔金额，可用于下单或还款。' },
  repay: { title: '企业赊销还款', note: '先还利息，再还最早的账单，多余的进入企业钱包。' },
} as const
type Use = keyof typeof uses

interface Props {
  left: Fen
  add: (draft: AllocationDraft) => void
}

export function AllocateToEnterpriseButtons({ left, add }: Props) {
  const drawer = useDrawer<Use>()
  return (
    <>
      <p className="panel-actions">
        {(Object.keys(uses) as Use[]).map((use) => (
          <Button key={use} disabled={left <= 0} onClick={() => drawer.show(use)}>
            {uses[use].title}
          </Button>
        ))}
      </p>
      {drawer.subject && (
        <UseDrawer key={drawer.subject} use={drawer.subject} left={left} add={add} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}

interface Values {
  enterpriseId: string
  amount: string
}

function UseDrawer({ use, left, add, open, close }: Props & { use: Use; open: boolean; close: () => void }) {
  const { title, note } = uses[use]
  const put = async ({ enterpriseId, amount }: Values) => {
    const company = await queryClient.fetchQuery(enterpriseQuery(enterpriseId)).catch(() => ({ name: null }))
    add({ part: { to: use, enterpriseId, amount: parseAmountOrThrow(amount) }, company: formatEnterpriseName(company), title })
    close()
  }
  return (
    <FormDrawer<Values>
      title={title}
      open={open}
      close={close}
      busy={false}
      initial={{}}
      submit={(values) => void put(values)}
      submitText="加入认领"
    >
      <p className="drawer-lead">
        {note}该流水还可分 <b className="num">{formatMoney(left)}</b>。
      </p>
      <EnterpriseField name="enterpriseId" label="企业" missing="请选择企业" />
      <AmountField
        name="amount"
        label="金额"
        rule={PositiveYuan}
        against={(text) => ((parseAmount(text) ?? 0) > left ? `超过可分的 ${formatMoney(left)}` : undefined)}
      />
    </FormDrawer>
  )
}
