import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess } from '#contract/platform/core/permissions.ts'
import { openMall } from '#server/platform/testing/mall.ts'

// Two people who edit the same row in the console: whoever comes second learns it. Every write of staff says here why that is so.

const calls = Object.entries<EndpointGroup>(contract).flatMap(([group, api]) =>
  Object.entries<Endpoint>(api)
    .filter(([, { kind, needs }]) => (kind === 'write' || kind === 'upload') && isStaffAccess(needs))
    .map(([name, endpoint]) => ({ name: `${group}.${name}`, fields: Object.keys((endpoint.input as { shape?: object }).shape ?? {}) })),
)

/** Edits whose version has another name: what the editor has seen. */
const SEEN = {
  'consoleArticle.save': 'rev',
  'consoleArticle.discard': 'rev',
  'consoleArticle.publish': 'rev',
  'consoleArticle.withdraw': 'rev',
  'consoleArticle.restore': 'rev',
  'consoleMessageText.save': 'no',
  'consoleMessageText.reset': 'no',
  'consoleFreight.save': 'seen',
  'consoleCollection.assign': 'tasks',
  'consoleAccountManager.assign': 'companies',
  'consoleFollowUp.postpone': 'seenDay',
  'consolePrice.import': 'seen',
  'consoleStock.count': 'inHouse',
  'consoleStockCount.enter': 'lines',
  'goodsBulk.apply': 'seen',
  'goodsImport.apply': 'seen',
  'consoleWave.importWaybills': 'seen',
  'consoleStockReceipt.import': 'seen',
  'movingIn.submit': 'seen',
  'movingIn.approve': 'seen',
} as const

/** Writes that overwrite nothing that somebody has typed. */
const OVERWRITES_NOTHING: Readonly<Record<string, readonly string[]>> = {
  'it adds a row, and changes none': [
    ...[
      'consoleArticle.create',
      'consoleBank.importStatement',
      'consoleBank.record',
      'consoleBankFormat.save',
      'consoleCompanyPicture.upload',
    ],
    ...['consoleCoupon.add', 'consoleCoupon.grant', 'consoleCoupon.makeCodes', 'consoleFulfilment.ship', 'consoleFulfilment.addTrack'],
    ...['consoleWave.create', 'consoleFulfilment.attachReceipt', 'consoleAfterSale.say', 'consolePlatformKey.add', 'consolePrice.add'],
    'consoleOrderProposal.send',
    ...['consoleCompanyGroup.create', 'consoleCompanyGroup.invite'],
    ...['consoleQuotation.sendMessage', 'consoleEnterpriseNote.add', 'consoleFollowUp.add', 'consoleOrderNote.add'],
    'consolePhoneCall.record',
    ...['consoleSupplierInvoice.create', 'consoleStockReceipt.create'],
    ...['consoleSupplier.addPrice', 'consoleStockCount.create', 'consoleStockCount.createFromFile'],
    ...['consoleCustomRole.add', 'consoleStaff.add', 'consoleWallet.recordTopUp', 'goodsBulk.try', 'goodsDocument.upload'],
    ...[
      'goodsImport.try',
      'goodsPicture.upload',
      'movingIn.try',
      'consoleGoods.copy',
      'consoleCollection.note',
      'consoleCollection.issueLetter',
      'consoleProof.run',
      'consoleReconciliation.rerun',
    ],
  ],
  'it is a step of a lifecycle: the second one is refused by the state': [
    'consoleOrderProposal.withdraw',
    ...['consoleVerification.claim', 'consoleVerification.release', 'consoleVerification.approve', 'consoleVerification.reject'],
    ...['consoleLicence.claim', 'consoleLicence.release', 'consoleLicence.approve', 'consoleLicence.reject'],
    ...['consoleOrder.agreeCancel', 'consoleOrder.refuseCancel', 'consoleFulfilment.closeShort'],
    ...['consoleAfterSale.approve', 'consoleAfterSale.reject', 'consoleAfterSale.inspect', 'consoleAfterSale.refundInstead'],
    ...['consoleAfterSale.exchange', 'consoleAfterSale.refund'],
    ...['consoleInvoice.approve', 'consoleInvoice.recode', 'consoleInvoice.reject', 'consoleInvoice.retry', 'consoleInvoice.enter'],
    ...['consoleInvoice.enterRed', 'consoleInvoice.enterRedConfirmation', 'consoleInvoice.retryRed', 'consoleInvoice.takeBack'],
    ...['consoleComment.answer', 'consoleComment.hide', 'consoleComment.unhide', 'consoleInquiry.answer', 'consoleInquiry.close'],
    ...['consoleAcceptance.accept', 'consoleAcceptance.reject', 'consoleAcceptance.bounce', 'consoleAcceptance.honour'],
    ...['consoleAcceptance.discount', 'consoleAcceptance.proposeHonour', 'consoleAcceptance.decideHonour'],
    ...['consoleAcceptance.proposeDiscount', 'consoleAcceptance.proposeRecourse'],
    ...['consoleVoucher.approve', 'consoleVoucher.reject', 'consoleBank.assign', 'consoleBank.giveBack', 'consoleBank.voidLine'],
    ...['consoleBank.undo', 'consoleBankFormat.end'],
    ...['consoleJob.retry', 'consoleJob.giveUp'],
    ...['consolePayment.retryRefund', 'consoleReceipt.askNow', 'consoleFulfilment.askTrack', 'consoleReconciliation.answer'],
    ...['consoleUser.freeze', 'consoleUser.unfreeze', 'consoleEnterpriseAccess.freeze', 'consoleEnterpriseAccess.unfreeze'],
    ...['consoleIntegration.revokeKey', 'consoleIntegration.disableWebhook', 'consolePlatformKey.revoke'],
    ...['consoleJournalMonth.close', 'consoleJournalMonth.remake'],
    ...['consoleCollection.promise', 'consoleCollection.withdrawPromise', 'consoleCollection.handOver', 'consoleCollection.takeBack'],
    ...['consolePurchaseOrder.cancel', 'consolePurchaseOrder.closeShort', 'consolePurchaseOrder.receive', 'consolePurchaseOrder.reverse'],
    ...['consoleStockCount.cancel', 'consoleStockReceipt.reverse'],
    ...['consoleStockTransfer.receive', 'consoleStockTransfer.closeShort', 'consoleStockTransfer.cancel'],
    ...['consoleWaybill.take', 'consoleWaybill.giveBack'],
    ...['consoleSigning.startCredit', 'consoleSigning.startLetter', 'consoleSigning.link', 'consoleSigning.cancel'],
    ...['consoleWave.markPicked', 'consoleWave.removeOrder', 'consoleWave.ship', 'consoleWave.close', 'consoleWave.cancel'],
    ...['consoleAccountManager.handOver', 'consoleAccountManager.limitToOwn', 'consoleFollowUp.complete', 'consolePhoneCall.withdraw'],
    ...['goodsBulk.stop', 'goodsBulk.undo', 'goodsImport.stop', 'movingIn.cancel', 'movingIn.stop', 'movingIn.resume'],
  ],
  'it is asked for with old and new value, and another person decides; one at a time': [
    ...['consoleStatement.setDailyRate', 'consoleStatement.decideDispute', 'consoleFinanceRequest.proposeWaiver'],
    ...['consoleFinanceRequest.proposeWriteOff', 'consoleFinanceRequest.decide', 'consoleCreditBook.decideLimit'],
    ...['consoleValueDay.propose', 'consoleValueDay.decide', 'consoleBadDebt.proposeForgiving'],
    ...['consoleJournalMonth.ask', 'consoleJournalMonth.decide'],
    ...['consoleOrderStop.proposePut', 'consoleOrderStop.proposeLift', 'consoleOrderStop.decide'],
    ...['consoleSensitiveChange.approve', 'consoleSensitiveChange.reject', 'consoleSensitiveChange.withdraw'],
    ...['consoleStaff.setStatus', 'consoleStaff.resetPwd', 'consoleStaff.resetTotp'],
  ],
  'it only goes forward: what one has read stays read': ['consoleQuotation.markRead'],
  'it names the last message that was read, and is refused after a later one': ['consoleQuotation.needNoAnswer'],
  'it is relative: both changes count': ['consoleSku.adjustStock', 'consoleEnterpriseTag.setOf', 'consoleOrderTag.setOf'],
  'it answers with what was there before, row by row': ['consoleStock.importBins', 'consoleStockCount.importCounts'],
  'it writes the built-in arrangement, and is refused once there is one': ['consoleHomeSection.arrange'],
  'it removes what is there, or is refused because it is gone': [
    ...['consoleCompanyGroup.remove', 'consoleCompanyGroup.dissolve'],
    ...['consoleFulfilment.removeTrack', 'consoleLicence.removeOfShop', 'goodsPicture.delete', 'goodsDocument.delete'],
  ],
  'it is one’s own account, or ends sessions': [
    ...['consoleSavedView.save', 'consoleSavedView.rename', 'consoleSavedView.move', 'consoleSavedView.delete'],
    'consoleSavedView.setHiddenColumns',
    ...['consoleContact.choose', 'consoleContact.sendMailCode', 'consoleContact.confirmMail', 'consoleContact.removeMail'],
    'consoleContact.saveQuietHours',
    ...['staff.logIn', 'staff.bindTotp', 'staff.logOut', 'staff.changePwd', 'staff.confirmTotp', 'staff.renewRecoveryCodes'],
    ...['consoleUser.endSessions', 'consoleStaff.endSessions', 'consoleEnterpriseAccess.endSessions', 'consoleNotice.readAll'],
  ],
}

test('every write of the console sends the version that was read, or cannot overwrite anything', () => {
  const excused = Object.values(OVERWRITES_NOTHING).flat()
  const names = calls.map(({ name }) => name)
  expect(
    calls
      .filter(({ name, fields }) => !fields.includes('rowVersion') && !(name in SEEN) && !excused.includes(name))
      .map(({ name }) => name),
  ).toEqual([])
  // Each is listed once, exists, and is not listed where it has a version.
  const listed = [...excused, ...Object.keys(SEEN)]
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
  const staying = new Set(names)
  const ofGuests = ['staff.logIn', 'staff.bindTotp']
  expect(listed.filter((name) => !staying.has(name) && !ofGuests.includes(name))).toEqual([])
  expect(calls.filter(({ name, fields }) => fields.includes('rowVersion') && listed.includes(name)).map(({ name }) => name)).toEqual([])
  for (const [name, field] of Object.entries(SEEN)) expect(calls.find((call) => call.name === name)?.fields, name).toContain(field)
})

const mall = await openMall()
const [boss, chief] = [await mall.staff('admin'), await mall.staff('admin')]

test('two administrators edit one account: the second sees who changed what, and saves again', async () => {
  const { modify } = contract.consoleStaff
  const { staffId } = await boss.api.consoleStaff.add({ email: 'new@staff.test', name: '林', roles: ['support'] })
  const rowOf = async () => (await chief.api.consoleStaff.list({ keyword: 'new@staff.test' })).dataList[0]
  const seen = await rowOf()
  expect(seen).toMatchObject({ rowVersion: 0 })
  await boss.api.consoleStaff.modify({ staffId, name: '林晓', roles: ['support', 'warehouse'], rowVersion: 0 })
  const late = { staffId, name: '林', roles: ['support', 'catalogue'] }
  expect(await chief.post(modify.path, { ...late, rowVersion: 0 })).toMatchObject({
    reason: 'ROW_CHANGED',
    msg: expect.stringContaining('姓名 由 林 改为 林晓'),
    detail: { rowVersion: 1, what: expect.stringContaining('角色 由 客服 改为 客服、仓储') },
  })
  expect(await rowOf()).toMatchObject({ name: '林晓', roles: ['support', 'warehouse'], rowVersion: 1 })
  expect(await chief.post(modify.path, { ...late, rowVersion: 1 })).toMatchObject({ code: 200 })
  expect(await rowOf()).toMatchObject({ name: '林', roles: ['support', 'catalogue'], rowVersion: 2 })
})

test('two people edit the tax class of goods or a category: the second sees what the first has set', async () => {
  const { setGoods, setCategory } = contract.consoleTaxCode
  await mall.createSku('U84 采煤截齿')
  const [finance, catalogue] = [await mall.staff('finance'), await mall.staff('catalogue')]
  const taxClass = { taxCode: '1070101070100000000', taxName: '润滑油' }
  const [goods] = (await finance.api.consoleTaxCode.goods({})).dataList
  const { goodsId, rowVersion } = goods ?? expect.fail('no goods')
  await finance.api.consoleTaxCode.setGoods({ goodsId, taxClass, rowVersion })
  const received = { reason: 'ROW_CHANGED', msg: expect.stringContaining('税收分类 改为 润滑油 1070101070100000000') }
  expect(await catalogue.post(setGoods.path, { goodsId, taxClass: null, rowVersion })).toMatchObject(received)
  expect((await finance.api.consoleTaxCode.goods({})).dataList[0]).toMatchObject({ own: taxClass, rowVersion: rowVersion + 1 })

  const [category] = await finance.api.consoleTaxCode.categories({})
  const { categoryId, rowVersion: seen } = category ?? expect.fail('no category')
  await finance.api.consoleTaxCode.setCategory({ categoryId, taxClass, rowVersion: seen })
  const refused = { reason: 'ROW_CHANGED', msg: expect.stringContaining('改为 润滑油') }
  expect(await catalogue.post(setCategory.path, { categoryId, taxClass: null, rowVersion: seen })).toMatchObject(refused)
})
