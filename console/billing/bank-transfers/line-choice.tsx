import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { bankApi } from '#console/billing/bank/bank-api.ts'
import { ManualBankLineFields } from '#console/billing/bank/manual-line-fields.tsx'
import { OwnAccountOfRow } from '#console/billing/own-accounts/own-account-field.tsx'
import type { BankLine } from '#contract/billing/bank/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { MANUAL_LINE_CHOICE, type VoucherDecisionFormValues } from './voucher-view.ts'

interface Props {
  /** The most likely lines first. */
  lines: readonly BankLine[]
  found: readonly BankLine[]
  setFound: (lines: readonly BankLine[]) => void
}

const FOUND_MAX = 5

/** The choice of the bank line for a voucher: a likely line, one from a search, or one that is typed before its statement. */
export function BankLineChoice({ lines, found, setFound }: Props) {
  const form = Form.useFormInstance<VoucherDecisionFormValues>()
  const chosen = Form.useWatch('line', form)
  const more = found.filter(({ id }) => !lines.some((line) => line.id === id))
  const requireLine = async (_: unknown, line: string | undefined) => {
    if (line === undefined) throw new Error('请选择银行流水，或登记流水号')
  }
  return (
    <>
      <Form.Item name="line" label="银行流水" required rules={[{ validator: requireLine }]}>
        <Radio.Group className="line-choice">
          {[...lines, ...more].map((line, at) => (
            <Radio key={line.id} value={line.id}>
              <BankLineOption line={line} likeliest={at === 0 && lines.length > 0} />
            </Radio>
          ))}
          <Radio value={MANUAL_LINE_CHOICE}>对账单还没有导入，登记流水号</Radio>
        </Radio.Group>
      </Form.Item>
      {chosen === MANUAL_LINE_CHOICE ? (
        <ManualBankLineFields sum="optional" />
      ) : (
        <LineSearch none={lines.length === 0} setFound={setFound} />
      )}
    </>
  )
}

/** Searches lines that are not completely assigned. */
function LineSearch({ none, setFound }: { none: boolean; setFound: Props['setFound'] }) {
  const [keyword, setKeyword] = useState('')
  const result = useQuery({
    queryKey: ['bank', 'look-up', keyword],
    queryFn: ({ signal }) => bankApi.lines({ open: true, keyword, pageSize: FOUND_MAX }, { signal }),
    enabled: keyword !== '',
  })
  const rows = result.data?.dataList
  useEffect(() => {
    if (rows) setFound(rows)
  }, [rows, setFound])
  return (
    <div className="line-search">
      <Input.Search
        placeholder="付款户名、流水号或附言"
        aria-label="查找其他未用完的流水"
        enterButton="查找"
        loading={result.isFetching}
        onSearch={(typed) => setKeyword(typed.trim().slice(0, 60))}
      />
      <small className="mute" aria-live="polite">
        {result.error ? result.error.message : rows ? `找到 ${result.data?.total} 条` : none ? '没有相近的流水，可查找或登记' : ''}
      </small>
    </div>
  )
}

/** A line in two rows: the payer and the amount; then the time, the number and the remark. */
export function BankLineOption({ line, likeliest = false }: { line: BankLine; likeliest?: boolean }) {
  const { payerName, payerAccount, amount, rest, day, reference, remark, account } = line
  return (
    <span className="line-option">
      <span>
        {payerName || '未填户名'} {payerAccount && <span className="mute num">尾号 {payerAccount.slice(-4)}</span>}
        {likeliest && <span className="mute"> · 最可能</span>}
      </span>
      <b className="num">{formatMoney(amount)}</b>
      <small>
        <span className="num">
          {day} · {reference}
        </span>
        {remark && ` · ${remark}`}
        {rest !== amount && ` · 余额 ${formatMoney(rest)}`}
      </small>
      <OwnAccountOfRow account={account} />
    </span>
  )
}
