import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { consoleFinanceRequest, consoleStatement } from '../../../contract/statements/console-api.ts'
import type { StatementDetail } from '../../../contract/statements/shapes.ts'
import { minute, money } from '../../../ui/format.ts'
import { enterpriseName } from '../../enterprises/enterprise-view.ts'
import { enterpriseQuery } from '../../enterprises/enterprises-api.ts'
import { useDrawer } from '../../kit/form/form-drawer.tsx'
import { namedPage } from '../../kit/named-page.tsx'
import { PageHead } from '../../kit/panel.tsx'
import { LoadedPage } from '../../kit/states.tsx'
import { Tag } from '../../kit/tag.tsx'
import { useWhyNot } from '../../session/use-staff.ts'
import { receivableApi, statementApi } from '../finance-api.ts'
import { Figures } from '../kit/figures.tsx'
import { ProposeDrawer, RateDrawer } from './statement-drawers.tsx'
import { Entries, InterestDays, Lines } from './statement-tables.tsx'
import { sayRate, statementTones } from './statement-view.ts'

const TITLE = '账单详情'

function One({ enterpriseId, month }: { enterpriseId: string; month: string }) {
  const found = useQuery({
    queryKey: ['finance', 'statement', 'one', enterpriseId, month],
    queryFn: () => statementApi.detail({ enterpriseId, month }),
  })
  return (
    <LoadedPage title={TITLE} from={found}>
      {(statement) => (
        <>
          <Head enterpriseId={enterpriseId} statement={statement} />
          <Lines enterpriseId={enterpriseId} statement={statement} />
          <Entries statement={statement} />
          <InterestDays statement={statement} />
        </>
      )}
    </LoadedPage>
  )
}

function Head({ enterpriseId, statement }: { enterpriseId: string; statement: StatementDetail }) {
  const company = useQuery(enterpriseQuery(enterpriseId))
  const terms = useQuery({ queryKey: ['finance', 'terms', enterpriseId], queryFn: () => receivableApi.terms({ enterpriseId }) })
  const drawer = useDrawer<'rate' | 'writeOff' | 'waiver'>()
  const whyRate = useWhyNot(consoleStatement.setDailyRate)
  const whyPropose = useWhyNot(consoleFinanceRequest.proposeWriteOff)
  const { month, state, label, total, settled, disputed, owed, interest, dueDay, closedAt, confirmedAt } = statement
  const rate = terms.data && (terms.data.dailyRateBp ?? terms.data.platformRateBp)
  const open = (which: 'rate' | 'writeOff' | 'waiver') => drawer.open && drawer.subject === which
  return (
    <>
      <PageHead
        title={
          <>
            <span className="num">{month}</span> 账单 <Tag tone={statementTones[state]}>{label}</Tag>
          </>
        }
        note={
          <>
            <Link to="/enterprise" search={{ enterpriseId }}>
              {company.data ? enterpriseName(company.data) : '企业'}
            </Link>
            <br />
            {`${minute(closedAt)} 出账 · ${confirmedAt ? `${minute(confirmedAt)} 已确认` : '买家尚未确认'}`}
          </>
        }
        actions={
          <>
            <Button disabled={whyRate !== undefined} title={whyRate} onClick={() => drawer.show('rate')}>
              日利率
            </Button>
            <Button disabled={whyPropose !== undefined} title={whyPropose} onClick={() => drawer.show('waiver')}>
              申请减免利息
            </Button>
            <Button disabled={whyPropose !== undefined || owed === 0} title={whyPropose} onClick={() => drawer.show('writeOff')}>
              申请核销
            </Button>
          </>
        }
      />
      <Figures
        figures={[
          { name: '账单金额', value: money(total), note: `${dueDay} 到期` },
          { name: '已还', value: money(settled), note: '含退款冲减与核销' },
          { name: '待还', value: money(owed), note: disputed > 0 ? `另有争议中 ${money(disputed)}` : '没有争议' },
          {
            name: '逾期利息',
            value: money(interest),
            // As high as it will be.
            note: rate === undefined ? '\u00a0' : `日利率 ${sayRate(rate)}${terms.data?.dailyRateBp === null ? '（平台）' : '（本企业）'}`,
          },
        ]}
      />
      <RateDrawer enterpriseId={enterpriseId} terms={terms.data} open={open('rate')} close={drawer.close} />
      <ProposeDrawer enterpriseId={enterpriseId} month={month} owed={owed} open={open('writeOff')} close={drawer.close} />
      <ProposeDrawer enterpriseId={enterpriseId} month={null} owed={null} open={open('waiver')} close={drawer.close} />
    </>
  )
}

/** One month of a company: what it is made of, what has lowered it, what it cost to be late. */
export const Page = namedPage(
  { title: TITLE, by: ['enterpriseId', 'month'], what: '账单', choose: <Link to="/statements">到账单列表选择</Link> },
  One,
)
