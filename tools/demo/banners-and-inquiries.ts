import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { saveCaptcha } from '#server/people/identity/captchas.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { createTestUser } from '#server/platform/testing/test-user.ts'
import { MAIN, UNVERIFIED } from './people.ts'
import { advanceDemoStoryClockByHours, logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { demoSynonyms } from './synonyms.ts'

/** The banners of the home page, words of the search, and the inquiries of buyers: one is answered, one waits. */
export async function addBannersAndInquiries(stage: StoryContext): Promise<void> {
  const lin = await logInDemoMember(stage, MAIN)
  await lin.api.inquiry.submit({
    name: '林国栋',
    mobile: MAIN,
    topic: 'goods',
    text: '掘进机换了 U92 齿座，U84 的截齿还能装吗？岩石硬度 f6 左右。',
  })
  advanceDemoStoryClockByHours(stage, 1)
  const { consoleInquiry, consoleBanner } = (await logInDemoStaff(stage)).api
  const [asked] = (await consoleInquiry.list({ state: 'OPEN' })).dataList
  if (asked)
    await consoleInquiry.answer({
      id: asked.id,
      text: '不能混装：U92 齿座的孔径更大，请选 U92 系列；f6 建议合金直径 22 mm、牌号 YG13C。选型说明见帮助中心“怎样快速找到合适的截齿和配件”。',
    })
  const newcomer = await logInDemoMember(stage, UNVERIFIED)
  await newcomer.api.inquiry.submit({
    name: '周先生',
    mobile: UNVERIFIED,
    topic: 'credit',
    text: '公司成立不到一年，可以申请赊销额度吗？需要准备哪些材料？',
  })
  await submitGuestInquiry(stage)
  await addSearchWords(stage)
  const today = toShanghaiDay(stage.clock.now)
  const days = { dateFrom: today, dateTo: addDays(today, 60), shown: true }
  await announce(stage)
  await consoleBanner.save({
    title: '旺季备件，先用后付',
    note: '企业认证后核定额度，当月用、次月 10 号还',
    tone: 'steel',
    position: 10,
    ...days,
    target: '/article_detail?id=apply-credit-quota',
  })
  await consoleBanner.save({
    title: '柴油到矿，200 升起送',
    note: '自有油罐车，现场核对磅单',
    tone: 'copper',
    position: 20,
    ...days,
    target: '/article_detail?id=diesel',
  })
}

/** The words that buyers use instead of ours, and their most frequent searches. */
async function addSearchWords(stage: StoryContext): Promise<void> {
  const { consoleSearchWord } = (await logInDemoStaff(stage)).api
  for (const terms of demoSynonyms) await consoleSearchWord.save({ kind: 'synonyms', terms: [...terms] })
  for (const [at, word] of ['U84', '截齿', '铣刨刀', '旋挖齿', '柴油'].entries())
    await consoleSearchWord.save({ kind: 'hot', terms: [word], position: (at + 1) * 10 })
}

/** A guest sends an inquiry, and waits for a call. Only the captcha is solved with the secret. */
async function submitGuestInquiry({ http, db, keys, clock }: StoryContext): Promise<void> {
  const moment = createMoment(clock.now)
  const captcha = { key: moment.bytes(16).toString('base64url'), text: 'ABCD', png: Buffer.alloc(0) }
  await runInTransaction(db, (tx) => saveCaptcha(tx, moment, { keys, purpose: 'inquiry', captcha }))
  await createTestUser(http).api.inquiry.submit({
    name: '何经理',
    mobile: '13900000021',
    topic: 'goods',
    imageKey: captcha.key,
    imageCode: captcha.text,
    text: '矿上有三台 EBZ200，想长期订 U92 截齿和齿座，月用量大概 800 支，能不能给个框架价？请来电。',
  })
}

/** Two announcements: one that is pinned, one that nobody has read. */
async function announce(stage: StoryContext): Promise<void> {
  const { consoleAnnouncement } = (await logInDemoStaff(stage)).api
  const today = toShanghaiDay(stage.clock.now)
  await consoleAnnouncement.save({
    title: '工作日 16:00 前付款的订单当日发出',
    pinned: true,
    dateFrom: today,
    dateTo: null,
    text: [
      '工作日 **16:00 前付款**的现货订单当日发出，之后付款的次日发出；周六正常发货，周日和法定节假日顺延。',
      '- 大件（单件超过 50 kg）走专线物流，到货前一天电话预约\n- 柴油由自有油罐车送达，200 升起送',
      '到货时间可在[我的订单](/my_order)的物流里查看。',
    ].join('\n\n'),
  })
  advanceDemoStoryClockByHours(stage, 1)
  await consoleAnnouncement.save({
    title: '12 月 12 日 0:00–4:00 系统升级',
    pinned: false,
    dateFrom: today,
    dateTo: addDays(today, 30),
    text: '升级期间可以浏览和加入购物车，**暂停下单、支付和还款**。当天到期的还款请提前安排。',
  })
}
