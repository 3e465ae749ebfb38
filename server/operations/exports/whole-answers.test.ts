import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'

// Issue 23: a list of staff has pages, or is bounded.

/** Lists that staff read without pages: why none of them grows beyond a screen. */
const wholeAnswers: Record<string, string> = {
  'consoleQueue.list': 'a count of each kind of work',
  'consoleOrderTag.list': 'at most 100 tags, chosen from a field',
  'consoleFulfilment.warehouses': 'the warehouses of one order',
  'consoleWaybill.carriers': 'the carriers that the mall has',
  'consoleHandoverList.carriers': 'the carriers of one day',
  'consoleDocuments.creditAgreements': 'the versions that one company has agreed to',
  'consoleQuotation.skus': 'a search of a field: at most 20',
  'consoleAfterSale.queues': 'a count of each queue',
  'consoleAccountManager.choices': 'the staff of a field; the list of account managers has pages',
  'consoleAccountManager.history': 'the latest 100 terms of one company',
  'consoleEnterpriseTag.list': 'at most 100 tags',
  'consoleBank.accounts': 'the accounts of the settings',
  'consoleBankFormat.list': 'the saved formats, one a layout of a bank',
  'consoleShop.staff': 'the staff who keep shops, beside the shops',
  'consoleCategory.list': 'a tree of at most 1,000, arranged as a whole',
  'consoleMargin.order': 'the lines of one order',
  'consoleLicence.kinds': 'at most 100 kinds',
  'consoleGoods.attributes': 'the parameters of one category',
  'consoleGoods.names': 'the names of what one editor shows',
  'consoleAttributeSet.categories': 'a row for each category of the tree',
  'consoleSearchWord.list': 'at most 300 of a kind, arranged as a whole',
  'consoleTaxCode.categories': 'a row for each category of the tree',
  'consolePrice.companies': 'a search of a field: at most 20',
  'consoleLevel.list': 'the four levels',
  'consoleSetting.history': 'the latest 50 changes of one group; the audit log has all and is taken along',
  'consoleText.list': 'the latest 50 of a local mailbox, which a real mall does not have',
  'consoleMessageText.list': 'every text that the program sends, edited in its place',
  'consoleMessageText.versions': 'the latest 50 versions of one text',
  'consoleHelpCategory.list': 'the headings of the help centre, arranged as a whole',
  'consoleBanner.list': 'at most 50',
  'consoleAudit.actions': 'the actions of a field',
  'consoleCustomRole.list': 'at most 50 roles, and the 50 that were disabled last',
  'consoleEnterpriseAccess.sessions': 'the devices of one company’s people',
}
/** The same, beside something else in one answer. */
const wholeParts: Record<string, string> = {
  'consoleJob.overview.failed': 'the 100 that failed first: they are mended or given up there, and then the next ones follow',
  'consoleJob.overview.scheduled': 'the jobs that the program has',
}

const endpoints = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
)
const isArray = (output: unknown): boolean => (output as { _zod?: { def: { type: string } } } | undefined)?._zod?.def.type === 'array'

test('every list of staff without pages says why it needs none', () => {
  const arrays = endpoints.filter(
    ({ name, endpoint }) => name.startsWith('console') && endpoint.kind === 'read' && isArray(endpoint.output),
  )
  expect(arrays.map(({ name }) => name).sort()).toEqual(Object.keys(wholeAnswers).sort())
  for (const name of Object.keys(wholeParts)) {
    const [group = '', call = '', part = ''] = name.split('.')
    const shape = (contract as unknown as Record<string, EndpointGroup>)[group]?.[call]?.output as { shape?: Record<string, unknown> }
    expect({ name, array: isArray(shape.shape?.[part]) }).toEqual({ name, array: true })
  }
})
