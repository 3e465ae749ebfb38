import { collectionLetterKinds } from '#contract/billing/collections/letters.ts'
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import type { BinaryFile } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type PdfDocumentData, type PdfPart, renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildDocumentHashProof,
  buildLetterClosing,
  buildRightAlignedText,
  readPartyStampPicture,
} from '#server/billing/documents/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { CollectionTaskRef } from './entries.ts'
import { type LetterContent, readLetter } from './letters.ts'

/** Two characters of the text. */
const INDENT = 18

const paragraph = (text: string): PdfPart => ({ text, leadingIndent: INDENT, margin: [0, 6, 0, 0] })

/** What each kind of letter says before and after the table of what is owed. */
function wordingOf({ kind, seller, buyer, totalFen, replyDay, counsel }: LetterContent): { before: string; after: readonly string[] } {
  const owes = `${formatMoney(totalFen)}（人民币${formatAmountInWords(totalFen)}）`
  if (kind === 'remind')
    return {
      before: `感谢贵公司一直以来的支持。截至本函出具之日，贵公司在${seller.name}的下列赊销账单已过还款日，尚未结清：`,
      after: [
        `以上合计 ${owes}。请贵公司于 ${replyDay} 前完成还款；如已付款，请忽略本函，并将付款凭证告知我方，以便及时核对。`,
        '如对账单有异议，请在商城“月账单”中提出，我方将尽快核实。',
      ],
    }
  if (kind === 'demand')
    return {
      before: `贵公司与${seller.name}依赊销协议形成的下列账单已逾期，经提醒仍未结清：`,
      after: [
        `以上合计 ${owes}。现正式要求贵公司于 ${replyDay} 前一次性付清，逾期利息按赊销协议计算至实际清偿之日止。`,
        '逾期未付的，我方将依约暂停向贵公司赊销或供货，并保留移交律师、通过诉讼等方式追偿及要求承担相应费用的权利。',
      ],
    }
  return {
    before: `${counsel?.firm ?? ''}接受${seller.name}的委托，由${counsel?.name ?? ''}律师就${buyer.name}拖欠赊销账款事宜，向贵公司郑重致函。据委托人提供的账单，贵公司下列款项已逾期未付：`,
    after: [
      `以上合计 ${owes}。根据《中华人民共和国民法典》第五百零九条、第五百七十九条，当事人应当按照约定全面履行自己的义务；未支付价款的，对方可以请求其支付。`,
      `请贵公司于 ${replyDay} 前向委托人付清上述款项。逾期仍未履行的，本所将依据委托人的授权采取诉讼、财产保全等法律措施，由此产生的费用由贵公司承担。`,
    ],
  }
}

function debtTable({ months, interestFen, totalFen }: LetterContent): PdfPart {
  const figure = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold })
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', '*', '*'],
      body: [
        [buildBoldText('账单月份'), buildBoldText('还款日'), buildRightAlignedText('逾期金额')],
        ...months.map(({ month, dueDay, amountFen }) => [month, dueDay, figure(formatMoney(amountFen))]),
        ['逾期利息（未付）', '', figure(formatMoney(interestFen))],
        [buildBoldText('合计'), '', figure(formatMoney(totalFen), true)],
      ],
    },
  }
}

const accountPart = ({ account }: LetterContent): PdfPart[] =>
  account === null ? [] : [paragraph(`收款账户：${account.accountName}　${account.bankName}　${account.accountNo}。付款请注明企业名称。`)]

const proof = ({ letterNo, textVersion }: LetterContent, hash: string): PdfPart =>
  buildDocumentHashProof('letter', {
    hash,
    howTo: `文本版本 ${textVersion}。核对方法：商城“我的合同 - 催收函件”中 ${letterNo} 的校验码应与此相同；校验码按函件编号、日期、出函方、收函方、各账单（月份:还款日:金额，以分计）、利息、合计、限期依次一行计算，任何一项不同，校验码即不同。`,
  })

/** 催收函件: it is built from its content alone, so that the same letter gives the same file. */
function layOutLetter(content: LetterContent, { hash, stamp }: { hash: string; stamp?: Buffer | undefined }): PdfDocumentData {
  const { kind, letterNo, seller, buyer, day, counsel } = content
  const { label } = collectionLetterKinds[kind]
  const { before, after } = wordingOf(content)
  return {
    title: `${label} ${letterNo} ${buyer.name}`,
    author: seller.name,
    about: `${seller.name} ${label} ${letterNo}　${buyer.name}`,
    made: getStartOfShanghaiDay(day),
    content: [
      { text: [...label].join(' '), bold: true, fontSize: 18, alignment: 'center', margin: [0, 0, 0, 10] },
      { columns: [`编号　${letterNo}`, buildRightAlignedText(`日期　${day}`)] },
      {
        text: `致：${buyer.name}${buyer.creditCode === null ? '' : `（统一社会信用代码 ${buyer.creditCode}）`}`,
        bold: true,
        margin: [0, 12, 0, 0],
      },
      paragraph(before),
      debtTable(content),
      ...after.map(paragraph),
      ...accountPart(content),
      paragraph('特此函告。'),
      buildLetterClosing(
        counsel
          ? [
              { name: seller.name, line: '委托人', stamp },
              { name: counsel.firm, line: `律师：${counsel.name}` },
            ]
          : [{ name: seller.name, stamp }],
        day,
      ),
      proof(content, hash),
    ],
  }
}

/** Prints a letter of a company as PDF. Refuses LETTER_NOT_FOUND. */
export async function renderCollectionLetterPdf(db: Db, keys: Keys, ref: CollectionTaskRef): Promise<BinaryFile> {
  const { content, hash } = await readLetter(db, keys, ref)
  const stamp = await readPartyStampPicture(db, content.seller)
  const bytes = await renderPdfOnWorker(layOutLetter(content, { hash, stamp }))
  return {
    type: 'application/pdf',
    bytes,
    name: `${collectionLetterKinds[content.kind].label}-${content.letterNo}-${content.buyer.name}.pdf`,
  }
}
