import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPS } from '#tools/demo/people.ts'
import { waitForFormRefusal } from './form-refusal.ts'
import { createTypedApiClients, logInStaffByApi } from './people.ts'
import { openPage, openTestMall, type TestMall } from './test-mall.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await openTestMall()
})
afterAll(() => mall?.close())

test('staff create, sort, group, assign and merge an attribute, and cannot delete one in use', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', token, path: '/attributes?keyword=coating' })
  const { page } = desk
  await page.getByRole('button', { name: '新建参数' }).click()
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await waitForFormRefusal(page.getByText('请填写参数名称'))
  await page.getByRole('textbox', { name: /^\W*名称/ }).fill('涂层')
  await page.getByRole('textbox', { name: '编码' }).fill('coating')
  await page.getByRole('checkbox', { name: '可筛选' }).check()
  const choice = (at: number) => page.getByRole('textbox', { name: `第 ${at} 个选项的名称` })
  await choice(1).fill('氮化钛')
  await page.getByRole('button', { name: '增加选项' }).click()
  await choice(2).fill('氮化钛')
  await page.getByText('选项名称和同义词不能相同').first().waitFor()
  await choice(2).fill('无涂层')
  await page.getByRole('button', { name: '增加选项' }).click()
  await choice(3).fill('TiN')
  await page.getByRole('textbox', { name: '第 3 个选项的同义词' }).fill('金色涂层、镀钛')
  await page.getByRole('button', { name: '第 3 个选项，按上下方向键移动' }).press('Home')
  await expect.poll(() => choice(1).inputValue()).toBe('TiN')
  // The handle keeps the focus while it moves.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => choice(2).inputValue()).toBe('TiN')
  await page.getByRole('button', { name: '第 3 个选项，按上下方向键移动' }).dragTo(choice(1))
  await expect.poll(() => choice(1).inputValue()).toBe('无涂层')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'coating' })
  await row.getByText('选项 · 3 个').waitFor()

  await row.getByRole('button', { name: '合并涂层的选项' }).click()
  await page.getByRole('combobox', { name: '把选项' }).click()
  await page.getByTitle('TiN（0 个商品）').click()
  await page.getByRole('combobox', { name: '并入' }).click()
  await page.getByTitle('氮化钛（0 个商品）').last().click()
  await page
    .getByRole('button', { name: /^合\s*并$/ })
    .last()
    .click()
  await page.getByText('已合并').waitFor()
  await row.getByText('选项 · 2 个').waitFor()
  const { consoleAttribute } = createTypedApiClients(mall, token)
  const readChoices = async () => {
    const [made] = (await consoleAttribute.list({ keyword: 'coating' })).dataList
    return (await consoleAttribute.detail({ id: made?.attributeId ?? '' })).choices
  }
  const before = await readChoices()
  await row.getByRole('button', { name: '修改涂层' }).click()
  await choice(1).fill('裸齿')
  await page.getByRole('button', { name: '增加选项' }).click()
  await choice(3).fill('碳化钛')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await row.getByText('选项 · 3 个').waitFor()
  // The existing choices keep their ids, so goods keep their values.
  const after = await readChoices()
  expect(after.map(({ name, synonyms }) => [name, synonyms])).toEqual([
    ['裸齿', []],
    ['氮化钛', ['TiN', '金色涂层', '镀钛']],
    ['碳化钛', []],
  ])
  expect(after.slice(0, 2).map(({ choiceId }) => choiceId)).toEqual(before.map(({ choiceId }) => choiceId))

  await page.getByRole('link', { name: '参数模板' }).first().click()
  await page.getByRole('textbox', { name: '模板名称' }).or(page.getByPlaceholder('模板名称')).first().fill('涂层')
  await page.keyboard.press('Enter')
  await page.getByText('没有符合').first().waitFor()
  await page.getByRole('button', { name: '新建参数模板' }).click()
  await page.getByRole('textbox', { name: /^\W*名称/ }).fill('涂层模板')
  await page.getByRole('combobox', { name: '增加参数' }).fill('coating')
  await page.getByTitle('涂层（coating）').click()
  await page.getByRole('checkbox', { name: '涂层必填' }).check()
  expect(await page.getByRole('checkbox', { name: '涂层可筛选' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByRole('row').filter({ hasText: '涂层模板' }).waitFor()

  await desk.go('/attribute_categories')
  await page.getByRole('button', { name: '设置工具与附件的参数模板' }).click()
  await page.getByRole('combobox', { name: '自己的模板' }).fill('涂层')
  await page.getByTitle('涂层模板').click()
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page
    .getByRole('row', { name: /工具与附件 涂层模板/ })
    .first()
    .waitFor()

  await desk.go('/attributes?keyword=coating')
  await row.getByRole('button', { name: '删除涂层' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await page.getByText('模板“涂层模板”包含该参数，请先从模板中移除').waitFor()
  expect(desk.problems).toEqual([])
})

test('two editors of one machine model: the second is warned and saves again deliberately', async () => {
  const token = await logInStaffByApi(mall, OPS)
  const desk = await openPage(mall, { app: 'console', token, path: '/machine_models?keyword=EBH315' })
  const { page } = desk
  await page.getByRole('button', { name: /^修改.*EBH315$/ }).click()
  await page.getByRole('textbox', { name: '机械类型' }).fill('硬岩掘进机')
  const { consoleMachineModel } = createTypedApiClients(mall, token)
  const [known] = (await consoleMachineModel.list({ keyword: 'EBH315' })).dataList
  const { machineModelId: id = '', maker = '', model = '', rowVersion = 0 } = known ?? {}
  await consoleMachineModel.save({ id, maker, model, kind: '重型掘进机', rowVersion })
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByRole('alert').getByText('机械类型 由 掘进机 改为 重型掘进机').first().waitFor()
  expect(await page.getByRole('textbox', { name: '机械类型' }).inputValue()).toBe('硬岩掘进机')
  await page.getByRole('button', { name: /^保\s*存$/ }).click()
  await page.getByText('已保存').waitFor()
  await page.getByRole('row').filter({ hasText: '硬岩掘进机' }).waitFor()
  await page.getByRole('button', { name: /^删除.*EBH315$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^删\s*除$/ })
    .click()
  await page.getByText(/^商品“.+适用于该机型，不能删除$/).waitFor()
  expect(desk.problems).toEqual([])
})
