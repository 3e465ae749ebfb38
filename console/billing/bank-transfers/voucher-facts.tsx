import { Alert, Button } from 'antd'
import { useState } from 'react'
import { transferPurposeLabels } from '#console/billing/bank/bank-view.ts'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { Voucher } from '#contract/billing/bank/shapes.ts'
import { type VoucherReviewCase, voucherWarnings } from '#contract/billing/bank/voucher-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { listVoucherWarningsToShow, toVoucherStateTone } from './voucher-view.ts'

/** The data that the picture must agree with. */
export function VoucherFacts({ opened }: { opened: VoucherReviewCase }) {
  const { enterpriseId, purpose, title, amount, remarkCode, voucher } = opened
  return (
    <Panel title="应付与凭证" className="voucher-facts">
      <FactList
        facts={[
          [
            '应付总额',
            <b key="amount" className="num voucher-sum">
              {formatMoney(amount)}
            </b>,
          ],
          [
            '企业',
            <OpenInNewTabLink key="company" to="/enterprise" search={{ enterpriseId }}>
              {formatEnterpriseName({ name: opened.enterpriseName })}
            </OpenInNewTabLink>,
          ],
          ['用途', `${transferPurposeLabels[purpose].label} · ${title}`],
          ['转账附言', <Code key="code" code={remarkCode} />],
          ...(opened.orders.length > 0 ? [['订单', <Orders key="orders" opened={opened} />] as const] : []),
          ['买家备注', voucher.remark || EMPTY_CELL],
        ]}
      />
    </Panel>
  )
}

const Code = ({ code }: { code: string }) => (
  <>
    <b className="num">{code}</b>
    <CopyButton text={code} label="复制转账附言" />
  </>
)

const Orders = ({ opened: { enterpriseId, orders } }: { opened: VoucherReviewCase }) => (
  <ul>
    {orders.map(({ orderNo, payable }) => (
      <li key={orderNo}>
        <OpenInNewTabLink to="/order" search={{ enterpriseId, orderNo }} className="num">
          {orderNo}
        </OpenInNewTabLink>{' '}
        <span className="num">{formatMoney(payable)}</span>
      </li>
    ))}
  </ul>
)

/** Warnings for the reviewer, each with a link. */
export function VoucherWarnings({ opened: { warnings } }: { opened: VoucherReviewCase }) {
  const [unfolded, setUnfolded] = useState(false)
  const { shown, folded } = listVoucherWarningsToShow(warnings, unfolded)
  return (
    <>
      {shown.map(({ kind, text, see }) => (
        <Alert
          key={`${kind} ${text}`}
          type="warning"
          showIcon
          className="notice"
          title={
            <>
              <b>{voucherWarnings[kind].label}</b>：{text}{' '}
              {see && (
                <OpenInNewTabLink to="/voucher" search={see}>
                  查看那张凭证
                </OpenInNewTabLink>
              )}
            </>
          }
        />
      ))}
      {folded > 0 && (
        <Button type="link" size="small" className="notice" onClick={() => setUnfolded(true)}>
          还有 {formatCount(folded)} 张相同图片的凭证
        </Button>
      )}
    </>
  )
}

/** Earlier vouchers of the same payment, with their decisions. */
export function VoucherHistory({ rows, now }: { rows: readonly Voucher[]; now: string }) {
  const before = rows.filter(({ id }) => id !== now)
  if (before.length === 0) return null
  return (
    <Panel title="历次提交">
      <ol className="voucher-history">
        {before.map(({ id, no, state, label, submittedAt, submittedBy, opinion }) => (
          <li key={id}>
            <Tag tone={toVoucherStateTone(state)}>{label}</Tag> 第 <span className="num">{no}</span> 次 ·{' '}
            <span className="num">{formatShanghaiTimeToMinute(submittedAt)}</span> {submittedBy}
            {opinion && <small>审核意见：{opinion}</small>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
