import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { STATEMENT_DUE_DAY_OF_MONTH } from '#contract/platform/core/shanghai.ts'
import type { PurchaseContractContent } from './purchase-contract-content.ts'

/** The version of the terms below. Changed terms need a new version next to this one, because issued contracts must not change. */
export const CONTRACT_TERMS_VERSION = '2027-01'

/** The agreement on credit had the mall's name in its title until this version. */
const nameCreditAgreement = ({ termsVersion, seller }: PurchaseContractContent): string =>
  termsVersion === '2026-11' ? `《${seller.name}赊销协议》` : '《赊销协议》'

/** The remark of a transfer had another name beside the one of the payment page until this version. */
const nameTransferRemark = ({ termsVersion }: PurchaseContractContent): string =>
  termsVersion === '2026-11' || termsVersion === '2026-12' ? '转账附言应填写平台给出的转账识别码' : '转账附言（识别码）应按平台给出的填写'

export interface ContractClause {
  title: string
  texts: readonly string[]
}

const buildPaymentText = (facts: PurchaseContractContent): Record<PaymentMethod, string> => ({
  credit: `买方以赊销方式付款：货物发出后计入发出当月的账单，账单于次月 1 日出账，买方应于次月 ${STATEMENT_DUE_DAY_OF_MONTH} 日 24:00（北京时间）前付清。`,
  wallet: '买方以其在卖方平台的现金钱包余额一次付清全部价款。',
  online: '买方以在线支付方式一次付清全部价款，以支付机构确认的到账为准。',
  transfer: `买方以银行转账方式将全部价款一次付至卖方在平台公示的对公账户，${nameTransferRemark(facts)}，以实际到账为准。`,
})

/** 合同条款 of one order. */
export function buildContractClauses(facts: PurchaseContractContent): ContractClause[] {
  const { method, freight, receiver } = facts
  const paidBy = freight > 0 ? `运费 ${formatMoney(freight)} 由买方承担，已计入合同总价` : '运费由卖方承担'
  return [
    {
      title: '二、质量与验收',
      texts: [
        '卖方保证货物为全新合格品，型号、规格和参数与平台商品页面一致，并符合现行国家标准、行业标准；没有标准的，符合双方约定和通常使用目的。',
        '买方签收时核对包装、型号和数量，自收货之日起 15 日内完成质量检验。有异议的，在此期限内通过平台售后提出并附照片；期满未提出的，视为验收合格，但通常检验不能发现的缺陷除外。',
      ],
    },
    {
      title: '三、交货',
      texts: [
        `收货人：${receiver.name}，电话：${receiver.mobile}，地址：${receiver.region} ${receiver.detail}。`,
        `卖方可以一次或者分批发货，承运人由卖方选择；${paidBy}。`,
        '货物毁损、灭失的风险自买方签收时转移。买方未确认收货的，最后一批货物发出满 15 日视为收货；售后处理期间不计算在内。',
      ],
    },
    {
      title: '四、付款与发票',
      texts: [buildPaymentText(facts)[method], '卖方按实际付款或者入账的金额开具增值税发票；发生退款的，相应冲红。'],
    },
    {
      title: '五、违约责任',
      texts: [
        '卖方无正当理由逾期发货的，每逾期一日，按逾期部分价款的万分之五支付违约金，累计不超过逾期部分价款的 5%。',
        method === 'credit'
          ? `买方逾期付款的，按双方${nameCreditAgreement(facts)}计收逾期利息，卖方可以暂停赊销支付。`
          : '买方未在平台规定的时间内付清价款的，本合同不生效，卖方不再为买方保留货物。',
        '货物不符合约定的，买方可以选择退货、换货或者退款，由此产生的往返运费由卖方承担。',
      ],
    },
    {
      title: '六、争议解决',
      texts: ['因本合同发生的争议，双方协商解决；协商不成的，任何一方可以向卖方所在地有管辖权的人民法院起诉。'],
    },
    {
      title: '七、其他',
      texts: [
        '本合同由买方在平台提交订单、卖方接受订单而以数据电文形式订立，自买方付款（赊销为占用赊销额度）之日起生效。双方盖章的纸质合同与数据电文内容一致，具有同等效力。',
        '合同生效后发生部分退款、退货或者换货的，以平台的订单和售后记录为准，不另行改签。',
      ],
    },
  ]
}
