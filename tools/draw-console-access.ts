import { contract } from '#contract/api.ts'
import { toConsoleCallPath } from '#contract/platform/core/console-call-path.ts'
import type { EndpointGroup } from '#contract/platform/core/endpoint.ts'
import { isStaffAccess, type StaffAccessRule } from '#contract/platform/core/permissions.ts'

/** Words in lines of at most 140 characters, indented by four. */
const wrapWords = (words: readonly string[]): string[] =>
  (words.join(' ').match(/.{1,135}(?= |$) ?/g) ?? []).map((line) => `    ${line.trimEnd()}`)

const formatStaffAccess = (needs: StaffAccessRule): string => (needs === 'staff' ? needs : `${needs.staff}${needs.read ? ' read' : ''}`)

/** A list of words in one line, or in several if it is too long for one. */
const wrapList = (words: readonly string[]): string => {
  const line = `[${words.join(' ').replace(/,$/, '')}]`
  return line.length <= 100 ? line : `[\n${wrapWords(words).join('\n')}\n  ]`
}

/** The staff calls of the console by the permission that they need, as a module for the console's first page. */
export const drawConsoleAccess = () => {
  const staffCalls = Object.values<EndpointGroup>(contract)
    .flatMap((api) => Object.values(api))
    .flatMap(({ path, needs }) => (isStaffAccess(needs) ? [{ path: toConsoleCallPath(path), permission: formatStaffAccess(needs) }] : []))
  const rows = Object.entries(Object.groupBy(staffCalls, ({ permission }) => permission)).map(
    ([permission, calls = []]) => `  '${permission}': ${wrapList(calls.map(({ path }) => `'${path}',`))},`,
  )
  return `// Written by tools/draw.ts. Do not edit; run npm run docs.

/**
 * The calls of the console by the permission that they need. With 'read' the auditor has it as well; 'staff' is everybody. The menu needs
 * only this, so the first page loads no schemas of calls.
 */
export const consoleCallsByPermission = {\n${rows.join('\n')}\n} as const\n`
}
