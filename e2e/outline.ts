import type { Page } from 'playwright-core'

/** Roles that say how a screen is built. All others hold its data: rows, cells, links to goods and orders, pictures, plain text. */
const ROLES = new Set([
  ...['main', 'region', 'navigation', 'complementary', 'search', 'article', 'group', 'radiogroup', 'tablist', 'list', 'table'],
  ...['heading', 'columnheader', 'textbox', 'combobox', 'spinbutton', 'checkbox', 'switch', 'radio', 'tab', 'button', 'status', 'alert'],
])
/** A name with a digit is data, and a long one too: a price, a part number, a day, a count, a comment. */
const DATA = /\d|.{12}/
/** Choices are named by data. */
const CHOICES = new Set(['radio', 'checkbox'])
/** What is in them is data: an order of a list, the filters that some goods have. */
const FILLED_WITH_DATA = new Set(['article …', 'complementary 筛选'])
const LINE = /^ *- ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?/

/**
 * Returns how the main landmark of a screen is built for a screen reader: roles and names without data, one line each. Of siblings that look
 * alike the first stands for all.
 */
export async function readMainOutline(page: Page): Promise<string> {
  const snapshot = await page.getByRole('main').ariaSnapshot()
  const seen = new Set<string>()
  const lines: string[] = []
  const path: { indent: number; line: string }[] = []
  for (const text of snapshot.split('\n')) {
    const [, role = '', name = ''] = LINE.exec(text) ?? []
    const indent = text.search(/\S/)
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop()
    if (!ROLES.has(role) || FILLED_WITH_DATA.has(path.at(-1)?.line ?? '')) continue
    const shown = name === '' ? '' : DATA.test(name) || CHOICES.has(role) ? ' …' : ` ${name}`
    const line = `${role}${shown}`
    path.push({ indent, line })
    const key = JSON.stringify(path.map((one) => one.line))
    if (seen.has(key)) continue
    seen.add(key)
    lines.push(`${'  '.repeat(path.length - 1)}${line}`)
  }
  return lines.join('\n')
}
