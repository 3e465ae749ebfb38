import { contract } from '#contract/api.ts'
import { type Buyer, type Mall, TEST_USER_PAYMENT_PASSWORD as payPwd } from './mall.ts'

/** Helpers for stories of groups of companies and the limit that they share. Amounts of shares in yuan. */
export async function createCompanyGroupHelpers(mall: Mall) {
  const finance = await mall.staff('finance')
  const groupOf = ({ enterpriseId }: Buyer) => finance.api.consoleCompanyGroup.detail({ enterpriseId })

  async function joinsGroupOf({ enterpriseId }: Buyer, member: Buyer): Promise<void> {
    await finance.api.consoleCompanyGroup.invite({ enterpriseId, memberId: member.enterpriseId })
    await member.api.companyGroup.accept({ parentId: enterpriseId, payPwd })
  }

  return {
    finance,
    groupOf,
    joinsGroupOf,
    /** Creates the group of a parent, and members join it, each with the base limit that it has. */
    async joins(parent: Buyer, ...members: readonly Buyer[]): Promise<void> {
      await finance.api.consoleCompanyGroup.create({ enterpriseId: parent.enterpriseId, name: '岩锋集团' })
      for (const member of members) await joinsGroupOf(parent, member)
    },
    /** The parent sets the share of a member, with the version of the group that it sees now or has seen. */
    async shares(parent: Buyer, member: Buyer, yuan: string, rowVersion?: number) {
      const seen = rowVersion ?? (await groupOf(parent)).rowVersion
      const input = { memberId: member.enterpriseId, share: Number(yuan), payPwd, rowVersion: seen }
      return parent.post(contract.companyGroup.setShare.path, input)
    },
    /** Orders one of a SKU on credit, and pays with the payment password. */
    async ordersOnCredit(buyer: Buyer, skuId: string) {
      const lines = [{ skuId, goodsNum: 1 }]
      const { quote } = await buyer.api.order.preview({ lines, method: 'credit' })
      const { tradeId } = await buyer.api.order.submit({ lines, method: 'credit', addressId: buyer.addressId, quote })
      return buyer.post(contract.order.payByCredit.path, { tradeId, payPwd }, { 'idempotency-key': crypto.randomUUID() })
    },
  }
}
