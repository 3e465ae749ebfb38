import { formatYuan, fromYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { demoCompany } from '#server/platform/testing/company.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { FIN, MAIN } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'

/**
 * Finance has imported the bank's file of today: the top-up of a company with its remark code, which matches exactly, money of the same company without
 * a code, and money of somebody who is not known.
 */
export async function importDemoBankStatement(stage: StoryContext, enterpriseId: string): Promise<void> {
  const { transfer } = (await logInDemoMember(stage, MAIN)).api
  const amount = fromYuan(30_000)
  const { paymentId } = await transfer.topUp({ amount })
  const { remarkCode } = await transfer.detail({ paymentId })
  const { consoleBank, consoleEnterprise } = (await logInDemoStaff(stage, FIN)).api
  const { name } = await consoleEnterprise.detail({ enterpriseId })
  const day = toShanghaiDay(stage.clock.now)
  const rows = [
    [day, 'ICBC-DEMO-1001', name, formatYuan(amount), remarkCode],
    [day, 'ICBC-DEMO-1002', name, '12600.00', '货款'],
    [day, 'ICBC-DEMO-1003', '清远市顺达汽车运输队', '860.00', '柴油款'],
  ]
  const text = [['交易日期', '交易流水号', '对方户名', '收入金额', '附言'], ...rows].map((row) => row.join(',')).join('\n')
  await consoleBank.importStatement(
    { fileName: '工行流水.csv', accountNo: demoCompany.bank.accountNo },
    { file: toBlob(Buffer.from(`${text}\n`), 'text/csv') },
  )
}
