import type { Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentUserEndpoints } from '#contract/people/identity/api.ts'
import { drawReadableDocument } from '#sandbox/document-reader/documents.ts'
import { sampleDocuments } from '#sandbox/document-reader/sample-documents.ts'
import { drawSampleDocument, type SampleDocumentKind } from '#server/platform/testing/identity-documents.ts'
import { OPS } from '#tools/demo/people.ts'
import { chooseOption } from './choose-option.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createScreenInspector } from './inspect.ts'
import { registerOnScreen, requestAndEnterSmsCode } from './newcomer.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { type OpenedPage, openPage, openTestMall, type TestMall } from './test-mall.ts'

const COMPANY = '福建海岳工程有限公司'
const DETAIL = `**${currentUserEndpoints.detail.path}`
const AGENT_ID = '11010519491231002X'
/** What the sample licence says. */
const [LICENCE, CREDIT_CODE] = ['营业执照.png', '91440300MA5X20001X']

let mall: TestMall
let staff: string
beforeAll(async () => {
  mall = await openTestMall({ reading: true })
  staff = await logInStaffByApi(mall, OPS)
})
afterAll(() => mall?.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true })

/** Presses the upload field of an identity document, and chooses its picture. */
const uploads = async (page: Page, label: string, paper: SampleDocumentKind): Promise<void> =>
  uploadsPicture(page, label, await drawSampleDocument(paper))

async function uploadsPicture(page: Page, label: string, picture: Buffer): Promise<void> {
  const buffer = await sharp(picture).jpeg().toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `点击上传${label}` }).click()
  await (await choosing).setFiles({ name: 'paper.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: `已上传的${label}` }).waitFor()
}

/** A result is shown in a dialog. After it is closed, the page has the same text. */
async function closesResult(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  // Its keys are heard when it has the focus.
  await dialog.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await heading(page, title).waitFor()
}

async function fills(scope: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await scope.getByRole('group').getByLabel(label).and(scope.locator('input, textarea')).fill(text)
}

const submits = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Staff take the enterprise's case from the queue, look at it, and approve it, with a limit if the step has one. */
async function approves({ page, go }: OpenedPage, step: string, limit?: string): Promise<void> {
  await go('/reviews')
  await page.getByRole('button', { name: '刷新' }).click()
  await page
    .getByRole('row', { name: step })
    .getByRole('link', { name: /审核 福建/ })
    .click()
  await heading(page, /^福建/).waitFor()
  if (step === '企业认证') {
    const compared = page.locator('section').filter({ has: heading(page, '识别与提交对照') })
    // The name, the day and the legal person, as the licence and the register have them, and two pictures that say nothing.
    await compared.getByText('8 处需要核对').waitFor()
  }
  await page.getByRole('button', { name: /^通\s*过$/ }).click()
  const drawer = page.getByRole('dialog', { name: `通过${step}` })
  if (limit !== undefined) await drawer.getByLabel('核定固定额度').fill(limit)
  await drawer.getByRole('button', { name: /^通\s*过$/ }).click()
  // The next case of the queue opens, or its end.
  await drawer.waitFor({ state: 'hidden' })
}

async function fillsAgent(visited: OpenedPage, mobile: string): Promise<void> {
  const { page } = visited
  await fills(page, { 姓名: '陈海生', 身份证号: AGENT_ID, 手机号: mobile })
  await requestAndEnterSmsCode({ mall, staff }, visited, mobile)
  expect(await page.getByRole('button', { name: '点击上传身份证照片' }).isDisabled(), 'no paper before the consent').toBe(true)
  await page.getByRole('checkbox', { name: /^我已阅读并同意《证件信息处理同意书》/ }).click()
  await uploads(page, '身份证照片', 'idFront')
  await fills(page, { 公司名称: COMPANY, 入职日期: '2019-03-01' })
  await chooseOption(page.getByLabel('所属行业'), '水利水电')
  await chooseOption(page.getByLabel('公司性质'), '民营企业')
}

/**
 * Fills in half of step 2: the licence fills in what is empty, and what was typed stays. Then it reloads, and fills in the rest. Everything but the
 * number of the identity document is still there.
 */
async function fillsCompany({ page }: OpenedPage): Promise<void> {
  await submits(page, '下一步')
  await waitForFormRefusal(page.getByRole('alert').first())
  const both = [page.getByRole('alert').first(), page.getByRole('button', { name: '查询工商登记' })]
  const [message, search] = await Promise.all(both.map((one) => one.boundingBox()))
  expect(search?.y, 'the button is below what is wrong with the name').toBeGreaterThanOrEqual((message?.y ?? 0) + (message?.height ?? 0))
  await fills(page, { 企业名称: COMPANY, 法定代表人姓名: '陈海生', 身份证号: AGENT_ID })
  await uploadsPicture(page, '营业执照', await drawReadableDocument(sampleDocuments[LICENCE] ?? expect.fail('no such paper')))
  await page.getByText('图片已识别，请核对填入的内容').waitFor()
  expect(await page.getByLabel('统一社会信用代码').inputValue()).toBe(CREDIT_CODE)
  expect(await page.getByLabel('注册地址').inputValue()).toBe('深圳市龙岗区坂田街道环城南路 5 号')
  expect(await page.getByLabel('法定代表人姓名').inputValue(), 'what was typed').toBe('陈海生')
  await page.getByText('图片识别为 沈海川').waitFor()
  await page.getByRole('button', { name: '查询工商登记' }).click()
  await page.getByText('已查到，请核对填入的内容').waitFor()
  // The owner of the draft may be known last.
  const late = (route: Route) => new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => route.continue())
  await page.route(DETAIL, late)
  await page.reload()
  await page.getByRole('img', { name: '已上传的营业执照' }).waitFor()
  await page.unroute(DETAIL, late)
  expect(await page.getByLabel('企业名称').inputValue()).toBe(COMPANY)
  expect(await page.getByLabel('统一社会信用代码').inputValue()).toBe(CREDIT_CODE)
  expect(await page.getByLabel('身份证号').inputValue()).toBe('')
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(AGENT_ID)
  await fills(page, { 身份证号: AGENT_ID, 成立日期: '2011-06-01' })
  await uploads(page, '法定代表人身份证人像面', 'idFront')
  await page.getByText('没有识别出证件内容，请直接填写，或换一张清晰的图片').waitFor()
  await uploads(page, '法定代表人身份证国徽面', 'idBack')
  await page.getByText('没有识别出证件内容，请直接填写，或换一张清晰的图片').nth(1).waitFor()
}

test('a new user registers, passes three verification steps and gets a credit account', async () => {
  const [mobile, agentMobile] = ['13911110001', '13911110002']
  const newcomer = await openPage(mall, { path: '/register' })
  const reviewer = await openPage(mall, { app: 'console', token: staff })
  const { page, go, problems } = newcomer
  const { settle, faults } = createScreenInspector(newcomer)
  const found: string[] = []
  const look = async (label: string) => {
    await settle()
    found.push(...(await faults(label)))
  }
  await look('register')
  await registerOnScreen({ mall, staff }, newcomer, mobile)
  await page.waitForURL(/#\/$/)

  await go('/account_authentication')
  await page.getByLabel('姓名').waitFor()
  await look('step 1')
  await fillsAgent(newcomer, agentMobile)
  await submits(page, '下一步')
  await closesResult(page, '经办人认证审核中')
  await look('step 1 under review')
  await approves(reviewer, '经办人认证')

  await go('/account_authentication_company')
  await page.reload()
  await page.getByLabel('企业名称').waitFor()
  await look('step 2')
  await fillsCompany(newcomer)
  await submits(page, '下一步')
  await closesResult(page, '企业认证审核中')
  await approves(reviewer, '企业认证', '200000')

  await page.reload()
  await heading(page, '企业认证已通过').waitFor()
  await page.getByRole('link', { name: '查看赊销账户' }).click()
  await page.getByRole('region', { name: '赊销额度' }).getByText('¥200,000.00').first().waitFor()
  await look('the agreement')
  await page.getByRole('checkbox', { name: '我已阅读并同意赊销协议' }).click()
  await page.getByRole('button', { name: '同意协议' }).click()
  await page.getByRole('button', { name: '同意协议' }).waitFor({ state: 'detached' })
  await go('/account_authentication_company')
  await page.getByRole('main').getByRole('link', { name: '高级认证', exact: true }).click()
  await page.getByLabel('员工人数').waitFor()
  await look('step 3')
  await fills(page, { 员工人数: '86', 主营业务: '水利隧洞开挖' })
  await page.getByRole('checkbox', { name: /^资料真实有效/ }).click()
  await submits(page, '提交')
  await closesResult(page, '高级认证审核中')
  await approves(reviewer, '高级认证', '500000')

  await page.reload()
  await heading(page, '高级认证已通过').waitFor()
  await look('all steps passed')
  await page.getByRole('link', { name: '查看赊销账户' }).click()
  await page.getByRole('region', { name: '赊销额度' }).getByText('¥500,000.00').first().waitFor()
  const overview = await createTypedApiClients(mall, await newcomer.token()).user.detail({})
  expect(overview).toMatchObject({ enterpriseName: COMPANY, authLevel: 3 })
  expect([...found, ...problems, ...reviewer.problems]).toEqual([])
})
