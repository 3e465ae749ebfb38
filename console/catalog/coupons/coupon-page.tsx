import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { FIRST_ORDER_LABEL } from '#contract/catalog/coupons/kinds.ts'
import { type CouponTemplate, couponSources, couponTemplateStates, formatCouponThresholdBasis } from '#contract/catalog/coupons/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CouponClaimsPanel } from './claims-panel.tsx'
import { CouponCodesPanel } from './codes-panel.tsx'
import { couponTemplateTones, formatCouponLevel, formatCouponScopeKind, formatCouponTerms, formatCouponValidity } from './coupon-view.ts'
import { couponTemplateQuery } from './coupons-api.ts'
import { CouponTemplateActions } from './template-actions.tsx'
import './coupons.css'

const TITLE = '优惠券详情'

function Coupon({ templateId }: { templateId: string }) {
  const found = useQuery(couponTemplateQuery(templateId))
  return (
    <QueryPage title={TITLE} from={found}>
      {(template) => (
        <>
          <Head template={template} />
          <Outcome template={template} />
          <Terms template={template} />
          {template.way === 'code' && <CouponCodesPanel template={template} />}
          <CouponClaimsPanel templateId={templateId} />
        </>
      )}
    </QueryPage>
  )
}

const Head = ({ template }: { template: CouponTemplate }) => (
  <PageHead
    title={
      <>
        {template.name}
        <span className="tags">
          <Tag tone={couponTemplateTones[template.state]}>{couponTemplateStates[template.state].label}</Tag>
          <Tag tone="over">{template.type}</Tag>
          <Tag tone="over">{formatCouponScopeKind(template)}</Tag>
        </span>
      </>
    }
    note={
      <>
        <span className="num">{formatCouponTerms(template)}</span> · {template.by === null ? '系统' : template.by} 建立于{' '}
        <span className="num">{formatShanghaiTimeToMinute(template.createdAt)}</span>
      </>
    }
    actions={<CouponTemplateActions template={template} />}
  />
)

/** The use of a template: how many coupons are claimed, held, used and expired, and the sum of the discounts. */
const Outcome = ({ template: { claimed, total, locked, used, expired, given } }: { template: CouponTemplate }) => (
  <KeyFigures
    figures={[
      { name: '已发放', value: formatCount(claimed), note: `共 ${formatCount(total)} 张，剩余 ${formatCount(total - claimed)} 张` },
      { name: '占用中', value: formatCount(locked), note: '待付款订单占用，取消即退回' },
      { name: '已使用', value: formatCount(used), note: claimed === 0 ? '还没有发放' : `使用率 ${Math.round((used * 100) / claimed)}%` },
      { name: '已失效', value: formatCount(expired), note: '过期未使用' },
      { name: '已优惠金额', value: formatMoney(given), note: '已使用的优惠券实际减免' },
    ]}
  />
)

function Terms({ template }: { template: CouponTemplate }) {
  const { description, shopName, scope, scopeNote, goods, way, perEnterprise, level, firstOrder, enterprises } = template
  return (
    <Panel title="条款">
      <FactList
        className="coupon-facts"
        facts={[
          ['店铺', shopName],
          ['适用范围', scope === 'goods' ? goods.map(({ name }) => name).join('、') : scopeNote],
          [
            '门槛',
            template.threshold === 0
              ? '无门槛'
              : `满 ${formatMoney(template.threshold)}，按${formatCouponThresholdBasis(scope)}计算，不含运费`,
          ],
          [
            '有效期',
            <span key="days" className="num">
              {formatCouponValidity(template)}
            </span>,
          ],
          ['发放方式', couponSources[way].label],
          ['每家限领', `${formatCount(perEnterprise)} 张`],
          ['会员等级', formatCouponLevel(level)],
          ['使用条件', firstOrder ? `${FIRST_ORDER_LABEL}：企业没有未取消的订单` : '不限'],
          ['指定企业', enterprises.length === 0 ? '不限' : `${enterprises.length} 家：${enterprises.map(({ name }) => name).join('、')}`],
          ['说明', description || '—'],
        ]}
      />
    </Panel>
  )
}

/** One coupon template: its terms, its use, and the enterprises that have it. */
export const Page = createRecordPage(
  { title: TITLE, by: ['templateId'], what: '优惠券', choose: <Link to="/coupons">到优惠券列表选择</Link> },
  Coupon,
)
