import type { Locator, Page } from 'playwright-core'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { createScreenInspector, type ScreenByScreenInspector } from './inspect.ts'
import { JOURNEY_TIMEOUT_MS } from './journey-timeout.ts'
import { type AppName, type OpenedPage, openPage, type ScreenSize, type TestMall } from './test-mall.ts'

const WRITES = new Set(
  Object.values<EndpointGroup>(contract)
    .flatMap((api) => Object.values<Endpoint>(api))
    .filter(({ kind }) => kind !== 'read' && kind !== 'download')
    .map(({ path }) => API_BASE + path),
)
/** A screen of each application that opens no window automatically, and its heading. */
const ELSEWHERE = { mall: ['/help_center', '帮助中心'], console: ['/me', '我的账号'] } as const

/** A person who opens windows and leaves. `sent` collects the paths of the writes that the page attempted, which are all refused. */
export interface LeavingVisitor extends OpenedPage, ScreenByScreenInspector {
  app: AppName
  sent: string[]
}

/** The editor of goods saves what was typed when it is left, so this call after leaving is right. Its own journeys check what it saves. */
const SAVES_ITSELF = API_BASE + contract.consoleGoods.save.path

/** Refuses and records every call that would change data. */
async function refuseWrites(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.route(
    ({ pathname }) => WRITES.has(pathname) && pathname !== SAVES_ITSELF,
    async (route) => {
      sent.push(new URL(route.request().url()).pathname)
      await route.fulfill({ json: { code: 409, msg: '请重试', data: null, reason: 'ROW_CHANGED', success: false } })
    },
  )
  return sent
}

export async function openLeavingVisitor(
  mall: TestMall,
  { app, token, size = 'desk' }: { app: AppName; token: string; size?: ScreenSize },
): Promise<LeavingVisitor> {
  const visited = await openPage(mall, { app, size, token, path: ELSEWHERE[app][0] })
  const sent = await refuseWrites(visited.page)
  return Object.assign(visited, createScreenInspector(visited), { app, sent })
}

export const locateOpenWindows = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const addressOf = (page: Page) => page.url().split('#')[1] ?? ''

/** Returns whether all windows close. */
export const waitUntilClosed = (page: Page): Promise<boolean> =>
  locateOpenWindows(page)
    .first()
    .waitFor({ state: 'detached', timeout: JOURNEY_TIMEOUT_MS })
    .then(
      () => true,
      () => false,
    )

const elsewhere = ({ page, app }: LeavingVisitor) => page.getByRole('heading', { name: ELSEWHERE[app][1], exact: true, level: 1 }).waitFor()

/** Opens the screen without windows, unless it is open already. */
export async function openScreenWithoutWindows(walker: LeavingVisitor): Promise<void> {
  const [path] = ELSEWHERE[walker.app]
  if (addressOf(walker.page) !== path) await walker.go(path)
  await elsewhere(walker)
}

/** Presses Enter on the screen without windows. Returns the problems: an open window, or a call that was sent since `sent` was cleared. */
export async function findProblemsOfPressingEnter({ page, sent, settle }: LeavingVisitor, label: string): Promise<string[]> {
  const found: string[] = []
  if (!(await waitUntilClosed(page))) found.push(`${label} stays open`)
  await page.keyboard.press('Enter')
  await settle()
  if (found.length === 0 && (await locateOpenWindows(page).count()) > 0) found.push(`${label}: Enter opens a window`)
  for (const path of sent.splice(0)) found.push(`${label}: ${path} was called`)
  return found
}

/** Goes back while a window is open. Returns the problems. */
async function leave(walker: LeavingVisitor, label: string): Promise<string[]> {
  const { page, sent } = walker
  sent.length = 0
  await page.goBack()
  await elsewhere(walker)
  const found = await findProblemsOfPressingEnter(walker, label)
  if (found.length > 0) await page.reload()
  return found
}

const REACH_MS = 10_000

const BUTTONS =
  'button:visible:enabled:not([aria-disabled="true"], [role="tab"], [role="switch"], [role="radio"], .ant-pagination button, .ant-select button)'

/** The buttons around every list. Testing them on each screen would take a minute, and they open nothing. */
const OF_EVERY_LIST = /^(?:刷\s*新|重\s*置|查\s*询|搜\s*索|展开|收起|导出.*|打印.*)$/

/** The enabled buttons of a screen by their text. Of several with the same text, such as those in table rows, only the first. */
async function listButtons(page: Page): Promise<Map<string, string>> {
  const buttons = await page
    .getByRole('main')
    .locator(BUTTONS)
    .evaluateAll((all) =>
      all.map((one) => [one.textContent?.trim() ?? '', (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()]),
    )
  const named = buttons.filter(([, name]) => name).map(([text = '', name = '']): [string, string] => [text || name, name])
  const first = new Map<string, string>()
  for (const [text, name] of named) if (!first.has(text) && !OF_EVERY_LIST.test(text)) first.set(text, name)
  return first
}

/** Fills the fields of the open window, so that closing it asks for a confirmation. Returns whether there was any field. */
async function typeInto(page: Page): Promise<boolean> {
  const field = locateOpenWindows(page)
    .locator('input:not([type]):visible:enabled, input[type="text"]:visible:enabled, textarea:visible:enabled')
    .first()
  if ((await field.count()) === 0 || !(await field.isEditable())) return false
  await field.fill('1')
  return true
}

/**
 * Presses a button. `gone`: it does not exist, or disappears meanwhile, because a screen that reloads its data replaces its buttons.
 * `covered`: a window is over it, which the button before has opened late, because its code had to be loaded.
 */
async function press(page: Page, button: Locator): Promise<'pressed' | 'gone' | 'covered'> {
  const latest = performance.now() + JOURNEY_TIMEOUT_MS
  while ((await button.count()) > 0) {
    try {
      await button.click({ timeout: REACH_MS })
      return 'pressed'
    } catch (error) {
      if ((await locateOpenWindows(page).count()) > 0) return 'covered'
      if (performance.now() > latest && (await button.count()) > 0) throw error
    }
  }
  return 'gone'
}

/**
 * Opens the windows of all buttons of a screen, leaves it each time, and returns what stayed open. `opened` collects what opened. A button
 * that another one enables is pressed next.
 */
export async function findWindowsOpenAfterLeaving(walker: LeavingVisitor, address: string, opened: string[]): Promise<string[]> {
  const { page, open, settle } = walker
  const found: string[] = []
  const seen = new Set<string>()
  const waiting: string[] = []
  const collect = async () => {
    const added = [...(await listButtons(page))].filter(([text]) => !seen.has(text))
    for (const [text] of added) seen.add(text)
    waiting.unshift(...added.map(([, name]) => name))
  }
  const show = async () => {
    await openScreenWithoutWindows(walker)
    return (await open(address)) === address
  }
  // The target screen itself is not tested.
  if (address === ELSEWHERE[walker.app][0] || !(await show())) return found
  await collect()
  let before = ''
  for (let name = waiting.shift(), isShown = true; name !== undefined; name = waiting.shift()) {
    if (!isShown) await show()
    isShown = true
    const button = page
      .getByRole('main')
      .getByRole('button', { name, exact: true })
      .and(page.locator(':visible:enabled:not([aria-disabled="true"])'))
      .first()
    const outcome = await press(page, button)
    if (outcome === 'gone') continue
    if (outcome === 'covered') {
      waiting.unshift(name)
      name = before
    } else before = name
    await settle()
    const isOpen = (await locateOpenWindows(page).count()) > 0
    isShown = !isOpen && addressOf(page) === address
    if (isShown) await collect()
    if (!isOpen) continue
    const label = `${address} ${name}`
    opened.push(label)
    if (await typeInto(page)) await page.keyboard.press('Escape')
    found.push(...(await leave(walker, label)))
  }
  return found
}
