import { MAIN } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { searchSkuByCode } from './trade.ts'

/** What the main enterprise has asked for by telephone, by part number and quantity. */
const ASKED = [
  ['KT-U84-22', 100],
  ['KT-W6-20', 60],
  ['KT-CY0-200', 2],
] as const

/** Staff have typed what the main enterprise has asked for by telephone, and it waits for the buyer to confirm. */
export async function sendDemoOrderProposal(stage: StoryContext, enterpriseId: string): Promise<void> {
  const lin = await logInDemoMember(stage, MAIN)
  const lines: { skuId: string; goodsNum: number }[] = []
  for (const [code, goodsNum] of ASKED) lines.push({ skuId: (await searchSkuByCode(lin, code)).skuId, goodsNum })
  const staff = await logInDemoStaff(stage)
  const { buyers } = await staff.api.consoleOrderProposal.company({ enterpriseId })
  const userId = buyers.find(({ isMain }) => isMain)?.userId ?? ''
  await staff.api.consoleOrderProposal.send({ enterpriseId, userId, remark: '周五前送到，按电话里说的数量', lines })
}
