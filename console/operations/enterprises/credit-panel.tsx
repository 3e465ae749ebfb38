import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { toCreditGauge } from '#console/people/enterprises/enterprise-view.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type CreditAccount, consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { type Fen, formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { GrantTempLimitDrawer, OpenCreditOrSetBaseLimitDrawer } from './limit-drawers.tsx'

/** The limit, the debt and the holds of an enterprise, and the two ways to raise the limit. */
export function EnterpriseCreditPanel({ enterprise }: { enterprise: ConsoleEnterprise }) {
  const { credit, group } = enterprise
  const drawer = useDrawer<'base' | 'temp'>()
  const { reason: why } = usePermission(consoleCreditLimitEndpoints.setBaseLimit)
  const open = (which: 'base' | 'temp') => drawer.open && drawer.subject === which
  return (
    <Panel
      title="赊销额度"
      className="credit"
      extra={
        <span className="panel-actions">
          {group === null && (
            <Button {...toDisabledProps(why)} onClick={() => drawer.show('base')}>
              {credit === null ? '开通赊销' : '调整固定额度'}
            </Button>
          )}
          {credit !== null && (
            <Button type="primary" {...toDisabledProps(why)} onClick={() => drawer.show('temp')}>
              授予临时额度
            </Button>
          )}
        </span>
      }
    >
      {group !== null && (
        <p className="mute">
          份额 · 集团{' '}
          <Link to="/credit_group" search={{ enterpriseId: group.parentId }}>
            {group.name}
          </Link>
          ：固定额度就是它的份额，在集团页面调整。
        </p>
      )}
      {credit === null ? <NoAccount inGroup={group !== null} /> : <Account credit={credit} />}
      {why !== undefined && <p className="why-grey">{why}</p>}
      <OpenCreditOrSetBaseLimitDrawer enterprise={enterprise} open={open('base')} close={drawer.close} />
      <GrantTempLimitDrawer enterprise={enterprise} open={open('temp')} close={drawer.close} />
    </Panel>
  )
}

const NoAccount = ({ inGroup }: { inGroup: boolean }) => (
  <p className="mute">还没有开通赊销账户。{inGroup ? '分给它份额即开通。' : '设定固定额度即开通。'}</p>
)

function Account({ credit }: { credit: CreditAccount }) {
  const { drawn, held, limit, usable, over } = toCreditGauge(credit)
  return (
    <>
      <div className="credit-top">
        <div>
          <span>可用额度</span>
          <strong className="num">{formatMoney(usable)}</strong>
        </div>
        <div>
          <span>总额度</span>
          <b className="num">{formatMoney(limit)}</b>
        </div>
      </div>
      <div
        className="gauge"
        role="img"
        aria-label={`总额度 ${formatMoney(limit)}，待还 ${formatMoney(credit.creditWaitReturnAmount)}，占用 ${formatMoney(credit.heldAmount)}`}
      >
        <span className="gauge-drawn" style={{ width: `${drawn}%` }} />
        <span className="gauge-held" style={{ width: `${held}%` }} />
      </div>
      {over > ZERO_FEN && <p className="credit-over">已超出额度 {formatMoney(over)}，还清前不能再赊销</p>}
      <dl className="credit-parts">
        <Part name="待还（已发货）" amount={credit.creditWaitReturnAmount} mark="gauge-drawn" />
        <Part name="占用（未发货）" amount={credit.heldAmount} mark="gauge-held" />
        <Part name="已用合计" amount={credit.usedAmount} />
        <Part name="未付逾期利息" amount={credit.expireInterestAmount} />
        <Part name="固定额度" amount={credit.creditBaseAmount} note={`可用 ${formatMoney(credit.creditUseableAmount)}`} />
        <Part name="临时额度" amount={credit.creditTempAmount} note={tempNote(credit)} />
      </dl>
    </>
  )
}

const tempNote = ({ creditTempAmount, creditTempUseableAmount, creditTempEndDate }: CreditAccount): string =>
  creditTempAmount === ZERO_FEN || creditTempEndDate === null
    ? '无生效的临时额度'
    : `可用 ${formatMoney(creditTempUseableAmount)}，${creditTempEndDate} 到期`

function Part({ name, amount, note, mark }: { name: string; amount: Fen; note?: string; mark?: string }) {
  return (
    <div>
      <dt>
        {mark && <i className={mark} aria-hidden />}
        {name}
      </dt>
      <dd>
        <b className="num">{formatMoney(amount)}</b>
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
