import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'
import { insertMissingDefaultArticles } from './seed-defaults.ts'

const mall = await openMall()
const [support, catalogue, admin] = [await mall.staff('support'), await mall.staff('catalogue'), await mall.staff('admin')]
const guest = mall.guest()
const { consoleArticle, consoleHelpCategory, help, site } = contract
const detailOf = (id: string) => support.api.consoleArticle.detail({ id })
/** Somebody logged in: answers to guests are remembered for some seconds. */
const lin = await mall.buyer('林')

describe('a new installation contains', () => {
  test('a help centre with at least twenty articles, including those about credit', async () => {
    const centre = await guest.api.help.centre({})
    expect(centre.flatMap(({ articles }) => articles).length).toBeGreaterThanOrEqual(20)
    expect(centre[0]?.articles[0]).toMatchObject({ id: 'apply-credit-quota', title: '如何申请赊销额度' })
    for (const { name, note, articles } of centre) expect([name, note, articles.length > 0].every(Boolean)).toBe(true)
  })

  test('every agreement with its version', async () => {
    for (const categoryId of [1, 2, 4, 6, 7] as const) {
      const { title, version, text, versions } = await guest.api.site.agreement({ categoryId })
      expect([version, text.length > 500, versions.length]).toEqual(['2026-01', true, 1])
      expect(title).toMatch(/议|书/)
    }
  })

  test('these articles once, and later starts do not overwrite changes of staff', async () => {
    const { rev, written } = await detailOf('wallet')
    await support.api.consoleArticle.save({ id: 'wallet', rev, ...written, title: '现金钱包（改）' })
    await support.api.consoleArticle.publish({ id: 'wallet', rev: rev + 1, note: '' })
    await Promise.all([1, 2, 3].map(() => insertMissingDefaultArticles(mall.db, mall.moment())))
    expect((await lin.api.help.article({ id: 'wallet' })).title).toBe('现金钱包（改）')
    const { dataList } = await support.api.consoleArticle.list({ keyword: '现金钱包（改）' })
    expect(dataList).toHaveLength(1)
  })
})

describe('searching articles', () => {
  const titles = async (keyword: string) => (await guest.api.help.search({ keyword })).dataList.map(({ id }) => id)
  test.each([
    ['怎么申请赊销额度', 'apply-credit-quota'],
    ['如何申请额度？', 'apply-credit-quota'],
    ['授信', 'apply-credit-quota'],
    ['逾期利息', 'overdue'],
    ['转账附言', 'bank-transfer'],
    ['柴油磅单', 'diesel'],
    ['忘记密码了怎么办', 'passwords'],
    ['webhook', 'api'],
    ['ERP', 'api'],
    ['ＥＸＣＥＬ　粘贴', 'quick-order'],
    ['专票 抬头', 'invoice'],
    ['没有权限', 'sub-accounts'],
  ])('%s finds %s first', async (keyword, id) => expect((await titles(keyword))[0]).toBe(id))

  test('shows the text around the match without markup', async () => {
    const { dataList, words } = await guest.api.help.search({ keyword: '静电接地' })
    expect(words).toContain('静电接地')
    expect(dataList[0]).toMatchObject({ id: 'diesel', category: '配送与收货', excerpt: expect.stringContaining('静电接地') })
    expect(dataList[0]?.excerpt).not.toMatch(/[#*|]/)
  })

  test.each(['', '   ', '%', '_', '\\', "' or 1=1--", '？？？', 'zzzz', '的'])('%j finds nothing by chance', async (keyword) =>
    expect((await titles(keyword)).length).toBeLessThan(25),
  )
  test('treats special characters of the database as text', async () => expect(await titles('%%')).toEqual([]))
})

describe('an article', () => {
  test('is written, published, changed and restored, and readers see published versions only', async () => {
    const [category] = await support.api.consoleHelpCategory.list({})
    const { id } = await support.api.consoleArticle.create({ helpCategoryId: category?.id ?? '', title: '春节发货安排' })
    const reads = () => lin.post(help.article.path, { id })
    expect(await reads()).toMatchObject({ code: 404, reason: 'ARTICLE_NOT_FOUND' })
    const written = { title: '春节发货安排', summary: '放假期间', keywords: '放假', text: '正月初七恢复发货' }
    const { rev } = await support.api.consoleArticle.save({ id, rev: 1, ...written })
    expect(await reads()).toMatchObject({ code: 404 })
    expect(await support.api.consoleArticle.publish({ id, rev, note: '首次' })).toEqual({ no: 1 })
    expect(await reads()).toMatchObject({ data: { text: '正月初七恢复发货', category: { name: category?.name } } })

    const second = await catalogue.api.consoleArticle.save({ id, rev: rev + 1, ...written, text: '正月初五恢复发货' })
    expect(await reads()).toMatchObject({ data: { text: '正月初七恢复发货' } })
    await catalogue.api.consoleArticle.publish({ id, ...second, note: '提前' })
    expect(await reads()).toMatchObject({ data: { text: '正月初五恢复发货' } })
    expect((await detailOf(id)).versions).toMatchObject([
      { no: 2, note: '提前', publishedBy: 'catalogue' },
      { no: 1, note: '首次', publishedBy: 'support' },
    ])

    const restored = await support.api.consoleArticle.restore({ id, rev: (await detailOf(id)).rev, no: 1 })
    await support.api.consoleArticle.publish({ id, ...restored, note: '' })
    expect(await reads()).toMatchObject({ data: { text: '正月初七恢复发货' } })
    expect(await support.api.consoleArticle.version({ id, no: 2 })).toMatchObject({ text: '正月初五恢复发货' })

    await support.api.consoleArticle.withdraw({ id, rev: (await detailOf(id)).rev })
    expect(await reads()).toMatchObject({ code: 404 })
    expect(await detailOf(id)).toMatchObject({ publishedNo: null, hasDraft: true, written: { text: '正月初七恢复发货' } })
    const { dataList } = await admin.api.consoleAudit.list({ objectId: id })
    expect(dataList.map(({ actionName }) => actionName.split(/[：，]/)[0])).toEqual(
      expect.arrayContaining(['撤下帮助文章', '发布草稿', '保存草稿']),
    )
  })

  test('is not overwritten if somebody else has changed it meanwhile', async () => {
    const { rev, written } = await detailOf('delivery')
    const tries = await Promise.all(
      ['一', '二', '三'].map((text) => support.post(consoleArticle.save.path, { id: 'delivery', rev, ...written, text })),
    )
    expect(tries.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    await support.api.consoleArticle.discard({ id: 'delivery', rev: rev + 1 })
    expect(await detailOf('delivery')).toMatchObject({ hasDraft: false, written })
  })

  test('that was never published is deleted with its draft; without a draft nothing can be published', async () => {
    const [category] = await support.api.consoleHelpCategory.list({})
    const { id } = await support.api.consoleArticle.create({ helpCategoryId: category?.id ?? '', title: '写错了' })
    expect(await support.post(consoleArticle.publish.path, { id, rev: 1, note: '' })).toMatchObject({ reason: 'NO_DRAFT' })
    await support.api.consoleArticle.discard({ id, rev: 1 })
    expect(await support.post(consoleArticle.detail.path, { id })).toMatchObject({ code: 404 })
    const { rev } = await detailOf('overdue')
    expect(await support.post(consoleArticle.publish.path, { id: 'overdue', rev, note: '' })).toMatchObject({ reason: 'NO_DRAFT' })
  })

  test('keeps its category from being deleted', async () => {
    const [first, second] = await support.api.consoleHelpCategory.list({})
    expect(await support.post(consoleHelpCategory.delete.path, { id: first?.id, rowVersion: 0 })).toMatchObject({
      reason: 'HELP_CATEGORY_IN_USE',
    })
    expect(await support.post(consoleHelpCategory.save.path, { id: first?.id, name: second?.name, note: '', position: 1 })).toMatchObject({
      reason: 'HELP_CATEGORY_EXISTS',
    })
    await support.api.consoleHelpCategory.save({ name: '临时', note: '', position: 90 })
    const made = (await support.api.consoleHelpCategory.list({})).find(({ name }) => name === '临时')
    await support.api.consoleHelpCategory.delete({ id: made?.id ?? '', rowVersion: 0 })
  })
})

describe('an agreement', () => {
  const newText = '# 岩锋工品赊销协议\n\n版本：2026-02\n\n日利率为 0.04%。'
  const draft = async (text: string) => {
    const { rev, written } = await detailOf('agreement-4')
    return support.api.consoleArticle.save({ id: 'agreement-4', rev, ...written, text })
  }

  test('is changed by a version with a new name, which an administrator publishes', async () => {
    const { rev } = await draft(newText.replace('2026-02', '2026-01'))
    const publish = { id: 'agreement-4', rev, note: '' }
    expect(await support.post(consoleArticle.publish.path, publish)).toMatchObject({ code: 403, reason: 'AGREEMENT_BY_ADMIN' })
    expect(await admin.post(consoleArticle.publish.path, publish)).toMatchObject({ reason: 'AGREEMENT_VERSION' })
    const nameless = await draft('没有版本的一行')
    expect(await admin.post(consoleArticle.publish.path, { ...publish, ...nameless })).toMatchObject({ reason: 'AGREEMENT_VERSION' })
    expect(await admin.post(consoleArticle.withdraw.path, { id: 'agreement-4', ...nameless })).toMatchObject({ reason: 'AGREEMENT_STAYS' })
  })

  test('that was accepted stays readable in the accepted version', async () => {
    const [before, after] = [await mall.buyer('早', { credit: '1000' }), await mall.buyer('晚', { credit: '1000' })]
    const accepted = async ({ enterpriseId }: { enterpriseId: string }) =>
      (
        await mall.db
          .selectFrom('credit_agreement')
          .select(['text_version', 'text_hash'])
          .where('enterprise_id', '=', enterpriseId)
          .execute()
      )[0]
    const was = await accepted(before)
    mall.clock.forward(ONE_DAY_MS)
    await mall.renew()
    await admin.api.consoleArticle.publish({ id: 'agreement-4', ...(await draft(newText)), note: '降息' })
    const late = await mall.buyer('更晚', { credit: '1000' })
    expect(await accepted(late)).toMatchObject({ text_version: '2026-02' })
    for (const early of [before, after]) expect(await accepted(early)).toEqual(was)
    expect((await before.api.credit.overview({})).agreementAccepted).toBe(true)

    const now = await late.api.site.agreement({ categoryId: 4 })
    expect(now).toMatchObject({ version: '2026-02', versions: [{ version: '2026-02' }, { version: '2026-01' }] })
    const old = await late.api.site.agreement({ categoryId: 4, version: '2026-01' })
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(old.text).digest()).toEqual(was?.text_hash)
    expect(await late.post(site.agreement.path, { categoryId: 4, version: '1999-01' })).toMatchObject({ code: 404 })
  })

  test('has versions that nobody can change or delete, not even the server', async () => {
    const { version } = await guest.api.site.agreement({ categoryId: 2 })
    const rewritten = mall.db.updateTable('article_version').set({ text: '改' }).where('label', '=', version)
    const deleted = mall.db.deleteFrom('article_version').where('label', '=', version)
    for (const write of [rewritten, deleted]) await expect(write.execute()).rejects.toThrow(/permission denied/)
  })
})
